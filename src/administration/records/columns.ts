// How the fields of a record are stored: each in a column of its table, or in several.

import type { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { Reader } from './record-kind.ts'

export type Row = Readonly<Record<string, unknown>>

/** How a field is stored. A string is the name of its column. */
export type ColumnOf<Value> = string | Column<Value>

export interface Column<Value> {
  /** What is selected of the table with this alias: expressions by their names in the row. */
  select(alias: string, reader: Reader, parameters: Parameters): Readonly<Record<string, string>>
  /** The value; undefined leaves the field out of the record. */
  read(row: Row): Value | undefined
  /** The columns to write; a field that is computed has none. */
  write?(value: Value): Row
  /** The expression that lists are sorted by; absent: they cannot be sorted by the field. */
  sort?(alias: string): string
}

interface ColumnOptions<Value, Stored> {
  /** Lists can be sorted by it, as it is or by an expression of it. */
  readonly sort?: true | ((column: string) => string)
  /** What is selected in place of the column. */
  readonly as?: (column: string) => string
  /** The value in the record; undefined leaves the field out. */
  readonly read?: (stored: Stored) => Value | undefined
  /** The value in the table. */
  readonly write?: (value: Value) => unknown
}

/** A column that is stored otherwise than it is shown, or that lists can be sorted by. */
export function column<Value, Stored = Value>(name: string, options: ColumnOptions<Value, Stored> = {}): Column<Value> {
  const { sort, as = (same) => same, read = (stored) => stored as unknown as Value, write = (value) => value } = options
  return {
    select: (alias) => ({ [name]: as(`${alias}.${name}`) }),
    read: (row) => read(row[name] as Stored),
    write: (value) => ({ [name]: write(value) }),
    ...(sort !== undefined && { sort: (alias) => (sort === true ? `${alias}.${name}` : sort(`${alias}.${name}`)) }),
  }
}

/** A column that lists can be sorted by. */
export function sorted<Value>(name: string): Column<Value> {
  return column(name, { sort: true })
}

/** Leaves a field whose column is NULL out of the record. */
export const orAbsent = <Value>(stored: Value | null): Value | undefined => stored ?? undefined

/** A column that may be NULL: the record is then without the field. */
export function optional<Value>(name: string, sort?: true): Column<Value> {
  return column<Value, Value | null>(name, { read: orAbsent, ...(sort && { sort }) })
}

/** ISO 8601; undefined for NULL. */
export const iso = (at: Date | null): string | undefined => at?.toISOString()

/** An instant. One that is NULL is left out of the record. */
export function instant(name: string, sort?: true): Column<string> {
  return column<string, Date | null>(name, { read: iso, ...(sort && { sort }) })
}

/** Sorts texts in any letter case. */
export const lower = (text: string): string => `lower(${text})`

/** A number of any scale as a decimal without zeros at the end. */
export function decimal<Value extends string | null>(name: string, sort?: true): Column<Value> {
  return column(name, { as: (number) => `trim_scale(${number})::text`, ...(sort && { sort }) })
}

/** A field that an expression gives, such as a column of a joined table; it is not written. */
export function derived<Value, Stored = Value>(
  name: string,
  expression: (alias: string, reader: Reader, parameters: Parameters) => string,
  read: (stored: Stored) => Value | undefined = (stored) => stored as unknown as Value,
): Column<Value> {
  return { select: (...from) => ({ [name]: expression(...from) }), read: (row) => read(row[name] as Stored) }
}

/** Whether a column has a value: for secrets, which a record does not hold. */
export function isSet(name: string): Column<boolean> {
  return derived(name, (alias) => `${alias}.${name} IS NOT NULL`)
}

/** A field that is an object, each member in columns of its own. */
export function group<Value extends object>(
  members: {
    readonly [Member in keyof Value]-?: ColumnOf<Value[Member]>
  },
): Column<Value> {
  const columns = Object.entries<ColumnOf<unknown>>(members).map(([member, of]) => [member, columnOf(of)] as const)
  return {
    select: (...from) => Object.assign({}, ...columns.map(([, member]) => member.select(...from))),
    read: (row) => Object.fromEntries(columns.map(([name, member]) => [name, member.read(row)])) as Value,
    write: (value) =>
      Object.assign({}, ...columns.map(([name, member]) => member.write?.(value[name as keyof Value]) ?? {})),
  }
}

/** A field that is computed from several columns, and not written through it. */
export function computed<Columns extends object, Value>(
  columns: readonly (keyof Columns & string)[],
  read: (row: Columns) => Value | undefined,
): Column<Value> {
  return {
    select: (alias) => Object.fromEntries(columns.map((name) => [name, `${alias}.${name}`])),
    read: (row) => read(row as Columns),
  }
}

/** The column that a name stands for. */
export function columnOf<Value>(of: ColumnOf<Value>): Column<Value> {
  return typeof of === 'string' ? column(of) : of
}
