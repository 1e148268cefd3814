// A kind of record whose fields are columns of one table. A map from field to column gives its SELECT, its records, the
// sorts of its lists, and the statements that write it.

import { authorOf } from '../audit/actor.ts'
import { newId } from '../kernel/ids.ts'
import { changeRecord, type RecordWork, recordCreation, UNCHANGED } from './change-record.ts'
import { type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from './record-kind.ts'

type OwnField<Item extends RecordFields> = Exclude<keyof Item, keyof RecordFields>
type OwnFields<Item extends RecordFields> = { readonly [Field in OwnField<Item>]: Item[Field] }
type Row = Readonly<Record<string, unknown>>

/** How a field is stored. A string is the name of its column. */
type ColumnOf<Value> = string | Column<Value>

export interface Column<Value> {
  /** What is selected of the table with this alias: expressions by their names in the row. */
  select(alias: string): Readonly<Record<string, string>>
  /** The value; undefined leaves the field out of the record. */
  read(row: Row): Value | undefined
  /** The columns to write; a field that is computed has none. */
  write?(value: Value): Row
  /** The expression that lists are sorted by; absent: they cannot be sorted by the field. */
  sort?(alias: string): string
}

/** A column that lists can be sorted by, as it is or by an expression of it. */
export function sorted<Value>(column: string, by: (column: string) => string = (same) => same): Column<Value> {
  return { ...plain<Value>(column), sort: (alias) => by(`${alias}.${column}`) }
}

/** A field that is left out of the record while its column is null. */
export function optional<Value>(column: string): Column<Value> {
  return { ...plain<Value>(column), read: (row) => (row[column] ?? undefined) as Value | undefined }
}

/** A field that is an object, each member in a column of its own. */
export function group<Value extends object>(columns: { readonly [Member in keyof Value]-?: string }): Column<Value> {
  const members = Object.entries(columns) as [keyof Value & string, string][]
  return {
    select: (alias) => Object.fromEntries(members.map(([, column]) => [column, `${alias}.${column}`])),
    read: (row) => Object.fromEntries(members.map(([member, column]) => [member, row[column]])) as Value,
    write: (value) => Object.fromEntries(members.map(([member, column]) => [column, value[member]])),
  }
}

/** A field that is computed from expressions, which are selected under the names of `Selected`. */
export function computed<Selected extends object, Value>(
  select: (alias: string) => { readonly [Name in keyof Selected]: string },
  read: (row: Selected) => Value | undefined,
): Column<Value> {
  return { select, read: (row) => read(row as Selected) }
}

function plain<Value>(column: string): Column<Value> {
  return {
    select: (alias) => ({ [column]: `${alias}.${column}` }),
    read: (row) => row[column] as Value,
    write: (value) => ({ [column]: value }),
  }
}

type ColumnMap<Item extends RecordFields> = {
  readonly [Field in OwnField<Item>]-?: ColumnOf<Exclude<Item[Field], undefined>>
}

interface Definition<Item extends RecordFields, Filter>
  extends Pick<
      RecordKind<Item, Filter>,
      'resource' | 'table' | 'order' | 'inScope' | 'matching' | 'ownerOf' | 'refusals'
    >,
    Partial<Pick<RecordKind<Item, Filter>, 'snapshot'>> {
  /** The name of the id's column; `id` unless stated. */
  readonly idColumn?: string
  /** The fields in their order. When one can be sorted by, so can the instants of creation and change. */
  readonly columns: ColumnMap<Item>
}

export interface ColumnKind<Item extends RecordFields, Filter> extends RecordKind<Item, Filter, RecordRow & Row> {
  readonly sorts: Readonly<Record<string, string>>
  readonly columns: { readonly [Field in OwnField<Item>]: Column<Item[Field]> }
}

/** A kind of record from the map of its columns. */
export function recordKind<Item extends RecordFields, Filter>({
  idColumn = 'id',
  columns: map,
  ...definition
}: Definition<Item, Filter>): ColumnKind<Item, Filter> {
  const [, alias] = definition.table.split(' ') as [string, string]
  const fields = Object.entries<ColumnOf<unknown>>(map).map(
    ([field, column]) => [field, typeof column === 'string' ? plain(column) : column] as const,
  )
  const selected = fields.flatMap(([, column]) => Object.entries(column.select(alias)))
  const stamps = ['version', 'created_at', 'updated_at', 'created_by', 'updated_by'].map((name) => `${alias}.${name}`)
  const select = [
    `${alias}.${idColumn} AS record_id`,
    ...stamps,
    ...selected.map(([name, expression]) => `${expression} AS ${name}`),
  ]
  const sorts = fields.flatMap(([field, { sort }]) => (sort === undefined ? [] : [[field, sort(alias)]]))
  if (sorts.length > 0) sorts.push(['createdAt', `${alias}.created_at`], ['updatedAt', `${alias}.updated_at`])
  const recordOf = (row: RecordRow & Row) => {
    const values = fields.map(([field, column]) => [field, column.read(row)])
    const own = Object.fromEntries(values.filter(([, value]) => value !== undefined))
    // The map has a column of every field.
    return { ...recordFieldsOf(String(row.record_id), row), ...own } as Item
  }
  return {
    snapshot: (record) => record,
    ...definition,
    id: `${alias}.${idColumn}`,
    columns: Object.fromEntries(fields) as ColumnKind<Item, Filter>['columns'],
    sorts: Object.fromEntries(sorts),
    select: () => `SELECT ${select.join(', ')} FROM ${definition.table}`,
    recordsOf: (rows) => rows.map(recordOf),
  }
}

/** Inserts a record with these fields, reads it and audits `<resource>.create`. Fields left out take the table's default. */
export async function createRecord<Item extends RecordFields, Filter>(
  work: RecordWork,
  kind: ColumnKind<Item, Filter>,
  fields: Partial<OwnFields<Item>>,
): Promise<Item> {
  const { sql, nowMs, caller } = work
  const id = newId(nowMs)
  const [now, author] = [new Date(nowMs), authorOf(caller.actor)]
  const row = {
    [columnName(kind.id)]: id,
    ...columnsOf(kind, fields),
    created_at: now,
    updated_at: now,
    created_by: author,
    updated_by: author,
  }
  const placeholders = Object.keys(row).map((_, place) => `$${place + 1}`)
  await sql.query(
    `INSERT INTO ${tableName(kind)} (${Object.keys(row).join(', ')}) VALUES (${placeholders.join(', ')})`,
    Object.values(row),
  )
  return await recordCreation(work, kind, `${kind.resource}.create`, id)
}

/** Writes these fields of a record that is being changed; those that are undefined stay. */
export async function writeFields<Item extends RecordFields, Filter>(
  { sql }: RecordWork,
  kind: ColumnKind<Item, Filter>,
  id: string,
  fields: { readonly [Field in OwnField<Item>]?: Item[Field] | undefined },
): Promise<void> {
  const row = columnsOf(kind, fields)
  const assignments = Object.keys(row).map((column, place) => `${column} = $${place + 2}`)
  if (assignments.length === 0) return
  await sql.query(`UPDATE ${tableName(kind)} SET ${assignments.join(', ')} WHERE ${columnName(kind.id)} = $1`, [
    id,
    ...Object.values(row),
  ])
}

/**
 * Switches a record on or off and audits `<resource>.activate` or `.deactivate`; one that is so already stays as it is.
 * `check` refuses by throwing.
 */
export function switchRecord<Item extends RecordFields & { readonly isActive: boolean }, Filter>(
  work: RecordWork,
  kind: ColumnKind<Item, Filter>,
  id: string,
  isActive: boolean,
  check: (before: Item) => void = () => {},
): Promise<Item> {
  const action = `${kind.resource}.${isActive ? 'activate' : 'deactivate'}`
  return changeRecord(work, kind, action, id, async (before) => {
    check(before)
    if (before.isActive === isActive) return UNCHANGED
    return work.sql.query(`UPDATE ${tableName(kind)} SET is_active = $2 WHERE ${columnName(kind.id)} = $1`, [
      id,
      isActive,
    ])
  })
}

function columnsOf<Item extends RecordFields, Filter>(kind: ColumnKind<Item, Filter>, fields: object): Row {
  const columns: Readonly<Record<string, Column<unknown>>> = kind.columns
  const named = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.assign(
    {},
    ...named.map(([field, value]) => {
      const write = columns[field]?.write
      if (write === undefined) throw new Error(`${kind.resource} has no column to write ${field} to`)
      return write(value)
    }),
  )
}

function tableName({ table }: { readonly table: string }): string {
  return table.split(' ')[0] as string
}

function columnName(qualified: string): string {
  return qualified.split('.')[1] as string
}
