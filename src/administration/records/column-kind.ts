// A kind of record whose fields are columns of one table, or derived from them and from tables joined to it. A map from field
// to column gives its SELECT, its records and the sorts of its lists; write-record.ts writes by it.

import type { Parameters } from '../../platform/storage/statements/parameters.ts'
import { type Column, type ColumnOf, columnOf, type Row } from './columns.ts'
import { type Reader, type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from './record-kind.ts'

/** The fields that are a record's own. */
export type OwnField<Item extends RecordFields> = Exclude<keyof Item, keyof RecordFields>

type ColumnMap<Item extends RecordFields> = {
  readonly [Field in OwnField<Item>]-?: ColumnOf<Exclude<Item[Field], undefined>>
}

interface Definition<Item extends RecordFields, Filter>
  extends Pick<
      RecordKind<Item, Filter>,
      'resource' | 'table' | 'order' | 'inScope' | 'matching' | 'ownerOf' | 'refusals'
    >,
    Partial<Pick<RecordKind<Item, Filter>, 'placedBy' | 'snapshot' | 'event'>> {
  /** The name of the id's column; `id` unless stated. */
  readonly idColumn?: string
  /** Tables of which every record has one row, for derived fields: `JOIN roles r USING (role_id)`. */
  readonly join?: string
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
  join = '',
  columns: map,
  ...definition
}: Definition<Item, Filter>): ColumnKind<Item, Filter> {
  const [, alias] = definition.table.split(' ') as [string, string]
  const fields = Object.entries<ColumnOf<unknown>>(map).map(([field, stored]) => [field, columnOf(stored)] as const)
  const stamps = ['version', 'created_at', 'updated_at', 'created_by', 'updated_by'].map((name) => `${alias}.${name}`)
  const select = (reader: Reader, parameters: Parameters) => {
    // Several fields may be computed from one column: it is selected once.
    const own: Readonly<Record<string, string>> = Object.assign(
      {},
      ...fields.map(([, column]) => column.select(alias, reader, parameters)),
    )
    const selected = [
      `${alias}.${idColumn} AS record_id`,
      ...stamps,
      ...Object.entries(own).map(([name, expression]) => `${expression} AS ${name}`),
    ]
    return `SELECT ${selected.join(', ')} FROM ${definition.table} ${join}`.trimEnd()
  }
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
    select,
    recordsOf: (rows) => rows.map(recordOf),
  }
}
