// The statements of a search on one table. Each walks the index by institution and date (migration 0010), institution by
// institution, and merges what it finds.
//
// A search never filters more rows than it means to: it first finds where a window of so many rows ends, from the index alone,
// and then the matches within the window. `institution_id COLLATE "POSIX"` is what makes the index fit (decision 21).
//
// On distributed books each institution is asked at its own server, which the plain equality names; the results are merged here.

import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { INQUIRY_COLUMNS, OF_ROW, type TransactionRow, transactionColumns } from '../transaction-record.ts'
import { comparePositions, type Position } from './search-position.ts'
import type { SourceName } from './transaction-filter.ts'

/** Finds a row again without reading anything else. */
export interface RowKey extends Position {
  readonly source: SourceName
  readonly institutionId: string
}

export type Direction = 'newest-first' | 'oldest-first'

/** Where to search: the database, and whether its books are distributed. */
export interface SearchedSql extends Sql {
  readonly isDistributed: boolean
}

/** What a walk goes over. */
export interface Walked {
  readonly institutionIds: readonly string[]
  readonly direction: Direction
  /** Excluded. */
  readonly from: Position
  /** The last business date in the direction of the walk. */
  readonly lastDate: BusinessDate
}

const SOURCES = {
  transactions: { table: 'transactions', id: 't.transaction_id', columns: transactionColumns },
  inquiries: { table: 'inquiries', id: 't.inquiry_id', columns: () => INQUIRY_COLUMNS },
} as const satisfies Record<SourceName, object>

const DATE = 't.business_date COLLATE "C"'

const WAYS = {
  'newest-first': { order: 'DESC', beyond: '<', within: '>=' },
  'oldest-first': { order: 'ASC', beyond: '>', within: '<=' },
} as const

interface KeyRow {
  institution_id: string
  business_date: string
  id: string
}

/**
 * Where a window of `rows` rows of each institution ends: at the first of their ends, so that no institution has a row before
 * it that is outside the window. Undefined when no institution has that many rows left.
 */
export async function findWindowEnd(
  sql: SearchedSql,
  source: SourceName,
  walked: Walked,
  rows: number,
): Promise<Position | undefined> {
  const ends: Position[] = []
  for (const institutionIds of partsOf(sql, walked.institutionIds)) {
    const end = await findPartEnd(sql, source, { ...walked, institutionIds }, rows)
    if (end !== undefined) ends.push(end)
  }
  return ends.sort((a, b) => orderOf(a, b, walked.direction))[0]
}

/** One part with all institutions, or one for each where each has its own server. */
function partsOf(sql: SearchedSql, institutionIds: readonly string[]): readonly (readonly string[])[] {
  return sql.isDistributed ? institutionIds.map((institutionId) => [institutionId]) : [institutionIds]
}

/** What names the server of a part on distributed books. */
function atServer(sql: SearchedSql, institutionIds: readonly string[], parameters: Parameters): string {
  return sql.isDistributed ? `t.institution_id = ${parameters.add(institutionIds[0])} AND ` : ''
}

/** The institution of a row `t`, as the server of a part understands it. */
function ofRow(sql: SearchedSql, institutionIds: readonly string[], parameters: Parameters): string {
  return sql.isDistributed ? parameters.add(institutionIds[0]) : OF_ROW
}

/** Conditions on a row `t` whose institution is `institution`: OF_ROW, or a value on distributed books. */
export type RowConditions = (parameters: Parameters, institution: string) => string

