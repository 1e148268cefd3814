// Walks accounts or cards in the order of their list and collects the ids of those that match, window by window: a filter that
// hardly anything matches would otherwise read all of them. Between windows it looks at the clock and stops when its time is
// over, as the search of transactions does (docs/decisions/0033). A value that an index finds is looked up instead.

import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'

/** Above this many hits of an index, walking in order is faster than reading and sorting all of them. */
const MOST_LOOKED_UP = 5_000
const FIRST_WINDOW = 4_000
const MOST_WINDOW = 64_000
/** No window begins later than this. */
const LIMIT_MS = 40

/** The parts of a record's place in the order. */
export type Position = readonly string[]

/** How one kind of record is walked. Every fragment uses `r` for its record and `c` for the customer's row. */
export interface WalkedKind {
  /** `account_records r` */
  readonly records: string
  /** The record with the customer's row, for a window of records called `r`. */
  readonly joined: string
  /** The columns of a position, in order. */
  readonly position: readonly string[]
  /** Within one institution: the columns that are left. */
  readonly positionWithin: readonly string[]
}

export interface WalkRequest {
  /** Undefined: all. */
  readonly institutionId: string | undefined
  readonly after: Position | undefined
  readonly wanted: number
  /** Queries for the ids of all records that an index finds: at least one of them has every match. */
  readonly lookup?: ((parameters: Parameters) => string) | undefined
  /** The condition of a match; `true` when there is none. */
  conditions(parameters: Parameters): string
  readonly limitMs?: number
}

export interface WalkedRecord {
  readonly id: string
  readonly position: Position
}

export interface Found {
  readonly records: readonly WalkedRecord[]
  /** Where to go on; absent when everything was seen. */
  readonly next?: Position
}

export async function walkRecords(sql: Sql, kind: WalkedKind, request: WalkRequest): Promise<Found> {
  const looked = await lookUp(sql, request)
  if (looked !== undefined) return await findAmong(sql, kind, request, looked)
  const startedMs = monotonicMs()
  const { wanted, limitMs = LIMIT_MS } = request
  const everyRowMatches = request.conditions(new Parameters()) === 'true'
  const records: WalkedRecord[] = []
  let after = request.after
  let window = everyRowMatches ? wanted : FIRST_WINDOW
  for (;;) {
    const step = { ...request, after }
    const [end, rows] = await Promise.all([
      findEnd(sql, kind, step, window),
      findMatches(sql, kind, step, window, wanted - records.length),
    ])
    records.push(...rows)
    if (records.length >= wanted) return { records, ...nextOf(rows) }
    if (end === undefined) return { records }
    if (monotonicMs() - startedMs > limitMs) return { records, next: end }
    after = end
    window = Math.min(2 * window, MOST_WINDOW)
  }
}

function nextOf(rows: readonly WalkedRecord[]): { next?: Position } {
  const last = rows.at(-1)
  return last === undefined ? {} : { next: last.position }
}

/** The position of the last record of a window; undefined when fewer are left. */
async function findEnd(
  sql: Sql,
  kind: WalkedKind,
  request: WalkRequest,
  window: number,
): Promise<Position | undefined> {
  const parameters = new Parameters()
  const { rows } = await sql.query<WalkedRecord>(
    `SELECT ${positionOf(kind)} FROM ${kind.records}
      WHERE ${ahead(kind, request, parameters)}
      ORDER BY ${orderOf(kind, request)}
     OFFSET ${parameters.add(window - 1)} LIMIT 1`,
    parameters.values,
  )
  return rows[0]?.position
}

/** The window is taken with a limit before it is filtered, so that the planner cannot read the whole table for it. */
async function findMatches(
  sql: Sql,
  kind: WalkedKind,
  request: WalkRequest,
  window: number,
  limit: number,
): Promise<WalkedRecord[]> {
  const parameters = new Parameters()
  const { rows } = await sql.query<WalkedRecord>(
    `SELECT r.id, ${positionOf(kind)}
       FROM (SELECT * FROM ${kind.records}
              WHERE ${ahead(kind, request, parameters)}
              ORDER BY ${orderOf(kind, request)}
              LIMIT ${parameters.add(window)}) AS r
       ${kind.joined}
      WHERE ${request.conditions(parameters)}
      ORDER BY ${orderOf(kind, request)}
      LIMIT ${parameters.add(limit)}`,
    parameters.values,
  )
  return rows
}

/** The ids that the indexes find; undefined when there is nothing to look up, or too much. */
async function lookUp(sql: Sql, { lookup }: WalkRequest): Promise<string[] | undefined> {
  if (lookup === undefined) return undefined
  const parameters = new Parameters()
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM (${lookup(parameters)}) AS found LIMIT ${MOST_LOOKED_UP + 1}`,
    parameters.values,
  )
  return rows.length > MOST_LOOKED_UP ? undefined : rows.map((row) => row.id)
}

async function findAmong(sql: Sql, kind: WalkedKind, request: WalkRequest, ids: readonly string[]): Promise<Found> {
  if (ids.length === 0) return { records: [] }
  const parameters = new Parameters()
  const { rows } = await sql.query<WalkedRecord>(
    `SELECT r.id, ${positionOf(kind)}
       FROM (SELECT * FROM ${kind.records} WHERE r.id = ANY (${parameters.add(ids)}::uuid[]) OFFSET 0) AS r
       ${kind.joined}
      WHERE ${ahead(kind, request, parameters)} AND ${request.conditions(parameters)}
      ORDER BY ${orderOf(kind, request)}
      LIMIT ${parameters.add(request.wanted)}`,
    parameters.values,
  )
  return { records: rows, ...(rows.length >= request.wanted && nextOf(rows)) }
}

function positionOf({ position }: WalkedKind): string {
  return `ARRAY[${position.map((column) => `${column}::text`).join(', ')}] AS position`
}

function orderOf(kind: WalkedKind, { institutionId }: WalkRequest): string {
  return (institutionId === undefined ? kind.position : kind.positionWithin).join(', ')
}

/** Within one institution its id must not be part of the comparison: the primary key begins with it. */
function ahead(kind: WalkedKind, { institutionId, after }: WalkRequest, parameters: Parameters): string {
  const columns = institutionId === undefined ? kind.position : kind.positionWithin
  const conditions: string[] = []
  if (institutionId !== undefined) conditions.push(`r.institution_id = ${parameters.add(institutionId)}`)
  if (after !== undefined) {
    const values = columns.map((column) => parameters.add(after[kind.position.indexOf(column)] ?? ''))
    const types = columns.map((column, i) => (column === 'r.id' ? `${values[i]}::uuid` : `${values[i]}::text`))
    conditions.push(`(${columns.join(', ')}) > (${types.join(', ')})`)
  }
  return conditions.length === 0 ? 'true' : conditions.join(' AND ')
}
