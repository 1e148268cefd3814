// Exceptions as administration reads them. An open one is a transaction; a resolved one has a row in
// exception_resolutions, or its transaction shows that it has settled by itself. Declined advices have rows of their own, and so have
// differences of cash, which are of no transaction.

import type { RecordFields } from '../../administration/records/record-kind.ts'
import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import {
  Conditions,
  type IdCondition,
  type ListPage,
  limitTo,
  type PageRequest,
} from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { TokenExceptionKind } from '../../tokens/exceptions/token-exception.ts'
import { type CountedDifference, countedOf } from '../cash/difference-rows.ts'
import type { ReconciledDifference } from '../reconciliations/reconciliation-rows.ts'
import { addScope } from '../transactions/search/transaction-filter.ts'
import {
  type TransactionRecord,
  type TransactionRow,
  transactionColumns,
  transactionOf,
} from '../transactions/transaction-record.ts'
import { EXCEPTIONAL, type ExceptionKind, KIND, type Resolution, UNKNOWN_AFTER_MS } from './exception-kinds.ts'
import { isHostException } from './host/host-rows.ts'
import { rowsOfTheirOwn } from './resolving/rows-of-their-own.ts'

export const EXCEPTION_STATES = ['OPEN', 'RESOLVED'] as const
export type ExceptionState = (typeof EXCEPTION_STATES)[number]

/** Its id is that of its transaction, unless it is a declined advice or what a host has to take back. */
export interface ExceptionRecord extends RecordFields {
  readonly institutionId: string
  readonly kind: ExceptionKind
  readonly transaction: TransactionRecord
  /** What it is known by at its switch. */
  readonly switchMessage?: { readonly switch: string; readonly rrn: string; readonly stan: string }
  /** RECONCILIATION: what the file said. */
  readonly reconciled?: ReconciledDifference
  readonly state: ExceptionState
  readonly resolution?: Resolution
}

/** A difference of cash; its id is that of the count. */
export interface CashExceptionRecord extends RecordFields {
  readonly institutionId: string
  readonly kind: 'CASH_DIFFERENCE'
  readonly cash: CountedDifference
  readonly state: ExceptionState
  readonly resolution?: Resolution
}

/** Those that are read here: of orders, and of terminals. */
export type ReadException = ExceptionRecord | CashExceptionRecord