async function findPartEnd(
  sql: SearchedSql,
  source: SourceName,
  walked: Walked,
  rows: number,
): Promise<Position | undefined> {
  const parameters = new Parameters()
  const { order } = WAYS[walked.direction]
  const { table, id } = SOURCES[source]
  const found = await sql.query<Omit<KeyRow, 'institution_id'>>(
    `SELECT w.business_date, w.id
       FROM unnest(${parameters.add(walked.institutionIds)}::text[]) AS i (institution_id)
      CROSS JOIN LATERAL (
            SELECT t.business_date, ${id} AS id
              FROM ${table} t
             WHERE ${atServer(sql, walked.institutionIds, parameters)}${ahead(source, walked, parameters)}
               AND ${untilLastDate(walked, parameters)}
             ORDER BY ${DATE} ${order}, ${id} ${order}
            OFFSET ${parameters.add(rows - 1)} LIMIT 1) AS w
      ORDER BY w.business_date COLLATE "C" ${order}, w.id ${order}
      LIMIT 1`,
    parameters.values,
  )
  const [end] = found.rows
  return end && { businessDate: end.business_date, id: end.id }
}

/** What findWindowEnd() found: no institution has more than `window` rows up to `end`, or ahead when there is no end. */
interface Window {
  readonly end: Position | undefined
  readonly window: number
}

/**
 * The first matches of the walk, up to and including `end`. `conditions` are on a row `t`. The rows of the window are taken
 * first, with a limit that they never exceed: without it the planner, which cannot estimate how few rows lie between two
 * positions, reads the whole table when the conditions are selective.
 */
export async function findMatches(
  sql: SearchedSql,
  source: SourceName,
  walked: Walked,
  wanted: WantedMatches,
): Promise<RowKey[]> {
  const found: RowKey[] = []
  for (const institutionIds of partsOf(sql, walked.institutionIds)) {
    found.push(...(await findPartMatches(sql, source, { ...walked, institutionIds }, wanted)))
  }
  return sql.isDistributed ? found.sort((a, b) => orderOf(a, b, walked.direction)).slice(0, wanted.limit) : found
}

interface WantedMatches extends Window {
  readonly limit: number
  readonly conditions: RowConditions
}

async function findPartMatches(
  sql: SearchedSql,
  source: SourceName,
  walked: Walked,
  { end, window, limit, conditions }: WantedMatches,
): Promise<RowKey[]> {
  const parameters = new Parameters()
  const { order, within } = WAYS[walked.direction]
  const { table, id } = SOURCES[source]
  const first = parameters.add(limit)
  // One of the two: with both, PostgreSQL 18 does not stop at the end of the window and reads the index to its last date.
  const until =
    end === undefined
      ? untilLastDate(walked, parameters)
      : `(${DATE}, ${id}) ${within} (${parameters.add(end.businessDate)}, ${parameters.add(end.id)}::uuid)`
  const { rows } = await sql.query<KeyRow>(
    `SELECT i.institution_id, m.business_date, m.id
       FROM unnest(${parameters.add(walked.institutionIds)}::text[]) AS i (institution_id)
      CROSS JOIN LATERAL (
            SELECT t.business_date, ${id} AS id
              FROM (SELECT * FROM ${table} t
                     WHERE ${atServer(sql, walked.institutionIds, parameters)}${ahead(source, walked, parameters)}
                       AND ${until}
                     ORDER BY ${DATE} ${order}, ${id} ${order}
                     LIMIT ${parameters.add(window)}) AS t
             WHERE ${conditions(parameters, ofRow(sql, walked.institutionIds, parameters))}
             ORDER BY ${DATE} ${order}, ${id} ${order}
             LIMIT ${first}) AS m
      ORDER BY m.business_date COLLATE "C" ${order}, m.id ${order}
      LIMIT ${first}`,
    parameters.values,
  )
  return rows.map((row) => keyOf(source, row))
}

/** The condition that a row lies ahead of the walk's position. */
function ahead(source: SourceName, { direction, from }: Walked, parameters: Parameters): string {
  const { beyond } = WAYS[direction]
  return `t.institution_id COLLATE "POSIX" = i.institution_id
               AND (${DATE}, ${SOURCES[source].id}) ${beyond} (${parameters.add(from.businessDate)}, ${parameters.add(from.id)}::uuid)`
}

