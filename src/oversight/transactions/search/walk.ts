// Walks transactions in order and collects those that match, window by window: a filter that hardly anything matches would
// otherwise read all of them. Between windows the walk looks at the clock, and stops when its time is over; the caller gets the
// position to go on from. Windows grow, so that a fast walk spends its time on rows and not on statements.

import type { Scope } from '../../../platform/kernel/scope.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { OF_ROW } from '../transaction-record.ts'
import { HIGHEST_ID, LOWEST_ID, type Position } from './search-position.ts'
import {
  dateRangeOf,
  filterConditions,
  type SourceName,
  sourcesOf,
  type TransactionFilter,
} from './transaction-filter.ts'
import {
  type Direction,
  findMatches,
  findWindowEnd,
  type Lookup,
  lookUp,
  orderOf,
  type RowConditions,
  type RowKey,
  type SearchedSql,
  type Walked,
} from './window-statements.ts'

/** Above this many rows of an account (or a correlation id) walking by date is faster than reading all of them. */
const MOST_LOOKED_UP = 5_000
const LEAST_WINDOW = 64
/** A statement over more rows could outlast its timeout. */
const MOST_WINDOW = 100_000

export interface WalkRequest {
  readonly filter: TransactionFilter
  readonly scope: Scope
  readonly institutionIds: readonly string[]
  readonly direction: Direction
  /** Where an earlier walk stopped. */
  readonly after?: Position | undefined
  /** How many matches to collect. */
  readonly wanted: number
  readonly pace: Pace
}

export interface Pace {
  /** Rows of the first window, over all institutions. It is always walked, however long it takes. */
  readonly firstWindow: number
  /** No window begins later than this. */
  readonly limitMs: number
}

export interface WalkResult {
  readonly keys: readonly RowKey[]
  /** Where to go on: absent when everything was seen. */
  readonly next?: Position
}

export async function walk(sql: SearchedSql, request: WalkRequest): Promise<WalkResult> {
  const { filter, direction, institutionIds, wanted, pace } = request
  const sources = sourcesOf(filter)
  const { first, last } = dateRangeOf(filter)
  if (institutionIds.length === 0 || sources.length === 0 || first > last) return { keys: [] }

  const startedMs = monotonicMs()
  const isForward = direction === 'oldest-first'
  const start = isForward ? { businessDate: first, id: LOWEST_ID } : { businessDate: last, id: HIGHEST_ID }
  const lastDate = isForward ? last : first
  const looked = await lookUpEach(sql, sources, request)
  const walkedSources = sources.filter((source) => !looked.has(source))
  const everyRowMatches = walkedSources.every(
    (source) => conditionsOf(request, source)(new Parameters(), OF_ROW) === 'true',
  )

  const keys: RowKey[] = []
  let from = request.after ?? start
  let window = firstWindow(request, everyRowMatches)
  for (;;) {
    const missing = wanted - keys.length
    const walked: Walked = { institutionIds, direction, from, lastDate }
    const ends = await Promise.all(walkedSources.map((source) => findWindowEnd(sql, source, walked, window)))
    const end = nearest(ends, direction)
    const found = await Promise.all(
      sources.map(async (source) => {
        const known = looked.get(source)
        if (known !== undefined) return known.filter((key) => isWithin(key, walked, end))
        return await findMatches(sql, source, walked, {
          end,
          window,
          limit: missing,
          conditions: conditionsOf(request, source),
        })
      }),
    )
    const merged = found.flat().sort((a, b) => orderOf(a, b, direction))
    keys.push(...merged.slice(0, missing))
    const lastKey = keys.at(-1)
    if (keys.length >= wanted && lastKey !== undefined) return { keys, next: positionOf(lastKey) }
    if (end === undefined) return { keys }
    from = end
    if (monotonicMs() - startedMs > pace.limitMs) return { keys, next: end }
    window = Math.min(2 * window, MOST_WINDOW)
  }
}

/** Rows of each institution in the first window. Where every row matches, about as many as are wanted. */
function firstWindow({ institutionIds: { length }, wanted, pace }: WalkRequest, everyRowMatches: boolean): number {
  if (!everyRowMatches) return Math.max(LEAST_WINDOW, Math.ceil(pace.firstWindow / length))
  return length === 1 ? wanted : Math.max(LEAST_WINDOW, Math.ceil((2 * wanted) / length))
}

/** The sources where the filter names a value that an index finds at once, and what it finds there. */
async function lookUpEach(
  sql: SearchedSql,
  sources: readonly SourceName[],
  request: WalkRequest,
): Promise<Map<SourceName, readonly RowKey[]>> {
  const found = new Map<SourceName, readonly RowKey[]>()
  for (const source of sources) {
    const lookup = await lookupOf(sql, source, request)
    if (lookup === undefined) continue
    const keys = await lookUp(sql, source, request.institutionIds, lookup, MOST_LOOKED_UP)
    if (keys !== undefined) found.set(source, keys)
  }
  return found
}

async function lookupOf(sql: Sql, source: SourceName, request: WalkRequest): Promise<Lookup | undefined> {
  const { rrn, authId, accountId, correlationId, partnerId } = request.filter
  const { institutionIds } = request
  const range = dateRangeOf(request.filter)
  const matches = (parameters: Parameters, institution: string) =>
    `t.business_date COLLATE "C" BETWEEN ${parameters.add(range.first)} AND ${parameters.add(range.last)} AND ${conditionsOf(request, source)(parameters, institution)}`
  if (source === 'transactions' && rrn !== undefined) {
    // The primary key serves it with its partners as a list. They are never deleted while they have transactions.
    const partnerIds = partnerId === undefined ? await readPartnerIds(sql) : [partnerId]
    return {
      condition: (parameters) =>
        `t.institution_id = ANY (${parameters.add(institutionIds)}::text[]) AND t.partner_id = ANY (${parameters.add(partnerIds)}::text[]) AND t.rrn = ${parameters.add(rrn)}`,
      matches,
    }
  }
  if (source === 'transactions' && accountId !== undefined) {
    return { condition: (parameters) => `t.account_id = ${parameters.add(accountId)}`, matches }
  }
  if (source === 'transactions' && authId !== undefined) {
    return { condition: (parameters) => `t.auth_id = ${parameters.add(authId)}`, matches }
  }
  if (correlationId !== undefined) {
    return { condition: (parameters) => `t.correlation_id = ${parameters.add(correlationId)}`, matches }
  }
  return undefined
}

async function readPartnerIds(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ partner_id: string }>('SELECT partner_id FROM partners')
  return rows.map((row) => row.partner_id)
}

function conditionsOf({ filter, scope }: WalkRequest, source: SourceName): RowConditions {
  return (parameters, institution) => filterConditions(source, filter, scope, parameters, institution)
}

function isWithin(key: RowKey, { from, direction }: Walked, end: Position | undefined): boolean {
  return orderOf(from, key, direction) < 0 && (end === undefined || orderOf(key, end, direction) <= 0)
}

function nearest(ends: readonly (Position | undefined)[], direction: Direction): Position | undefined {
  return ends.filter((end) => end !== undefined).sort((a, b) => orderOf(a, b, direction))[0]
}

function positionOf({ businessDate, id }: RowKey): Position {
  return { businessDate, id }
}