export interface ExceptionFilter {
  /** A part of the RRN, of the account id, or of the terminal and the reference of a count. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly accountIds?: readonly string[] | undefined
  readonly kind?: readonly ExceptionKind[] | undefined
  readonly state?: readonly ExceptionState[] | undefined
  readonly idConditions?: readonly IdCondition[] | undefined
}

export const EXCEPTION_SORTS = { createdAt: 'x.became_at', kind: 'x.kind', state: `x.action IS NOT NULL` } as const

interface ExceptionRow extends TransactionRow {
  exception_id: string
  kind: ExceptionKind
  became_at: Date
  action: Resolution['action'] | null
  reason: string | null
  resolved_by: string | null
  resolved_at: Date | null
  journal_id: string | null
  external_reference: string | null
}

/** How many transactions of an account are looked through for the reversal that settled an exception. */
const LOOKED_THROUGH = 5_000

// The original of a reversal that was approved before it. The condition on the code is in here, not on the join: then the
// original is looked up for those reversals only, and not for every candidate.
const lateOriginal = (institution: string) => `
  SELECT o.recorded_at FROM transactions o
   WHERE t.response_code = '000' AND o.institution_id = ${institution} AND o.partner_id = t.partner_id AND o.rrn = t.original_rrn
   LIMIT 1`

// When the original of a declined reversal was reversed completely by others; null when it was not.
const reversedOtherwise = (institution: string, ofAccount = '') => `
  SELECT coalesce(
           (SELECT max(r.recorded_at)
              FROM (SELECT n.recorded_at, n.original_id, n.response_code, n.institution_id FROM transactions n
                     WHERE n.account_id = t.account_id AND n.transaction_id > o.transaction_id ${ofAccount}
                     ORDER BY n.transaction_id LIMIT ${LOOKED_THROUGH}) AS r
             WHERE r.original_id = o.transaction_id AND r.response_code = '000' AND r.institution_id = ${institution}),
           (SELECT max(e.resolved_at) FROM exception_resolutions e
             WHERE e.original_id = o.transaction_id AND e.institution_id = ${institution}),
           t.recorded_at) AS settled_at
    FROM transactions o
   WHERE o.account_id = t.account_id AND o.transaction_id = t.original_id AND o.institution_id = ${institution}
     AND o.reversed_minor = o.amount_minor AND e.action IS NULL AND t.response_code <> '911'
     -- Not while a part of it is only reserved.
     AND NOT EXISTS (SELECT FROM transactions u
                      WHERE u.institution_id = ${institution} AND u.original_id = o.transaction_id AND u.response_code = '911')
   LIMIT 1`

const SETTLED_REASON = `CASE t.response_code WHEN '000' THEN 'The original has arrived and was declined'
                             ELSE 'The original has been reversed otherwise' END`

/** On distributed books: the one institution whose exceptions are asked for, at its server. */
export interface Place {
  readonly institutionId: string
  readonly reversalWindowHours: number
}

interface Wanted {
  readonly scope: Scope
  readonly institutionId?: string | undefined
  readonly nowMs: number
  /** Leaves out resolved ones. Those that settled by themselves are still among the rows. */
  readonly isOpen?: boolean
  readonly place?: Place | undefined
}

/** The exceptions of the scope as rows `x`. */
function exceptionRows({ scope, institutionId, nowMs, isOpen = false, place }: Wanted, parameters: Parameters): string {
  const now = `${parameters.add(new Date(nowMs))}::timestamptz`
  // One server answers only when the institution of every table is named by a value.
  const [placed, windowHours] =
    place === undefined
      ? [undefined, 'i.reversal_window_hours']
      : [parameters.add(place.institutionId), `${parameters.add(place.reversalWindowHours)}::integer`]
  const institution = placed ?? 't.institution_id'
  const ofInstitution = new Conditions(parameters)
  // Twice: by the plain equality for the server, and in the collation of the index.
  if (placed !== undefined) ofInstitution.add(atServer(placed))
  // Both conditions, when the caller asks for an institution outside the scope: nothing matches.
  for (const id of new Set([scope.institutionId, institutionId])) {
    ofInstitution.addFor(id, (value) => `t.institution_id COLLATE "POSIX" = ${value}`)
  }
  const where = new Conditions(parameters)
  where.add(ofInstitution.toString())
  addScope(where, scope, parameters)
  const candidates = `
    SELECT ${transactionColumns(institution)}, coalesce(e.kind, ${KIND}) AS kind, b.became_at,
           coalesce(e.action, CASE WHEN s.settled_at IS NOT NULL THEN 'SETTLED' END) AS action,
           CASE WHEN e.action IS NULL THEN ${SETTLED_REASON} ELSE e.reason END AS reason,
           coalesce(e.resolved_by, 'system') AS resolved_by,
           coalesce(e.resolved_at, s.settled_at) AS resolved_at, e.journal_id, t.transaction_id AS exception_id,
           NULL::text AS external_reference
      FROM ${isOpen ? unresolved(ofInstitution.toString(), placed) : 'transactions t'}
      ${placed === undefined ? 'JOIN institutions i ON i.institution_id = t.institution_id' : ''}
      LEFT JOIN exception_resolutions e ON e.institution_id = ${institution} AND e.transaction_id = t.transaction_id
      LEFT JOIN LATERAL (${lateOriginal(institution)}) AS late ON true
     CROSS JOIN LATERAL (
           SELECT t.recorded_at + CASE t.response_code WHEN '911' THEN interval '${UNKNOWN_AFTER_MS} milliseconds'
                                                       WHEN '000' THEN make_interval(hours => ${windowHours})
                                                       ELSE interval '0' END AS became_at) AS b
      LEFT JOIN LATERAL (${reversedOtherwise(institution, placed && `AND n.institution_id = ${placed}`)}) AS other ON true
     CROSS JOIN LATERAL (SELECT coalesce(late.recorded_at, other.settled_at) AS settled_at) AS s
     WHERE ${EXCEPTIONAL} AND ${where.toString()}
       AND (e.action IS NOT NULL OR b.became_at <= ${now})
       AND (late.recorded_at IS NULL OR late.recorded_at > b.became_at)
       AND NOT (t.response_code = '911' AND ${isHostException(institution)})`
  const ofScope = where.toString()
  const found = [candidates, ...rowsOfTheirOwn({ scope, institutionId, isOpen, placed, ofScope }, parameters)].join(
    ' UNION ALL ',
  )
  if (isOpen) return found
  return `${found}
    UNION ALL
    SELECT ${transactionColumns(institution)}, e.kind, t.recorded_at + interval '${UNKNOWN_AFTER_MS} milliseconds', e.action, e.reason,
           e.resolved_by, e.resolved_at, e.journal_id, t.transaction_id, NULL::text
      FROM exception_resolutions e
      JOIN transactions t ON t.institution_id = e.institution_id AND t.partner_id = e.partner_id AND t.rrn = e.rrn
     WHERE e.kind = 'UNKNOWN' AND NOT ${EXCEPTIONAL} AND ${where.toString()}`
}

/**
 * Most candidates are resolved. The index alone tells which are not, and only those are read from the table. OFFSET 0 keeps the
 * planner, which expects ten times as many, from reading all of them.
 */
function unresolved(ofInstitution: string, placed: string | undefined): string {
  return `(SELECT t.institution_id, t.transaction_id FROM transactions t
            WHERE ${EXCEPTIONAL} AND ${ofInstitution}
              AND NOT EXISTS (SELECT 1 FROM exception_resolutions r
                               WHERE r.institution_id = ${placed ?? 't.institution_id'} AND r.transaction_id = t.transaction_id)
           OFFSET 0) AS k
     CROSS JOIN LATERAL (
           SELECT t.* FROM transactions t
            WHERE ${placed === undefined ? 't.institution_id COLLATE "POSIX" = k.institution_id' : atServer(placed)}
              AND t.transaction_id = k.transaction_id AND ${EXCEPTIONAL}
           OFFSET 0) AS t`
}

function atServer(placed: string): string {
  return `t.institution_id = ${placed} AND t.institution_id COLLATE "POSIX" = ${placed}`
}

/** Undefined unless the books are distributed: then the institutions in scope that may have exceptions, each to be asked for its own. */
export async function placesOf(sql: Sql, scope: Scope, institutionId?: string): Promise<readonly Place[] | undefined> {
  if (sql.isDistributed !== true) return undefined
  const { rows } = await sql.query<{ institution_id: string; reversal_window_hours: number }>(
    `SELECT institution_id, reversal_window_hours FROM institutions
      WHERE ($1::text IS NULL OR institution_id = $1) AND ($2::text IS NULL OR institution_id = $2)
      ORDER BY institution_id`,
    [scope.institutionId ?? null, institutionId ?? null],
  )
  return rows.map((row) => ({
    institutionId: row.institution_id,
    reversalWindowHours: row.reversal_window_hours,
  }))
}

/** One page of the exceptions in scope, newest first, and their total. */
export async function listExceptions(
  sql: Sql,
  scope: Scope,
  filter: ExceptionFilter,
  page: PageRequest,
  nowMs: number,
): Promise<ListPage<ReadException>> {
  const counting = new Parameters()
  const count = `SELECT count(*) AS total ${fromFiltered(scope, filter, nowMs, counting)}`
  const paging = new Parameters()
  const part = `
    SELECT x.* ${fromFiltered(scope, filter, nowMs, paging)}
     ORDER BY ${orderOf(page)}
     ${limitTo(page, paging)}`
  const [counted, { rows }] = await Promise.all([
    sql.query<{ total: bigint }>(count, counting.values),
    sql.query<ExceptionRow>(part, paging.values),
  ])
  return { items: rows.map(exceptionOf), total: Number(counted.rows[0]?.total ?? 0n) }
}

export function fromFiltered(
  scope: Scope,
  filter: ExceptionFilter,
  nowMs: number,
  parameters: Parameters,
  place?: Place,
): string {
  const { search, institutionId, accountIds, kind, state, idConditions = [] } = filter
  const isOpen = state?.every((one) => one === 'OPEN') ?? false
  const rows = exceptionRows({ scope, institutionId, nowMs, isOpen, place }, parameters)
  const where = new Conditions(parameters)
  where.addSearch(
    search,
    (pattern) =>
      `(x.rrn ILIKE ${pattern} OR x.account_id ILIKE ${pattern} OR x.account_id IS NULL AND x.terminal_id ILIKE ${pattern})`,
  )
  where.addFor(accountIds, (value) => `x.account_id = ANY (${value}::text[])`)
  where.addFor(kind, (value) => `x.kind = ANY (${value}::text[])`)
  where.addFor(state, (value) => `CASE WHEN x.action IS NULL THEN 'OPEN' ELSE 'RESOLVED' END = ANY (${value}::text[])`)
  for (const condition of idConditions) where.add(condition('x.exception_id', parameters))
  return `FROM (${rows}) AS x WHERE ${where.toString()}`
}

function orderOf({ sort }: PageRequest): string {
  const newest = 'x.became_at DESC, x.exception_id DESC'
  if (sort === undefined) return newest
  const expression = EXCEPTION_SORTS[sort.field as keyof typeof EXCEPTION_SORTS]
  return `${expression} ${sort.direction === 'desc' ? 'DESC' : 'ASC'}, ${newest}`
}

/** Undefined when there is none of this id in scope. */
export async function findException(
  database: Database,
  scope: Scope,
  id: string,
  nowMs: number,
): Promise<ReadException | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await readExceptions(database, scope, [id], nowMs)
  return found
}

