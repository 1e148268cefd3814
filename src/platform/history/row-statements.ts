// The statements that read and remove the rows of a table of history.

import type { Sql } from '../storage/database.ts'
import { BY_INSTITUTION, PLACED_BY } from '../storage/distribution/tables.ts'
import { rowOf } from './archive-files.ts'
import type { Cut, HistoryTable } from './history-group.ts'

/** Rows that are read or removed at a time. */
export const PAGE = 2_000

/** A row is compared with its line in the file, so both must be written alike. */
export async function useFixedFormats(sql: Sql): Promise<void> {
  // On distributed books rows are written by their servers, and settings reach those only when they are told to.
  if (sql.isDistributed === true) await sql.query(`SET LOCAL citus.propagate_set_commands = 'local'`)
  for (const setting of [`TimeZone = 'UTC'`, `bytea_output = 'hex'`, 'extra_float_digits = 1'])
    await sql.query(`SET LOCAL ${setting}`)
}

function isPlaced(sql: Sql, { name }: HistoryTable): boolean {
  return sql.isDistributed === true && (BY_INSTITUTION as readonly string[]).includes(name)
}

function fromDue(sql: Sql, table: HistoryTable): string {
  const { name, due, dueAtServer = due } = table
  if (sql.isDistributed !== true) return `FROM ${name} t WHERE ${due}`
  // As a plain equality too, where the condition has it in the collation of an index: it names the server.
  return `FROM ${name} t WHERE ${isPlaced(sql, table) ? `t.${PLACED_BY} = $1 AND ` : ''}${dueAtServer}`
}

function dueValues({ institutionId, lastDay, end }: Cut, kept: readonly string[]): unknown[] {
  return [institutionId, lastDay, end, kept]
}

// Every condition may use all four, and a statement must.
const ALL_VALUES = 'AND ($1::text, $2::text, $3::timestamptz, $4::uuid[]) IS NOT NULL'

/** The rows that may go, as lines of JSON, page by page. */
export async function* readDue(
  sql: Sql,
  table: HistoryTable,
  cut: Cut,
  kept: readonly string[],
): AsyncGenerator<string[]> {
  const order = table.order === undefined ? '' : `ORDER BY ${table.order}`
  await sql.query(
    `DECLARE due NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line ${fromDue(sql, table)} ${ALL_VALUES} ${order}`,
    dueValues(cut, kept),
  )
  for (;;) {
    const { rows } = await sql.query<{ line: string }>(`FETCH ${PAGE} FROM due`)
    yield rows.map(({ line }) => line)
    if (rows.length < PAGE) break
  }
  await sql.query('CLOSE due')
}

export async function countDue(sql: Sql, table: HistoryTable, cut: Cut, kept: readonly string[]): Promise<number> {
  const { rows } = await sql.query<{ rows: bigint }>(
    `SELECT count(*) AS rows ${fromDue(sql, table)} ${ALL_VALUES}`,
    dueValues(cut, kept),
  )
  return Number(rows[0]?.rows)
}

export interface Removal {
  readonly lines: readonly string[]
  /** Rows that have changed since they were exported. */
  readonly changed: number
}

/** Removes the rows of these lines that are still as the lines say. */
export async function removeRows(
  sql: Sql,
  table: HistoryTable,
  { institutionId }: Cut,
  lines: readonly string[],
): Promise<Removal> {
  const { name, key } = table
  const rows = lines.map(rowOf)
  const columns = key.map(([column]) => rows.map((row) => String(row[column])))
  const arrays = [...key.map(([, type], at) => `$${at + 1}::${type}[]`), `$${key.length + 1}::text[]`].join(', ')
  const asked = `unnest(${arrays}) AS asked (${key.map(([column]) => column).join(', ')}, line)`
  const isAsked = key.map(([column]) => `t.${column} = asked.${column}`)
  // As an equality too: it names the one place where an institution's rows are.
  const [[first] = ['']] = key
  const isOfInstitution = first === 'institution_id' ? [`t.institution_id = $${key.length + 2}`] : []
  const where = [...isAsked, ...isOfInstitution].join(' AND ')
  const values = [...columns, lines, ...(isOfInstitution.length > 0 ? [institutionId] : [])]
  const isSame = `${where} AND row_to_json(t)::text = asked.line`
  const removed = isPlaced(sql, table)
    ? await removeLocked(sql, table, { asked, where, isSame, values })
    : (
        await sql.query<{ line: string }>(
          `DELETE FROM ${name} t USING ${asked} WHERE ${isSame} RETURNING asked.line`,
          values,
        )
      ).rows
  if (removed.length === lines.length) return { lines, changed: 0 }
  const left = await sql.query<{ rows: bigint }>(
    `SELECT count(*) AS rows FROM ${name} t, ${asked} WHERE ${where}`,
    values,
  )
  return { lines: removed.map(({ line }) => line), changed: Number(left.rows[0]?.rows) }
}

interface Asked {
  readonly asked: string
  readonly where: string
  readonly isSame: string
  /** Arrays of the key, then the lines, then the institution. */
  readonly values: readonly unknown[]
}

/** Distributed books do not take a comparison of rows as text in a DELETE: rows are compared when they are locked. */
async function removeLocked(
  sql: Sql,
  { name }: HistoryTable,
  { asked, where, isSame, values }: Asked,
): Promise<{ line: string }[]> {
  const { rows } = await sql.query<{ line: string }>(
    `SELECT asked.line FROM ${name} t, ${asked} WHERE ${isSame} FOR UPDATE OF t`,
    values,
  )
  const locked = new Set(rows.map(({ line }) => line))
  const arrays = values.slice(0, -1) as readonly (readonly string[])[]
  const isLocked = arrays.at(-1)?.map((line) => locked.has(line)) ?? []
  const kept = arrays.map((array) => array.filter((_, at) => isLocked[at]))
  const removed = await sql.query<{ line: string }>(
    `DELETE FROM ${name} t USING ${asked} WHERE ${where} RETURNING asked.line`,
    [...kept, values.at(-1)],
  )
  return removed.rows
}
