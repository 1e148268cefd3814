// Terminals: where an institution's customers are served. Family A obeys a change on every node before its caller is
// answered, because the directory is reloaded.
//
//   state            activate    deactivate   decommission
//   REGISTERED       ACTIVE      409          DECOMMISSIONED
//   ACTIVE           –           INACTIVE     DECOMMISSIONED
//   INACTIVE         ACTIVE      –            DECOMMISSIONED
//   DECOMMISSIONED   409         409          409
//
// `–`: it is already so; nothing changes.

import { minorFromNumber } from '../../../platform/kernel/money/money.ts'
import { invalidFields, type Problem, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { assertVersion, changeRecord, deleteRecord, UNCHANGED } from '../../records/change-record.ts'
import type { Row } from '../../records/columns.ts'
import { assertFixed } from '../../records/fixed-fields.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { createRecord, writeFields } from '../../records/write-record.ts'
import type { PartnerServices } from '../change-directory.ts'
import type { Service } from '../directory.ts'
import { DirectoryRecords } from '../directory-records.ts'
import { institutionProblem } from '../institution-problems.ts'
import { deleteKeysOf, revokeKeysOf } from '../terminal-keys/revoke-keys.ts'
import {
  type RecordedStatus,
  type SmallestNote,
  TERMINALS,
  type TerminalFilter,
  type TerminalKind,
  type TerminalLimits,
  type TerminalRecord,
} from './terminal-records.ts'

/** A change keeps absent limits and clears those that are null. */
type SentLimits = { readonly [Name in keyof TerminalLimits]: TerminalLimits[Name] | null }

export interface NewTerminal {
  readonly terminalId: string
  readonly institutionId: string
  readonly acceptorId: string
  readonly kind: TerminalKind
  readonly location: string
  readonly branchId: string
  readonly subTenantId?: string | null | undefined
  readonly currencies?: readonly string[] | null | undefined
  /** Absent or null: the institution's, as they are at any time. */
  readonly services?: readonly Service[] | null | undefined
  readonly smallestNote?: SmallestNote | null | undefined
  readonly limits?: SentLimits | null | undefined
}

/** Absent fields stay unchanged, null clears; `version` is the one that was read. */
export interface TerminalChange extends Partial<NewTerminal> {
  readonly version: number
}

type Action = 'activate' | 'deactivate' | 'decommission'

const ENDS: Readonly<Record<Action, RecordedStatus>> = {
  activate: 'ACTIVE',
  deactivate: 'INACTIVE',
  decommission: 'DECOMMISSIONED',
}

const STARTS: Readonly<Record<Action, readonly RecordedStatus[]>> = {
  activate: ['REGISTERED', 'INACTIVE'],
  deactivate: ['ACTIVE'],
  decommission: ['REGISTERED', 'ACTIVE', 'INACTIVE'],
}

/** The cash in terminals, as the concept that keeps it says in the transaction that has locked one. */
export interface CashInTerminals {
  /** Throws when cash is expected in it. */
  assertNone(sql: Sql, terminal: Pick<TerminalRecord, 'institutionId' | 'terminalId'>): Promise<void>
  hasMovements(sql: Sql, terminal: Pick<TerminalRecord, 'institutionId' | 'terminalId'>): Promise<boolean>
}

export interface TerminalServices extends PartnerServices {
  readonly cash?: CashInTerminals | undefined
}

export class Terminals extends DirectoryRecords<TerminalRecord, TerminalFilter> {
  readonly #cash: CashInTerminals | undefined

  constructor(services: TerminalServices) {
    super(TERMINALS, services)
    this.#cash = services.cash
  }

  /**
   * Refusals: `not-found` for an institution or sub-tenant outside the scope, `invalid`, `conflict` when the id is
   * taken or the institution is terminated.
   */
  create(caller: RecordCaller, terminal: NewTerminal): Promise<TerminalRecord> {
    return this.transaction(caller, async (work) => {
      const { scope } = caller.principal
      const subTenantId = terminal.subTenantId ?? scope.subTenantId ?? null
      assertWithinScope(scope, terminal.institutionId, subTenantId)
      const institution = await readInstitution(work.sql, terminal.institutionId)
      assertNotTerminated(institution)
      assertBranch(institution, terminal.branchId)
      if (subTenantId !== null) await assertSubTenant(work.sql, terminal.institutionId, subTenantId)
      const { terminalId, institutionId, currencies = null, services = null } = terminal
      const fields = fieldsOf({ ...terminal, subTenantId, currencies, services }, institution)
      const amounts = amountColumns(terminal, institution)
      return await refuseDuplicate('terminals_pkey', terminalIdTaken, () =>
        createRecord(work, TERMINALS, { terminalId, institutionId, ...fields, status: 'REGISTERED' }, amounts),
      )
    })
  }

  /** Refusals: as for create; `conflict` when the version is stale or the terminal is decommissioned. */
  update(caller: RecordCaller, id: string, change: TerminalChange): Promise<TerminalRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, TERMINALS, 'terminal.update', id, async (before) => {
        assertVersion(TERMINALS, before, change.version)
        assertFixed(['terminalId', 'institutionId'], before, change)
        if (before.status === 'DECOMMISSIONED') throw wrongState('a decommissioned terminal cannot be changed')
        const { institutionId } = before
        const subTenantId = change.subTenantId === undefined ? (before.subTenantId ?? null) : change.subTenantId
        assertWithinScope(caller.principal.scope, institutionId, subTenantId)
        const institution = await readInstitution(work.sql, institutionId)
        assertNotTerminated(institution)
        // One that stays may be of a branch that is gone: earlier versions did not check it.
        if (change.branchId !== before.branchId) assertBranch(institution, change.branchId)
        const isMoved = subTenantId !== null && subTenantId !== before.subTenantId
        if (isMoved) await assertSubTenant(work.sql, institutionId, subTenantId)
        const fields = fieldsOf({ ...change, subTenantId }, institution)
        await writeFields(work, TERMINALS, id, fields, amountColumns(change, institution))
      }),
    )
  }

  setActive(caller: RecordCaller, id: string, isActive: boolean): Promise<TerminalRecord> {
    return this.#move(caller, id, isActive ? 'activate' : 'deactivate')
  }

  /** Ends its service for good, and revokes its keys. Refusals: `conflict` while cash is expected in it. */
  decommission(caller: RecordCaller, id: string): Promise<TerminalRecord> {
    return this.#move(caller, id, 'decommission')
  }

  /** Refusals: `not-found`, and `conflict` when it has transactions or cash was moved, which keep its id. */
  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, TERMINALS, 'terminal.delete', id, async ({ institutionId, terminalId }) => {
        if (await hasTransactions(work.sql, institutionId, terminalId)) {
          throw institutionProblem('terminal-in-use', 'the terminal has transactions; decommission it instead')
        }
        if ((await this.#cash?.hasMovements(work.sql, { institutionId, terminalId })) === true) {
          throw institutionProblem('terminal-in-use', 'cash was moved in the terminal; decommission it instead')
        }
        await deleteKeysOf(work, { institutionId, terminalId })
        await work.sql.query('DELETE FROM terminal_usage WHERE institution_id = $1 AND terminal_id = $2', [
          institutionId,
          terminalId,
        ])
        await work.sql.query('DELETE FROM terminals WHERE id = $1', [id])
      }),
    )
  }

  #move(caller: RecordCaller, id: string, action: Action): Promise<TerminalRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, TERMINALS, `terminal.${action}`, id, async (before) => {
        const { status } = before
        if (!STARTS[action].includes(status)) {
          if (status === ENDS[action] && action !== 'decommission') return UNCHANGED
          throw wrongState(`a terminal that is ${status} cannot be ${PARTICIPLES[action]}`)
        }
        if (action === 'activate') assertNotTerminated(await readInstitution(work.sql, before.institutionId))
        if (action === 'decommission') {
          await this.#cash?.assertNone(work.sql, before)
          await revokeKeysOf(work, before)
        }
        return await writeFields(work, TERMINALS, id, { status: ENDS[action] })
      }),
    )
  }
}