/** Those of these ids that are in scope, in no order. On distributed books `institutionIds` spares asking the others. */
export async function readExceptions(
  database: Sql,
  scope: Scope,
  ids: readonly string[],
  nowMs: number,
  institutionIds?: ReadonlySet<string>,
): Promise<readonly ReadException[]> {
  if (ids.length === 0) return []
  const found: ReadException[] = []
  for (const place of (await placesOf(database, scope)) ?? [undefined]) {
    if (found.length === ids.length) break
    if (place !== undefined && institutionIds?.has(place.institutionId) === false) continue
    const parameters = new Parameters()
    const rows = exceptionRows({ scope, nowMs, place }, parameters)
    // A single id is compared as one: it is looked up by an index, and a list of unknown length might not be.
    const [only] = ids
    const wanted =
      ids.length === 1
        ? `x.exception_id = ${parameters.add(only)}`
        : `x.exception_id = ANY (${parameters.add([...ids])}::uuid[])`
    const read = await database.query<ExceptionRow>(`SELECT x.* FROM (${rows}) AS x WHERE ${wanted}`, parameters.values)
    found.push(...read.rows.map(exceptionOf))
  }
  return found
}

/** The ids of all that are open, in no order. */
export async function readOpenIds(sql: Sql, place: Place | undefined, nowMs: number): Promise<readonly string[]> {
  const parameters = new Parameters()
  const { rows } = await sql.query<{ id: string }>(
    `SELECT x.exception_id AS id FROM (${exceptionRows({ scope: {}, nowMs, isOpen: true, place }, parameters)}) AS x
      WHERE x.action IS NULL`,
    parameters.values,
  )
  return rows.map((row) => row.id)
}

