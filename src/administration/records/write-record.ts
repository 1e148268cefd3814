// Writes records by the columns of their kind. What is more than "these columns of this row" is SQL beside its rule.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { authorOf } from '../audit/actor.ts'
import { changeRecord, type RecordWork, recordCreation, UNCHANGED } from './change-record.ts'
import type { ColumnKind, OwnField } from './column-kind.ts'
import type { Column, Row } from './columns.ts'
import type { RecordFields } from './record-kind.ts'

/** Fields by their names. Those that are undefined stay as they are; null clears a field that a record may lack. */
type WrittenFields<Item extends RecordFields> = {
  readonly [Field in OwnField<Item>]?: Item[Field] | (undefined extends Item[Field] ? null : never) | undefined
}

/** Inserts a record with these fields, reads it and audits `<resource>.create`. Fields left out take the table's default. */
export async function createRecord<Item extends RecordFields, Filter>(
  work: RecordWork,
  kind: ColumnKind<Item, Filter>,
  fields: WrittenFields<Item>,
  others: Row = {},
): Promise<Item> {
  const id = newId(work.nowMs)
  await insertRecord(work, kind, id, fields, others)
  return await recordCreation(work, kind, `${kind.resource}.create`, id)
}

/**
 * Inserts the row alone, for a record that something is done with before it is audited. `others` are columns that are no
 * field of the record.
 */
export async function insertRecord<Item extends RecordFields, Filter>(
  { sql, nowMs, caller }: RecordWork,
  kind: ColumnKind<Item, Filter>,
  id: string,
  fields: WrittenFields<Item>,
  others: Row = {},
): Promise<void> {
  const [now, author] = [new Date(nowMs), authorOf(caller.actor)]
  const row = {
    [columnName(kind.id)]: id,
    ...columnsOf(kind, fields, others),
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
}

/** Writes these fields of a record that is being changed, and `others` as insertRecord does. */
export async function writeFields<Item extends RecordFields, Filter>(
  { sql }: RecordWork,
  kind: ColumnKind<Item, Filter>,
  id: string,
  fields: WrittenFields<Item>,
  others: Row = {},
): Promise<void> {
  const row = columnsOf(kind, fields, others)
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

function columnsOf<Item extends RecordFields, Filter>(
  kind: ColumnKind<Item, Filter>,
  fields: object,
  others: Row,
): Row {
  const columns: Readonly<Record<string, Column<unknown>>> = kind.columns
  const given = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined)
  const rows = given(fields).map(([field, value]) => {
    const write = columns[field]?.write
    if (write === undefined) throw new Error(`${kind.resource} has no column to write ${field} to`)
    return write(value)
  })
  return Object.assign({}, ...rows, Object.fromEntries(given(others)))
}

function tableName({ table }: { readonly table: string }): string {
  return table.split(' ')[0] as string
}

function columnName(qualified: string): string {
  return qualified.split('.')[1] as string
}
