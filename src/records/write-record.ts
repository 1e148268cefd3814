// Writes records by the columns of their kind. What is more than "these columns of this row" is SQL beside its rule.

import { authorOf } from '../audit/actor.ts'
import { newId } from '../kernel/ids.ts'
import { changeRecord, type RecordWork, recordCreation, UNCHANGED } from './change-record.ts'
import type { ColumnKind, OwnField } from './column-kind.ts'
import type { Column, Row } from './columns.ts'
import type { RecordFields } from './record-kind.ts'

/** Inserts a record with these fields, reads it and audits `<resource>.create`. Fields left out take the table's default. */
export async function createRecord<Item extends RecordFields, Filter>(
  work: RecordWork,
  kind: ColumnKind<Item, Filter>,
  fields: { readonly [Field in OwnField<Item>]?: Item[Field] },
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