/** Open ones besides those of these ids, in no order. */
export async function readUntold(
  sql: Sql,
  place: Place | undefined,
  toldIds: readonly string[],
  nowMs: number,
  limit: number,
): Promise<readonly ReadException[]> {
  const parameters = new Parameters()
  const { rows } = await sql.query<ExceptionRow>(
    `SELECT x.* FROM (${exceptionRows({ scope: {}, nowMs, isOpen: true, place }, parameters)}) AS x
      WHERE x.action IS NULL AND x.exception_id <> ALL (${parameters.add([...toldIds])}::uuid[])
      LIMIT ${parameters.add(limit)}::bigint`,
    parameters.values,
  )
  return rows.map(exceptionOf)
}

export interface OpenExceptions {
  readonly institutionId: string
  readonly kind: ExceptionKind | TokenExceptionKind
  readonly count: number
}

/** How many are open, by institution and kind; none is left out of the list. */
export async function countOpenExceptions(database: Database, scope: Scope, nowMs: number): Promise<OpenExceptions[]> {
  const found: OpenExceptions[] = []
  for (const place of (await placesOf(database, scope)) ?? [undefined]) {
    const parameters = new Parameters()
    const { rows } = await database.query<{ institution_id: string; kind: ExceptionKind; count: bigint }>(
      `SELECT x.institution_id, x.kind, count(*) AS count
         FROM (${exceptionRows({ scope, nowMs, isOpen: true, place }, parameters)}) AS x
        WHERE x.action IS NULL
        GROUP BY x.institution_id, x.kind`,
      parameters.values,
    )
    found.push(...rows.map((row) => ({ institutionId: row.institution_id, kind: row.kind, count: Number(row.count) })))
  }
  return found
}

function exceptionOf(row: ExceptionRow): ReadException {
  const { kind, action } = row
  const createdAt = isoTimestamp(row.became_at.getTime())
  const about = kind === 'CASH_DIFFERENCE' ? { kind, cash: countedOf(row) } : { kind, transaction: transactionOf(row) }
  const common = { id: row.exception_id, createdAt, createdBy: 'system', institutionId: row.institution_id, ...about }
  if (action === null || row.resolved_at === null) {
    return { ...common, version: 1, updatedAt: createdAt, updatedBy: 'system', state: 'OPEN' }
  }
  const [at, by] = [isoTimestamp(row.resolved_at.getTime()), row.resolved_by ?? 'system']
  const journal = row.journal_id === null ? {} : { journalId: row.journal_id }
  return {
    ...common,
    version: 2,
    updatedAt: at,
    updatedBy: by,
    state: 'RESOLVED',
    resolution: {
      action,
      reason: row.reason ?? '',
      by,
      at,
      ...journal,
      ...(row.external_reference !== null && { externalReference: row.external_reference }),
    },
  }
}
