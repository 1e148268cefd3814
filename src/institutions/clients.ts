// Clients: the credentials a partner calls with. A secret leaves here once, when it is made; what is kept is a hash that
// family A compares with.

import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { isoTimestamp } from '../kernel/clock.ts'
import { invalidFields, type Problem } from '../kernel/problem.ts'
import type { Scope } from '../kernel/scope.ts'
import { newSecret } from '../kernel/secrets.ts'
import type { Sql } from '../storage/database.ts'
import { refuseDuplicate } from '../storage/duplicates.ts'
import type { ApiFamily } from './api-families.ts'
import { changeDirectory, type PartnerServices } from './change-directory.ts'
import { clientSecretContext } from './client-secret.ts'
import { institutionProblem } from './institution-problems.ts'
import { type ClientRecord, ownerOf, type PartnerRecord, readPartner } from './partner-records.ts'

export interface NewClient {
  /** One is made when it is absent. */
  readonly clientId?: string | undefined
  readonly expiresAtMs?: number | undefined
  /** Those of the partner when absent. */
  readonly families?: readonly ApiFamily[] | undefined
}

/** The only time the secret is seen. */
export interface ClientWithSecret extends ClientRecord {
  readonly secret: string
}

export class Clients {
  readonly #services: PartnerServices

  constructor(services: PartnerServices) {
    this.#services = services
  }

  /** Refusals: `not-found` for the partner, `invalid` for a family it lacks, `conflict` when the clientId is taken. */
  async create(actor: Actor, scope: Scope, id: string, client: NewClient): Promise<ClientWithSecret> {
    const clientId =
      client.clientId ??
      `client-${newSecret()
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(0, 16)}`
    const secret = newSecret()
    return changeDirectory(this.#services, async (sql, nowMs) => {
      const partner = await readPartner(sql, scope, id, { lock: true })
      const families = [...new Set(client.families ?? partner.families)]
      checkFamilies(families, partner)
      await insertClient(sql, [
        clientId,
        partner.partnerId,
        this.#hash(clientId, secret),
        families,
        client.expiresAtMs === undefined ? null : isoTimestamp(client.expiresAtMs),
        isoTimestamp(nowMs),
      ])
      const after = clientIn(await readPartner(sql, scope, id), clientId)
      await audit(sql, nowMs, actor, 'client.create', { partner, after })
      return { ...after, secret }
    })
  }

  /** The old secret ends with the change, and an end date may be set anew. Refusals: `not-found`. */
  async rotate(
    actor: Actor,
    scope: Scope,
    id: string,
    clientId: string,
    change: { readonly expiresAtMs?: number | null | undefined } = {},
  ): Promise<ClientWithSecret> {
    const secret = newSecret()
    return changeDirectory(this.#services, async (sql, nowMs) => {
      const partner = await readPartner(sql, scope, id, { lock: true })
      const before = clientIn(partner, clientId)
      const expiresAt = typeof change.expiresAtMs === 'number' ? isoTimestamp(change.expiresAtMs) : change.expiresAtMs
      await sql.query('UPDATE clients SET secret_hash = $2, expires_at = $3 WHERE client_id = $1', [
        clientId,
        this.#hash(clientId, secret),
        expiresAt === undefined ? before.expiresAt : expiresAt,
      ])
      const after = clientIn(await readPartner(sql, scope, id), clientId)
      await audit(sql, nowMs, actor, 'client.rotate', { partner, before, after })
      return { ...after, secret }
    })
  }

  /** Refusals: `not-found`. */
  async remove(actor: Actor, scope: Scope, id: string, clientId: string): Promise<void> {
    await changeDirectory(this.#services, async (sql, nowMs) => {
      const partner = await readPartner(sql, scope, id, { lock: true })
      const before = clientIn(partner, clientId)
      await sql.query('DELETE FROM clients WHERE client_id = $1', [clientId])
      await sql.query('DELETE FROM client_usage WHERE client_id = $1', [clientId])
      await audit(sql, nowMs, actor, 'client.delete', { partner, before })
    })
  }

  #hash(clientId: string, secret: string): string {
    return this.#services.secretBox.lookupHash(secret, clientSecretContext(clientId))
  }
}

function checkFamilies(families: readonly ApiFamily[], partner: PartnerRecord): void {
  const faults = families.flatMap((family, index) =>
    partner.families.includes(family) ? [] : [{ path: `families[${index}]`, message: "is not one of the partner's" }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

/** The partner's client of that name; another partner's is as good as none. */
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

interface ClientEvent {
  readonly partner: PartnerRecord
  readonly before?: ClientRecord
  readonly after?: ClientRecord
}

function audit(sql: Sql, nowMs: number, actor: Actor, action: string, event: ClientEvent): Promise<void> {
  const { partner, before, after } = event
  const { partnerId } = partner
  return recordAudit(sql, nowMs, actor, {
    action,
    resource: 'client',
    resourceId: (after ?? before)?.clientId ?? '',
    ...(before && { before: { partnerId, ...before } }),
    ...(after && { after: { partnerId, ...after } }),
    ...ownerOf(partner),
  })
}
