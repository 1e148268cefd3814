// Partners: who may call the API families, with which operations and for which institutions. Every change is audited in
// its own transaction, and reaches each node through the directory's epoch.

import { type Actor, authorOf } from '../audit/actor.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { isoTimestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { invalidFields, type Problem, type ProblemDetail } from '../kernel/problem.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Sql } from '../storage/database.ts'
import { refuseDuplicate } from '../storage/duplicates.ts'
import type { ListPage, PageRequest } from '../storage/list-query.ts'
import { type ApiFamily, GRANTABLE_OPERATIONS } from './api-families.ts'
import { changeDirectory, type PartnerServices } from './change-directory.ts'
import { Clients } from './clients.ts'
import { institutionProblem } from './institution-problems.ts'
import { listPartners, ownerOf, type PartnerFilter, type PartnerRecord, readPartner } from './partner-records.ts'

export interface NewPartner {
  readonly partnerId: string
  readonly name: string
  readonly families?: readonly ApiFamily[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly institutionIds: readonly string[]
  readonly clientIdPolicy?: boolean | undefined
  readonly rateLimit?: { readonly perSecond: number } | null | undefined
}

/** What is absent stays as it is; `version` is the one that was read. */
export interface PartnerChange extends Partial<NewPartner> {
  readonly version: number
}

/** What can be said of a partner, whether it is new or changed. */
type Terms = Required<{ [Name in Exclude<keyof NewPartner, 'partnerId'>]: Exclude<NewPartner[Name], undefined> }>

export class Partners {
  readonly clients: Clients
  readonly #services: PartnerServices

  constructor(services: PartnerServices) {
    this.clients = new Clients(services)
    this.#services = services
  }

  /** Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the partnerId is taken. */
  async create(actor: Actor, scope: Scope, partner: NewPartner): Promise<PartnerRecord> {
    const { partnerId } = partner
    const terms: Terms = {
      name: partner.name,
      families: unique(partner.families ?? ['accounts']),
      operations: unique(partner.operations ?? []),
      institutionIds: unique(partner.institutionIds),
      clientIdPolicy: partner.clientIdPolicy ?? true,
      rateLimit: partner.rateLimit ?? null,
    }
    return changeDirectory(this.#services, async (sql, nowMs) => {
      await checkTerms(sql, scope, terms)
      const id = newId(nowMs)
      await insertPartner(sql, { id, partnerId, terms, by: authorOf(actor), at: isoTimestamp(nowMs) })
      const after = await readPartner(sql, scope, id)
      await audit(sql, nowMs, actor, 'partner.create', { after })
      return after
    })
  }

  get(scope: Scope, id: string): Promise<PartnerRecord> {
    return readPartner(this.#services.database, scope, id)
  }

  list(scope: Scope, filter: PartnerFilter, page: PageRequest): Promise<ListPage<PartnerRecord>> {
    return listPartners(this.#services.database, scope, filter, page)
  }

  /** Refusals: as for create, and `conflict` when the version is stale. */
  async update(actor: Actor, scope: Scope, id: string, change: PartnerChange): Promise<PartnerRecord> {
    return changeDirectory(this.#services, async (sql, nowMs) => {
      const before = await readPartner(sql, scope, id, { lock: true })
      if (change.version !== before.version)
        throw institutionProblem('partner-changed', 'the partner was changed since it was read')
      if (change.partnerId !== undefined && change.partnerId !== before.partnerId) {
        throw invalidFields([{ path: 'partnerId', message: 'cannot be changed' }])
      }
      const terms: Terms = {
        name: change.name ?? before.name,
        families: unique(change.families ?? before.families),
        operations: unique(change.operations ?? before.operations),
        institutionIds: unique(change.institutionIds ?? before.institutionIds),
        clientIdPolicy: change.clientIdPolicy ?? before.clientIdPolicy,
        rateLimit: change.rateLimit === undefined ? before.rateLimit : change.rateLimit,
      }
      await checkTerms(sql, scope, terms)
      await sql.query(
        `UPDATE partners
            SET name = $2, families = $3, operations = $4, institution_ids = $5, client_id_policy = $6,
                rate_per_second = $7, version = version + 1, updated_by = $8, updated_at = $9
          WHERE id = $1`,
        [id, ...columnsOf(terms), authorOf(actor), isoTimestamp(nowMs)],
      )
      const after = await readPartner(sql, scope, id)
      await audit(sql, nowMs, actor, 'partner.update', { before, after })
      return after
    })
  }

  async setActive(actor: Actor, scope: Scope, id: string, isActive: boolean): Promise<PartnerRecord> {
    return changeDirectory(this.#services, async (sql, nowMs) => {
      const before = await readPartner(sql, scope, id, { lock: true })
      if (before.isActive === isActive) return before
      await sql.query(
        'UPDATE partners SET is_active = $2, version = version + 1, updated_by = $3, updated_at = $4 WHERE id = $1',
        [id, isActive, authorOf(actor), isoTimestamp(nowMs)],
      )
      const after = await readPartner(sql, scope, id)
      await audit(sql, nowMs, actor, isActive ? 'partner.activate' : 'partner.deactivate', { before, after })
      return after
    })
  }

