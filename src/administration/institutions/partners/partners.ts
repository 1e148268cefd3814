// Partners: who may call the API families, with which operations and for which institutions. A change reaches every node
// through the directory's epoch.

import { invalidFields, type Problem, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { assertVersion, changeRecord, deleteRecord } from '../../records/change-record.ts'
import { assertFixed } from '../../records/fixed-fields.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { createRecord, switchRecord, writeFields } from '../../records/write-record.ts'
import type { PartnerServices } from '../change-directory.ts'
import { Clients } from '../clients/clients.ts'
import { DirectoryRecords } from '../directory-records.ts'
import { institutionProblem } from '../institution-problems.ts'
import { type ApiFamily, GRANTABLE_OPERATIONS } from './api-families.ts'
import { PARTNERS, type PartnerFilter, type PartnerRecord } from './partner-records.ts'

export interface NewPartner {
  readonly partnerId: string
  readonly name: string
  readonly families?: readonly ApiFamily[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly institutionIds: readonly string[]
  readonly clientIdPolicy?: boolean | undefined
  readonly rateLimit?: { readonly perSecond: number } | null | undefined
}

/** Absent fields stay unchanged; `version` is the one that was read. */
export interface PartnerChange extends Partial<NewPartner> {
  readonly version: number
}

/** The fields that create and change share. */
type Terms = Required<{ [Name in Exclude<keyof NewPartner, 'partnerId'>]: Exclude<NewPartner[Name], undefined> }>

export class Partners extends DirectoryRecords<PartnerRecord, PartnerFilter> {
  readonly clients: Clients

  constructor(services: PartnerServices) {
    super(PARTNERS, services)
    this.clients = new Clients(services)
  }

  /** Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the partnerId is taken. */
  create(caller: RecordCaller, partner: NewPartner): Promise<PartnerRecord> {
    const { partnerId } = partner
    const terms: Terms = {
      name: partner.name,
      families: unique(partner.families ?? ['accounts']),
      operations: unique(partner.operations ?? []),
      institutionIds: unique(partner.institutionIds),
      clientIdPolicy: partner.clientIdPolicy ?? true,
      rateLimit: partner.rateLimit ?? null,
    }
    return this.transaction(caller, async (work) => {
      await checkTerms(work.sql, caller.principal.scope, terms)
      return await refuseDuplicate('partners_pkey', partnerIdTaken, () =>
        createRecord(work, PARTNERS, { partnerId, ...terms }),
      )
    })
  }

  /** Refusals: as for create, and `conflict` when the version is stale. */
  update(caller: RecordCaller, id: string, change: PartnerChange): Promise<PartnerRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, PARTNERS, 'partner.update', id, async (before) => {
        assertVersion(PARTNERS, before, change.version)
        assertFixed(['partnerId'], before, change)
        const terms: Terms = {
          name: change.name ?? before.name,
          families: unique(change.families ?? before.families),
          operations: unique(change.operations ?? before.operations),
          institutionIds: unique(change.institutionIds ?? before.institutionIds),
          clientIdPolicy: change.clientIdPolicy ?? before.clientIdPolicy,
          rateLimit: change.rateLimit === undefined ? before.rateLimit : change.rateLimit,
        }
        await checkTerms(work.sql, caller.principal.scope, terms)
        await writeFields(work, PARTNERS, id, terms)
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<PartnerRecord> {
    return this.transaction(caller, (work) => switchRecord(work, PARTNERS, id, isActive))
  }

  /** Deletes its clients too. Refusals: `not-found`, and `conflict` when it has transactions, loans or applications, which keep its id. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, PARTNERS, 'partner.delete', id, async ({ partnerId }) => {
        const { sql } = work
        if (await hasTransactions(sql, partnerId)) {
          throw institutionProblem('partner-in-use', 'the partner has transactions; deactivate it instead')
        }
        if (await hasLoans(sql, partnerId)) {
          throw institutionProblem('partner-in-use', 'the partner has loans or applications; deactivate it instead')
        }
        await sql.query(
          'DELETE FROM client_usage USING clients WHERE client_usage.client_id = clients.client_id AND partner_id = $1',
          [partnerId],
        )
        await sql.query('DELETE FROM clients WHERE partner_id = $1', [partnerId])
        await sql.query('DELETE FROM partners WHERE id = $1', [id])
      }),
    )
  }
}

/** A user with a scope may name only their own institution, and does not learn whether another one exists. */
async function checkTerms(sql: Sql, scope: Scope, terms: Terms): Promise<void> {
  const { institutionId, subTenantId } = scope
  const isOutside = institutionId !== undefined && terms.institutionIds.some((named) => named !== institutionId)
  if (isOutside || subTenantId !== undefined)
    throw institutionProblem('institution-not-found', 'there is no such institution')

  // Locked against deletion: no foreign key holds what a list names.
  const { rows } = await sql.query<{ institution_id: string }>(
    'SELECT institution_id FROM institutions WHERE institution_id = ANY ($1) ORDER BY institution_id FOR KEY SHARE',
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

function partnerIdTaken(cause: unknown): Problem {
  return institutionProblem('partner-id-taken', 'the partnerId is taken', { cause })
}

/** One probe of the primary key per institution, however many transactions there are. */
async function hasTransactions(sql: Sql, partnerId: string): Promise<boolean> {
  if (sql.isDistributed === true) {
    const { rows } = await sql.query<{ institution_id: string }>('SELECT institution_id FROM institutions')
    const used = await sql.query(
      'SELECT 1 FROM transactions WHERE institution_id = ANY ($2::text[]) AND partner_id = $1 LIMIT 1',
      [partnerId, rows.map((row) => row.institution_id)],
    )
    return used.rowCount > 0
  }
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

/** Another partner of the same id would see them. */
async function hasLoans(sql: Sql, partnerId: string): Promise<boolean> {
  for (const table of ['loan_applications', 'loans']) {
    const { rowCount } = await sql.query(`SELECT 1 FROM ${table} WHERE partner_id = $1 LIMIT 1`, [partnerId])
    if (rowCount > 0) return true
  }
  return false
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)]
}
