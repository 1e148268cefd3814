// Clients: the credentials a partner calls with. A secret is returned once, when it is created; only the hash that
// family A compares with is stored.

import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import { newSecret } from '../../../platform/kernel/secrets/secrets.ts'
import { DAY_MS, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
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

/** Both secrets are as good as one that leaked: the longer, the worse. */
const MAX_OVERLAP_DAYS = 90

export interface NewClient {
  /** Generated when absent. */
  readonly clientId?: string | undefined
  readonly expiresAtMs?: number | undefined
  /** The partner's when absent. */
  readonly families?: readonly ClientFamily[] | undefined
  /** Ranges that it may call from; anywhere when absent. */
  readonly addresses?: readonly string[] | undefined
}

/** Absent fields stay unchanged. */
export interface ClientChange {
  readonly addresses?: readonly string[] | undefined
}

export interface ClientRotation {
  readonly expiresAtMs?: number | null | undefined
  /** Until then the present secret is taken too; it is refused at once when absent. */
  readonly oldSecretUntilMs?: number | undefined
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
        client.addresses ?? [],
      ])
      const after = clientIn(await readRecord(work.sql, PARTNERS, readerOf(work), id), clientId)
      await record(work, 'client.create', { partner, after })
      return { ...after, secret }
    })
  }

  /** Refusals: `not-found`. */
  async update(caller: RecordCaller, id: string, clientId: string, change: ClientChange): Promise<ClientRecord> {
    return this.#transaction(caller, async (work) => {
      const partner = await lockRecord(work.sql, PARTNERS, readerOf(work), id, 'change')
      const before = clientIn(partner, clientId)
      await work.sql.query('UPDATE clients SET addresses = $2 WHERE client_id = $1', [
        clientId,
        change.addresses ?? before.addresses,
      ])
      const after = clientIn(await readRecord(work.sql, PARTNERS, readerOf(work), id), clientId)
      await record(work, 'client.update', { partner, before, after })
      return after
    })
  }

  /**
   * The old secret stops working at once, or at the end of an overlap; the expiry may be changed too. Refusals: `not-found`, `invalid`
   * for an overlap that has ended or lasts too long.
   */
  async rotate(
    caller: RecordCaller,
    id: string,
    clientId: string,
    change: ClientRotation = {},
  ): Promise<ClientWithSecret> {
    const secret = newSecret()
    return this.#transaction(caller, async (work) => {
      const partner = await lockRecord(work.sql, PARTNERS, readerOf(work), id, 'change')
      const before = clientIn(partner, clientId)
      checkOverlap(change.oldSecretUntilMs, work.nowMs)
      const expiresAt = typeof change.expiresAtMs === 'number' ? isoTimestamp(change.expiresAtMs) : change.expiresAtMs
      // A secret from before the rotation before is refused from now on, whatever its overlap was.
      await work.sql.query(
        `UPDATE clients
            SET secret_hash = $2, expires_at = $3, old_secret_until = $4,
                old_secret_hash = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE secret_hash END
          WHERE client_id = $1`,
        [
          clientId,
          this.#hash(clientId, secret),
          expiresAt === undefined ? before.expiresAt : expiresAt,
          change.oldSecretUntilMs === undefined ? null : isoTimestamp(change.oldSecretUntilMs),
        ],
      )
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

function checkOverlap(untilMs: number | undefined, nowMs: number): void {
  if (untilMs === undefined || (untilMs > nowMs && untilMs <= nowMs + MAX_OVERLAP_DAYS * DAY_MS)) return
  const message = `must lie in the future, at most ${MAX_OVERLAP_DAYS} days from now`
  throw invalidFields([{ path: 'oldSecretUntil', message }])
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
      `INSERT INTO clients (client_id, partner_id, secret_hash, families, expires_at, created_at, addresses)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values,
    ),
  )
}

const EVENTS = {
  'client.create': 'client.created',
  'client.update': 'client.changed',
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
