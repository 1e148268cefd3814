// Which institution an application, a decision, an offer or a loan belongs to. Partners know them by id alone. On one server an index
// over all institutions finds the row. On distributed books it would have to ask every server; a local table tells the institution
// first, so that one server is asked.

import type { Sql, Statement } from '../platform/storage/database.ts'

/** What a statement by id compares the tables of an alias with, besides. */
export type At = (alias: string) => string

/** On one server. */
export const NOWHERE: At = () => ''

const FIND: Statement = {
  name: 'find-lending-home',
  text: 'SELECT institution_id FROM lending_homes WHERE id = $1',
}

const FIND_SEVERAL: Statement = {
  name: 'find-lending-homes',
  text: 'SELECT id, institution_id FROM lending_homes WHERE id = ANY ($1::uuid[])',
}

/** Notes the home of a new resource, in the transaction that adds it. */
export async function noteHome(sql: Sql, id: string, institutionId: string): Promise<void> {
  if (sql.isDistributed === true)
    await sql.query('INSERT INTO lending_homes (id, institution_id) VALUES ($1, $2)', [id, institutionId])
}

/** The institutions of ids, on distributed books. An id that is not known has none. */
export async function homesOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; institution_id: string }>(FIND_SEVERAL, [ids])
  return new Map(rows.map((row) => [row.id, row.institution_id]))
}

/**
 * Finds a resource by its id. `text` is given what names the institution: nothing on one server, and a value on distributed books, which
 * each of its tables has to be compared with.
 */
export async function findById<Row>(
  sql: Sql,
  id: string,
  text: (at: At) => string | Statement,
  values: readonly unknown[],
): Promise<Row | undefined> {
  if (sql.isDistributed !== true) return (await sql.query<Row>(text(NOWHERE), values)).rows[0]
  const home = (await sql.query<{ institution_id: string }>(FIND, [id])).rows[0]?.institution_id
  if (home === undefined) return undefined
  const at: At = (alias) => ` AND ${alias}.institution_id = $${values.length + 1}`
  return (await sql.query<Row>(text(at), [...values, home])).rows[0]
}

/** Asks for the items of each institution by themselves, and puts the answers together. */
export async function byInstitution<Item extends { readonly institutionId: string }, Row>(
  items: readonly Item[],
  ask: (institutionId: string, own: readonly Item[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const [first] = items
  if (first === undefined) return []
  if (items.every(({ institutionId }) => institutionId === first.institutionId)) return ask(first.institutionId, items)
  const rows: Row[] = []
  for (const [institutionId, own] of Map.groupBy(items, (item) => item.institutionId))
    rows.push(...(await ask(institutionId, own)))
  return rows
}

/** The rows of a list: how those of a page are read. */
interface ListedRows<Row> {
  /** The SELECT … FROM of the rows, without a condition. */
  select(at: At): string
  /** What the table that is listed is called in the SELECT. */
  readonly alias: string
  readonly idColumn: string & keyof Row
}

interface PageQuery<Row> extends ListedRows<Row> {
  /** SELECT institution_id, id … LIMIT: the page, in its order, from an index alone. */
  readonly picks: string
  readonly values: readonly unknown[]
  readonly order: string
}

/** Reads a page. On distributed books it is first picked from all servers, and then read where its rows are. */
export async function readPage<Row extends object>(sql: Sql, query: PageQuery<Row>): Promise<Row[]> {
  const { picks, values, select, alias, idColumn, order } = query
  if (sql.isDistributed === true) return await readPicked(sql, picks, values, query)
  const text = `${select(NOWHERE)}
     JOIN (${picks}) picked ON picked.institution_id = ${alias}.institution_id AND picked.id = ${alias}.${idColumn}
    ORDER BY ${order}`
  return (await sql.query<Row>(text, values)).rows
}

/** The rows that `picks` names by institution_id and id, in its order: each is read at the server of its institution. */
export async function readPicked<Row extends object>(
  sql: Sql,
  picks: string,
  values: readonly unknown[],
  { select, alias, idColumn }: ListedRows<Row>,
): Promise<Row[]> {
  const { rows: picked } = await sql.query<{ institution_id: string; id: string }>(picks, values)
  const items = picked.map(({ institution_id: institutionId, id }) => ({ institutionId, id }))
  const rows = await byInstitution(items, async (institutionId, own) => {
    const text = `${select((name) => ` AND ${name}.institution_id = $1`)}
      WHERE ${alias}.institution_id = $1 AND ${alias}.${idColumn} = ANY ($2::uuid[])`
    return (await sql.query<Row>(text, [institutionId, own.map(({ id }) => id)])).rows
  })
  const byId = new Map<unknown, Row>(rows.map((row) => [row[idColumn], row]))
  return items.flatMap(({ id }) => byId.get(id) ?? [])
}