  /** Its clients go too. Refusals: `not-found`, and `conflict` when it has transactions, which name it for ever. */
  async remove(actor: Actor, scope: Scope, id: string): Promise<void> {
    await changeDirectory(this.#services, async (sql, nowMs) => {
      const before = await readPartner(sql, scope, id, { lock: true })
      if (await hasTransactions(sql, before.partnerId)) {
        throw institutionProblem('partner-in-use', 'the partner has transactions; deactivate it instead')
      }
      await sql.query(
        'DELETE FROM client_usage USING clients WHERE client_usage.client_id = clients.client_id AND partner_id = $1',
        [before.partnerId],
      )
      await sql.query('DELETE FROM clients WHERE partner_id = $1', [before.partnerId])
      await sql.query('DELETE FROM partners WHERE id = $1', [id])
      await audit(sql, nowMs, actor, 'partner.delete', { before })
    })
  }
}

/** A scoped user may name the own institution only; whether another one exists is not theirs to learn. */
async function checkTerms(sql: Sql, scope: Scope, terms: Terms): Promise<void> {
  const { institutionId, subTenantId } = scope
  const isOutside = institutionId !== undefined && terms.institutionIds.some((named) => named !== institutionId)
  if (isOutside || subTenantId !== undefined)
    throw institutionProblem('institution-not-found', 'there is no such institution')

  const { rows } = await sql.query<{ institution_id: string }>(
    'SELECT institution_id FROM institutions WHERE institution_id = ANY ($1)',
    [terms.institutionIds],
  )
  const institutions = new Set(rows.map((row) => row.institution_id))
  const operations = new Set(terms.families.flatMap((family) => GRANTABLE_OPERATIONS[family]))
  const faults: ProblemDetail[] = [
    ...missing('institutionIds', terms.institutionIds, institutions, 'is not an institution'),
    ...missing('operations', terms.operations, operations, "is not an operation of the partner's families"),
  ]
  if (faults.length > 0) throw invalidFields(faults)
}

function missing(name: string, named: readonly string[], known: ReadonlySet<string>, message: string): ProblemDetail[] {
  return named.flatMap((item, index) => (known.has(item) ? [] : [{ path: `${name}[${index}]`, message }]))
}

interface PartnerInsert {
  readonly id: string
  readonly partnerId: string
  readonly terms: Terms
  readonly by: string
  readonly at: string
}

function partnerIdTaken(cause: unknown): Problem {
  return institutionProblem('partner-id-taken', 'the partnerId is taken', { cause })
}

async function insertPartner(sql: Sql, { id, partnerId, terms, by, at }: PartnerInsert): Promise<void> {
  await refuseDuplicate('partners_pkey', partnerIdTaken, () =>
    sql.query(
      `INSERT INTO partners (id, name, families, operations, institution_ids, client_id_policy, rate_per_second,
                             partner_id, created_by, updated_by, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $10)`,
      [id, ...columnsOf(terms), partnerId, by, at],
    ),
  )
}

function columnsOf(terms: Terms): unknown[] {
  const { name, families, operations, institutionIds, clientIdPolicy, rateLimit } = terms
  return [name, families, operations, institutionIds, clientIdPolicy, rateLimit?.perSecond ?? null]
}

/** One probe of the primary key per institution, however many transactions there are. */
async function hasTransactions(sql: Sql, partnerId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT 1 FROM institutions
      CROSS JOIN LATERAL (SELECT 1 FROM transactions
                           WHERE transactions.institution_id = institutions.institution_id AND partner_id = $1
                           LIMIT 1) AS used
      LIMIT 1`,
    [partnerId],
  )
  return rowCount > 0
}

function audit(
  sql: Sql,
  nowMs: number,
  actor: Actor,
  action: string,
  states: { readonly before?: PartnerRecord; readonly after?: PartnerRecord },
): Promise<void> {
  const { before, after } = states
  const partner = after ?? before
  // A partner that changes hands is the platform's business: neither owner is shown what it was to the other.
  const changesHands =
    before !== undefined && after !== undefined && ownerOf(before).institutionId !== ownerOf(after).institutionId
  return recordAudit(sql, nowMs, actor, {
    action,
    resource: 'partner',
    ...(partner && { resourceId: partner.id }),
    ...states,
    ...(!changesHands && ownerOf(partner)),
  })
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)]
}
