// Clients: the credentials a partner calls with. A secret is returned once, when it is created; only the hash that
// family A compares with is stored.

import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import { newSecret } from '../../../platform/kernel/secrets/secrets.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { storeEvent } from '../../events/event-outbox.ts'
import { type RecordWork, readerOf } from '../../records/change-record.ts'
import { lockRecord, readRecord } from '../../records/read-records.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { changeDirectory, type PartnerServices } from '../change-directory.ts'
import { institutionProblem } from '../institution-problems.ts'
import type { ClientFamily } from '../partners/api-families.ts'
import { type ClientRecord, PARTNERS, type PartnerRecord } from '../partners/partner-records.ts'
import { clientSecretContext } from './client-secret.ts'

export interface NewClient {
  /** Generated when absent. */
  readonly clientId?: string | undefined
  readonly expiresAtMs?: number | undefined
  /** The partner's when absent. */
  readonly families?: readonly ClientFamily[] | undefined
}

/** The secret is returned once, when it is created. */
export interface ClientWithSecret extends ClientRecord {
  readonly secret: string
}

export class Clients {
  readonly #services: PartnerServices

  constructor(services: PartnerServices) {
    this.#services = services
  }

  /** Refusals: `not-found` for the partner, `invalid` for a family it lacks, `conflict` when the clientId is taken. */
  async create(caller: RecordCaller, id: string, client: NewClient): Promise<ClientWithSecret> {
    const clientId =
      client.clientId ??
      `client-${newSecret()
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(0, 16)}`
    const secret = newSecret()
    return this.#transaction(caller, async (work) => {
      const partner = await lockRecord(work.sql, PARTNERS, readerOf(work), id, 'change')
      const families = [...new Set<ClientFamily>(client.families ?? partner.families)]
      checkFamilies(families, partner)
      await insertClient(work.sql, [
        clientId,
        partner.partnerId,
        this.#hash(clientId, secret),
        families,
        client.expiresAtMs === undefined ? null : isoTimestamp(client.expiresAtMs),
        isoTimestamp(work.nowMs),
      ])
      const after = clientIn(await readRecord(work.sql, PARTNERS, readerOf(work), id), clientId)
      await record(work, 'client.create', { partner, after })
      return { ...after, secret }
    })
  }

  /** The old secret stops working at once; the expiry may be changed too. Refusals: `not-found`. */
  async rotate(
    caller: RecordCaller,
    id: string,
    clientId: string,
    change: { readonly expiresAtMs?: number | null | undefined } = {},
  ): Promise<ClientWithSecret> {
    const secret = newSecret()
    return this.#transaction(caller, async (work) => {
      const partner = await lockRecord(work.sql, PARTNERS, readerOf(work), id, 'change')
      const before = clientIn(partner, clientId)
      const expiresAt = typeof change.expiresAtMs === 'number' ? isoTimestamp(change.expiresAtMs) : change.expiresAtMs
      await work.sql.query('UPDATE clients SET secret_hash = $2, expires_at = $3 WHERE client_id = $1', [
        clientId,
        this.#hash(clientId, secret),
        expiresAt === undefined ? before.expiresAt : expiresAt,
      ])
      const after = clientIn(await readRecord(work.sql, PARTNERS, readerOf(work), id), clientId)
      await record(work, 'client.rotate', { partner, before, after })
      return { ...after, secret }
    })
  }

  /** Refusals: `not-found`. */
  async delete(caller: RecordCaller, id: string, clientId: string): Promise<void> {
    await this.#transaction(caller, async (work) => {
      const partner = await lockRecord(work.sql, PARTNERS, readerOf(work), id, 'change')
      const before = clientIn(partner, clientId)
      await work.sql.query('DELETE FROM clients WHERE client_id = $1', [clientId])
      await work.sql.query('DELETE FROM client_usage WHERE client_id = $1', [clientId])
      await record(work, 'client.delete', { partner, before })
    })
  }

  #transaction<T>(caller: RecordCaller, run: (work: RecordWork) => Promise<T>): Promise<T> {
    return changeDirectory(this.#services, (sql, nowMs) => run({ sql, nowMs, caller }))
  }

  #hash(clientId: string, secret: string): string {
    return this.#services.secretBox.lookupHash(secret, clientSecretContext(clientId))
  }
}

function checkFamilies(families: readonly ClientFamily[], partner: PartnerRecord): void {
  const faults = families.flatMap((family, index) =>
    family === 'events' || partner.families.includes(family)
      ? []
      : [{ path: `families[${index}]`, message: "is not one of the partner's" }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

/** The client, when it is this partner's; a 404 otherwise. */
function clientIn(partner: PartnerRecord, clientId: string): ClientRecord {
  const client = partner.clients.find((one) => one.clientId === clientId)
  if (client === undefined) throw institutionProblem('client-not-found', 'there is no such client')
  return client
}

function clientIdTaken(cause: unknown): Problem {
  return institutionProblem('client-id-taken', 'the clientId is taken', { cause })
}

async function insertClient(sql: Sql, values: readonly unknown[]): Promise<void> {
  await refuseDuplicate('clients_pkey', clientIdTaken, () =>
    sql.query(
      `INSERT INTO clients (client_id, partner_id, secret_hash, families, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      values,
    ),
  )
}

const EVENTS = {
  'client.create': 'client.created',
  'client.rotate': 'client.rotated',
  'client.delete': 'client.deleted',
} as const

interface ClientEvent {
  readonly partner: PartnerRecord
  readonly before?: ClientRecord
  readonly after?: ClientRecord
}

/** Tells the partner, then audits. */
async function record(
  { sql, nowMs, caller }: RecordWork,
  action: keyof typeof EVENTS,
  event: ClientEvent,
): Promise<void> {
  const { partner, before, after } = event
  const { partnerId } = partner
  const client = after ?? before
  if (client !== undefined) {
    const { clientId, families, expiresAt, isActive } = client
    await storeEvent(sql, nowMs, {
      kind: EVENTS[action],
      partnerId,
      resource: `client/${clientId}`,
      data: { partnerId, clientId, families, expiresAt, isActive },
    })
  }
  await recordAudit(sql, nowMs, caller.actor, {
    action,
    resource: 'client',
    resourceId: (after ?? before)?.clientId ?? '',
    ...(before && { before: { partnerId, ...before } }),
    ...(after && { after: { partnerId, ...after } }),
    ...PARTNERS.ownerOf(partner),
  })
}
