// Reads records within the caller's scope. A record outside the scope does not exist for the caller: every statement has
// the condition.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { Conditions, type ListPage, limitTo, type PageRequest } from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { Reader, RecordFields, RecordKind } from './record-kind.ts'

/** The record, or undefined when there is none of this id in scope. */
export async function findRecord<Item extends RecordFields>(
  sql: Sql,
  kind: RecordKind<Item>,
  reader: Reader,
  id: string,
): Promise<Item | undefined> {
  if (!isUuid(id)) return undefined
  const parameters = new Parameters()
  const place = await placeOf(sql, kind, reader, id, parameters)
  const { rows } = await sql.query(
    `${kind.select(reader, parameters)}
      WHERE ${kind.id} = ${parameters.add(id)} AND ${kind.inScope(reader.scope, parameters)}${place}`,
    parameters.values,
  )
  const [record] = await kind.recordsOf(rows, sql)
  return record
}

/**
 * On distributed books only one server can lock and join. When the scope does not name it, the institution of the id is looked up
 * first, by an index on each.
 */
async function placeOf<Item extends RecordFields>(
  sql: Sql,
  { id: column, table, placedBy }: RecordKind<Item>,
  { scope }: Reader,
  id: string,
  parameters: Parameters,
): Promise<string> {
  if (sql.isDistributed !== true || placedBy === undefined || scope.institutionId !== undefined) return ''
  const { rows } = await sql.query<{ place: string }>(
    `SELECT ${placedBy} AS place FROM ${table} WHERE ${column} = $1`,
    [id],
  )
  return ` AND ${placedBy} = ${parameters.add(rows[0]?.place ?? '')}`
}

/** The record; a 404, without a reason, when there is none of this id in scope. */
export async function readRecord<Item extends RecordFields>(
  sql: Sql,
  kind: RecordKind<Item>,
  reader: Reader,
  id: string,
): Promise<Item> {
  return existing(kind, await findRecord(sql, kind, reader, id))
}

/** The records of these ids that are in scope, in the order of the ids. */
export async function readRecordsById<Item extends RecordFields>(
  sql: Sql,
  kind: RecordKind<Item>,
  reader: Reader,
  ids: readonly string[],
): Promise<Item[]> {
  if (ids.length === 0) return []
  const parameters = new Parameters()
  const { rows } = await sql.query(
    `${kind.select(reader, parameters)}
      WHERE ${kind.id} = ANY (${parameters.add(ids)}::uuid[]) AND ${kind.inScope(reader.scope, parameters)}`,
    parameters.values,
  )
  const found = new Map((await kind.recordsOf(rows, sql)).map((record) => [record.id, record]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** What the row is locked for: to refer to the record, to change it, or to delete it. */
type LockPurpose = 'refer' | 'change' | 'delete'

const LOCKS: Readonly<Record<LockPurpose, string>> = {
  refer: 'FOR SHARE',
  change: 'FOR NO KEY UPDATE',
  delete: 'FOR UPDATE',
}

/**
 * Locks the record until the transaction ends, then reads it in a second statement: one that waits for a lock sees other
 * tables as they were before it waited. Undefined when there is none of this id in scope.
 */
export async function findLocked<Item extends RecordFields>(
  sql: Sql,
  kind: RecordKind<Item>,
  reader: Reader,
  id: string,
  purpose: LockPurpose,
): Promise<Item | undefined> {
  if (!isUuid(id)) return undefined
  const parameters = new Parameters()
  const place = await placeOf(sql, kind, reader, id, parameters)
  await sql.query(
    `SELECT FROM ${kind.table}
      WHERE ${kind.id} = ${parameters.add(id)} AND ${kind.inScope(reader.scope, parameters)}${place}
        ${LOCKS[purpose]}`,
    parameters.values,
  )
  return await findRecord(sql, kind, reader, id)
}

/** Locks and reads the record; a 404 when there is none of this id in scope. */
export async function lockRecord<Item extends RecordFields>(
  sql: Sql,
  kind: RecordKind<Item>,
  reader: Reader,
  id: string,
  purpose: LockPurpose,
): Promise<Item> {
  return existing(kind, await findLocked(sql, kind, reader, id, purpose))
}

function existing<Item extends RecordFields>(kind: RecordKind<Item>, record: Item | undefined): Item {
  if (record === undefined) throw kind.refusals.notFound()
  return record
}

/** One page of the records that are in scope and match the filter, and their total. */
export async function listRecords<Item extends RecordFields, Filter>(
  sql: Sql,
  kind: RecordKind<Item, Filter>,
  reader: Reader,
  filter: Filter,
  page: PageRequest,
): Promise<ListPage<Item>> {
  const count = countStatement(kind, reader, filter)
  const part = pageStatement(kind, reader, filter, page)
  const [counted, { rows }] = await Promise.all([
    sql.query<{ total: bigint }>(count.text, count.values),
    sql.query(part.text, part.values),
  ])
  return { items: await kind.recordsOf(rows, sql), total: Number(counted.rows[0]?.total ?? 0n) }
}

interface ListStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export function countStatement<Item extends RecordFields, Filter>(
  kind: RecordKind<Item, Filter>,
  reader: Reader,
  filter: Filter,
): ListStatement {
  const parameters = new Parameters()
  const text = `SELECT count(*) AS total FROM ${kind.table} WHERE ${conditions(kind, reader, filter, parameters)}`
  return { text, values: parameters.values }
}

/** Picks the ids of the page first, from an index alone where there is one, and reads only their rows. */
export function pageStatement<Item extends RecordFields, Filter>(
  kind: RecordKind<Item, Filter>,
  reader: Reader,
  filter: Filter,
  page: PageRequest,
): ListStatement {
  const parameters = new Parameters()
  const order = orderOf(kind, page)
  const text = `
    ${kind.select(reader, parameters)}
      JOIN (SELECT ${kind.id} AS picked_id
              FROM ${kind.table}
             WHERE ${conditions(kind, reader, filter, parameters)}
             ORDER BY ${order}
             ${limitTo(page, parameters)}) picked ON ${kind.id} = picked_id
     ORDER BY ${order}`
  return { text, values: parameters.values }
}

function conditions<Item extends RecordFields, Filter>(
  kind: RecordKind<Item, Filter>,
  reader: Reader,
  filter: Filter,
  parameters: Parameters,
): string {
  const where = new Conditions(parameters)
  where.add(kind.inScope(reader.scope, parameters))
  kind.matching(filter, reader, where)
  return where.toString()
}

/** Sorts by the field's expression, then by the list's default order. */
function orderOf(
  { order, sorts = {} }: Pick<RecordKind<RecordFields>, 'order' | 'sorts'>,
  { sort }: PageRequest,
): string {
  if (sort === undefined) return order
  const expression = Object.hasOwn(sorts, sort.field) ? sorts[sort.field] : undefined
  if (expression === undefined) throw new Error(`there is no sort by ${sort.field}`)
  return `${expression} ${sort.direction === 'desc' ? 'DESC' : 'ASC'}, ${order}`
}
