// Search of movements on distributed books: each book is asked at its server, as far as the page reaches, and what is found is merged.

import type { Database } from '../../platform/storage/database.ts'
import { COUNT_LIMIT, countOf, type ListPage, totalOf } from '../../platform/storage/statements/list-query.ts'
import type { Parameters } from '../../platform/storage/statements/parameters.ts'
import { readHomes } from '../movements/movement-homes.ts'
import { type SearchRequest, sortColumn } from './search-request.ts'
import type { SearchedResource } from './searched-resources.ts'

/** One source with the conditions of a request. */
export interface Branch {
  readonly source: SearchedResource
  readonly where: string
  /** How many there are, or COUNT_LIMIT and more, when it is known without counting. */
  readonly counted?: number
}

interface FoundRow {
  readonly id: string
  /** In microseconds: a Date would round it. */
  readonly sorted_us: bigint
}

interface Found extends FoundRow {
  readonly bookId: string
}

/** The branches are all of the same table. */
export async function searchBooks<Row, Item>(
  database: Database,
  branches: readonly Branch[],
  parameters: Parameters,
  request: SearchRequest,
  columns: string,
  toItem: (row: Row) => Item,
): Promise<ListPage<Item>> {
  const sorted = sortColumn(request)
  const { page, size } = request
  const book = `$${parameters.values.length + 1}`
  const reach = `$${parameters.values.length + 2}`
  const parts = (rest: string) =>
    branches
      .map(
        ({ source: { table, id }, where }) => `(SELECT ${id} AS id, ${sorted} AS sorted_at FROM ${table}
                                                 WHERE institution_id = ${book} AND ${where} ${rest})`,
      )
      .join(' UNION ALL ')
  const found: Found[] = []
  let counted = 0
  for (const bookId of await booksOf(database, request)) {
    const rows = await database.query<FoundRow>(
      `SELECT id, (extract(epoch FROM sorted_at) * 1000000)::bigint AS sorted_us
         FROM (${parts(`ORDER BY ${sorted} DESC, ${branches[0]?.source.id} DESC LIMIT ${reach}::bigint`)}) AS found
        ORDER BY sorted_at DESC, id DESC LIMIT ${reach}::bigint`,
      [...parameters.values, bookId, page * size],
    )
    found.push(...rows.rows.map((row) => ({ ...row, bookId })))
    const count = await database.query<{ total: bigint }>(
      countOf(`1 FROM (${parts(`LIMIT ${COUNT_LIMIT}`)}) AS found`),
      [...parameters.values, bookId],
    )
    counted += Number(count.rows[0]?.total ?? 0)
  }
  const wanted = found.sort(newestFirst).slice((page - 1) * size, page * size)
  const items = await readFound(database, branches, wanted, columns, toItem)
  return { items, total: totalOf(Math.min(counted, COUNT_LIMIT), request, wanted.length) }
}

/** In the order of `wanted`. */
async function readFound<Row, Item>(
  database: Database,
  [first]: readonly Branch[],
  wanted: readonly Found[],
  columns: string,
  toItem: (row: Row) => Item,
): Promise<Item[]> {
  if (first === undefined) return []
  const { table, id } = first.source
  const items = new Map<string, Item>()
  for (const [bookId, some] of Map.groupBy(wanted, (one) => one.bookId)) {
    const { rows } = await database.query<Row & { found_id: string }>(
      `SELECT ${id} AS found_id, ${columns} FROM ${table} WHERE institution_id = $1 AND ${id} = ANY ($2::uuid[])`,
      [bookId, some.map((one) => one.id)],
    )
    for (const row of rows) items.set(row.found_id, toItem(row))
  }
  return wanted.flatMap((one) => items.get(one.id) ?? [])
}

function newestFirst(a: Found, b: Found): number {
  if (a.sorted_us !== b.sorted_us) return a.sorted_us < b.sorted_us ? 1 : -1
  return a.id < b.id ? 1 : -1
}

/** Those that may have what is searched for: of an id or a reference, the one that it lies in. */
async function booksOf(database: Database, { partnerId, filters }: SearchRequest): Promise<readonly string[]> {
  if (filters.id !== undefined) return (await readHomes(database, [filters.id])).map(({ bookId }) => bookId)
  const { rows } =
    filters.ref === undefined
      ? await database.query<{ book_id: string }>('SELECT DISTINCT book_id FROM digital_institutions')
      : await database.query<{ book_id: string }>(
          `SELECT DISTINCT institution_id AS book_id FROM token_movement_homes
            WHERE partner_id = $1 AND kind IN ('DEPOSIT', 'REDEMPTION', 'TRANSFER') AND ref = $2`,
          [partnerId, filters.ref],
        )
  return rows.map((row) => row.book_id)
}