const PARTICIPLES: Readonly<Record<Action, string>> = {
  activate: 'activated',
  deactivate: 'deactivated',
  decommission: 'decommissioned',
}

function wrongState(message: string): Problem {
  return institutionProblem('terminal-state', message)
}

/** A user with a scope may name only what is in it, and does not learn whether something else exists. */
function assertWithinScope(scope: Scope, institutionId: string, subTenantId: string | null): void {
  if (scope.institutionId !== undefined && scope.institutionId !== institutionId) {
    throw institutionProblem('institution-not-found', 'there is no such institution')
  }
  if (scope.subTenantId !== undefined && scope.subTenantId !== subTenantId?.toLowerCase()) {
    throw institutionProblem('sub-tenant-not-found', 'there is no such sub-tenant')
  }
}

interface InstitutionTerms {
  readonly status: string
  readonly baseCurrency: string
  readonly services: readonly Service[]
  readonly branchIds: readonly string[]
}

interface InstitutionRow {
  status: string
  base_currency: string
  services: Service[]
  branches: { readonly id: string }[]
}

/** Locked against a change of its state, its branches, and the base currency, in which the limits are kept. */
async function readInstitution(sql: Sql, institutionId: string): Promise<InstitutionTerms> {
  const { rows } = await sql.query<InstitutionRow>(
    'SELECT status, base_currency, services, branches FROM institutions WHERE institution_id = $1 FOR SHARE',
    [institutionId],
  )
  const [row] = rows
  if (row === undefined) throw invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
  const { status, base_currency: baseCurrency, services } = row
  return { status, baseCurrency, services, branchIds: row.branches.map(({ id }) => id) }
}