function untilLastDate({ direction, lastDate }: Walked, parameters: Parameters): string {
  return `${DATE} ${WAYS[direction].within} ${parameters.add(lastDate)}`
}

/** A value that an index finds at once, so that nothing has to be walked. */
export interface Lookup {
  /** The condition on a row `t` that the index serves. */
  condition(parameters: Parameters): string
  /** Whether such a row matches the whole filter. */
  readonly matches: RowConditions
}

/** All rows that the index finds and that match, or undefined when it finds more than `most`. */
export async function lookUp(
  sql: SearchedSql,
  source: SourceName,
  institutionIds: readonly string[],
  lookup: Lookup,
  most: number,
): Promise<RowKey[] | undefined> {
  const found: RowKey[] = []
  for (const part of partsOf(sql, institutionIds)) {
    const keys = await lookUpPart(sql, source, part, lookup, most)
    if (keys === undefined) return undefined
    found.push(...keys)
  }
  return found.length > most ? undefined : found
}

async function lookUpPart(
  sql: SearchedSql,
  source: SourceName,
  institutionIds: readonly string[],
  lookup: Lookup,
  most: number,
): Promise<RowKey[] | undefined> {
  const parameters = new Parameters()
  const { table, id } = SOURCES[source]
  const { rows } = await sql.query<KeyRow & { matches: boolean }>(
    `SELECT t.institution_id, t.business_date, ${id} AS id,
            t.institution_id = ANY (${parameters.add(institutionIds)}::text[]) AND ${lookup.matches(parameters, ofRow(sql, institutionIds, parameters))} AS matches
       FROM ${table} t
      WHERE ${atServer(sql, institutionIds, parameters)}${lookup.condition(parameters)}
      LIMIT ${parameters.add(most + 1)}`,
    parameters.values,
  )
  if (rows.length > most) return undefined
  return rows.filter((row) => row.matches).map((row) => keyOf(source, row))
}

/** The rows of the keys, in their order. A row that was removed since is left out. */
export async function readRows(sql: SearchedSql, keys: readonly RowKey[]): Promise<TransactionRow[]> {
  const found = new Map<string, TransactionRow>()
  const parts = Map.groupBy(keys, ({ source, institutionId }) =>
    sql.isDistributed ? `${source} ${institutionId}` : source,
  )
  for (const ofSource of parts.values()) {
    const [{ source, institutionId }] = ofSource as [RowKey]
    const { table, id, columns } = SOURCES[source]
    const atItsServer = sql.isDistributed ? 't.institution_id = $4 AND ' : ''
    const { rows } = await sql.query<TransactionRow>(
      `SELECT r.*
         FROM unnest($1::text[], $2::text[], $3::uuid[]) AS k (institution_id, business_date, id)
        CROSS JOIN LATERAL (
              SELECT ${columns(sql.isDistributed ? '$4' : OF_ROW)} FROM ${table} t
               WHERE ${atItsServer}t.institution_id COLLATE "POSIX" = k.institution_id AND ${DATE} = k.business_date AND ${id} = k.id
              OFFSET 0) AS r`,
      [
        ofSource.map((key) => key.institutionId),
        ofSource.map((key) => key.businessDate),
        ofSource.map((key) => key.id),
        ...(sql.isDistributed ? [institutionId] : []),
      ],
    )
    for (const row of rows) found.set(`${row.institution_id} ${row.transaction_id}`, row)
  }
  return keys.flatMap((key) => found.get(`${key.institutionId} ${key.id}`) ?? [])
}

/** In the direction of the walk. */
export function orderOf(a: Position, b: Position, direction: Direction): number {
  return direction === 'oldest-first' ? comparePositions(a, b) : comparePositions(b, a)
}

function keyOf(source: SourceName, row: KeyRow): RowKey {
  return { source, institutionId: row.institution_id, businessDate: row.business_date, id: row.id }
}