/** What a terminated institution has can only be switched off. */
function assertNotTerminated({ status }: InstitutionTerms): void {
  if (status === 'TERMINATED') throw wrongState('the institution is TERMINATED')
}

function assertBranch({ branchIds }: InstitutionTerms, branchId: string | undefined): void {
  if (branchId === undefined || branchIds.includes(branchId)) return
  throw invalidFields([{ path: 'branchId', message: 'is not a branch of the institution' }])
}

async function assertSubTenant(sql: Sql, institutionId: string, subTenantId: string): Promise<void> {
  const { rows } = await sql.query<{ status: string }>(
    'SELECT status FROM sub_tenants WHERE sub_tenant_id = $1 AND institution_id = $2 FOR SHARE',
    [subTenantId, institutionId],
  )
  const [row] = rows
  if (row === undefined) {
    throw invalidFields([{ path: 'subTenantId', message: 'is not a sub-tenant of the institution' }])
  }
  if (row.status === 'CLOSED') throw wrongState('the sub-tenant is closed')
}

type Terms = Partial<Omit<NewTerminal, 'terminalId' | 'institutionId'>>

function fieldsOf(terms: Terms, institution: InstitutionTerms) {
  const { acceptorId, kind, location, branchId, subTenantId, currencies, services } = terms
  return {
    ...{ acceptorId, kind, location, branchId, subTenantId },
    currencies: currencies === undefined ? undefined : [...new Set(currencies)],
    services: services === undefined ? undefined : [...new Set(services ?? institution.services)],
    inheritsServices: services === undefined ? undefined : services === null,
  }
}

const NO_LIMITS: SentLimits = { perTransaction: null, perDay: null, countPerDay: null }

/** Amounts are kept in minor units. */
function amountColumns({ smallestNote: note, limits: sent }: Terms, { baseCurrency }: InstitutionTerms): Row {
  const faults: ProblemDetail[] = []
  const minorOf = (path: string, amount: number | null | undefined, currency: string): bigint | null | undefined => {
    if (amount === undefined || amount === null) return amount
    const minor = minorFromNumber(amount, currency)
    if (minor === undefined) faults.push({ path, message: `must be exact in ${currency}, with at most 15 digits` })
    return minor
  }
  const limits = sent === null ? NO_LIMITS : sent
  const columns = {
    smallest_note_minor: note && minorOf('smallestNote.amount', note.amount, note.currencyCode),
    note_currency: note === null ? null : note?.currencyCode,
    limit_per_transaction_minor: minorOf('limits.perTransaction', limits?.perTransaction, baseCurrency),
    limit_per_day_minor: minorOf('limits.perDay', limits?.perDay, baseCurrency),
    limit_count_per_day: limits?.countPerDay,
  }
  if (faults.length > 0) throw invalidFields(faults)
  return columns
}

function terminalIdTaken(cause: unknown): Problem {
  return institutionProblem('terminal-id-taken', 'the institution has a terminal with this terminalId', { cause })
}

/** The database function uses the Bloom index, regardless of the planner's estimates. */
async function hasTransactions(sql: Sql, institutionId: string, terminalId: string): Promise<boolean> {
  const { rows } = await sql.query<{ used: boolean }>('SELECT terminal_has_transactions($1, $2) AS used', [
    institutionId,
    terminalId,
  ])
  return rows[0]?.used === true
}
