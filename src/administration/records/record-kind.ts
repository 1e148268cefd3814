// A kind of record that administration keeps (users, roles, partners …): the definition that reading, listing and
// changing need. The kind supplies the SQL fragments; the functions in this folder combine them.

import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import type { Conditions } from '../../platform/storage/statements/list-query.ts'
import type { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { Actor } from '../audit/actor.ts'
import type { NewEvent } from '../events/event-outbox.ts'

/** The fields that every record has. Instants are ISO 8601: they are shown, not computed with. */
export interface RecordFields {
  readonly id: string
  /** Counts the changes, from 1. */
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string
  readonly updatedBy: string
}

/** Fields that can be null. */
type Clearable<Item extends RecordFields> = {
  [Field in keyof Item]-?: null extends Item[Field] ? Field : never
}[keyof Item]

/** The fields of a new record. Those that are named may be left out, and so may those that can be null. */
export type NewRecord<Item extends RecordFields, LeftOut extends keyof Item = never> = Omit<
  Item,
  keyof RecordFields | LeftOut | Clearable<Item>
> & { readonly [Field in LeftOut | Clearable<Item>]?: Item[Field] | undefined }

/** What a change may set. Absent fields stay unchanged; `version` is the one that was read. */
export type RecordChange<New, Unchanged extends keyof New = never> = { readonly version: number } & {
  readonly [Field in Exclude<keyof New, Unchanged>]?: New[Field] | undefined
}

/** The columns that every table of records has besides its id. */
export interface RecordRow {
  version: number
  created_at: Date
  updated_at: Date
  created_by: string
  updated_by: string
}

export function recordFieldsOf(id: string, row: RecordRow): RecordFields {
  return {
    id,
    version: row.version,
    createdAt: isoTimestamp(row.created_at.getTime()),
    updatedAt: isoTimestamp(row.updated_at.getTime()),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  }
}

/** The caller of a change: their scope, and their name in the audit log. */
export interface RecordCaller {
  readonly principal: { readonly scope: Scope }
  readonly actor: Actor
}

/** The scope and the time of a read. */
export interface Reader {
  readonly scope: Scope
  readonly nowMs: number
}

/** The problems that the kit raises, each with a reason of the concept that keeps the records. */
export interface RecordRefusals {
  /** No record in scope has the id. The message gives no reason. */
  notFound(): Problem
  /** The version is not the one that the caller read. */
  changed(): Problem
}

export interface RecordKind<Item extends RecordFields, Filter = unknown, Row = unknown> {
  /** What the audit log calls it: `user`. */
  readonly resource: string
  /** The table with its alias: `users u`. Every fragment below uses the alias. */
  readonly table: string
  /** The id column, a uuid: `u.user_id`. */
  readonly id: string
  /** The institution's column of a table that may be distributed by it (docs/decisions/0057): `r.institution_id`. */
  readonly placedBy?: string
  /** The order of a list; it ends in something unique, so that pages neither repeat nor miss a record. */
  readonly order: string
  /** Fields that a list can be sorted by instead, and their expressions. */
  readonly sorts?: Readonly<Record<string, string>>
  /** `SELECT … FROM users u JOIN roles r USING (role_id)`: one Row per record, without WHERE. */
  select(reader: Reader, parameters: Parameters): string
  /** The condition under which a row is visible from a scope. A deleted record that is kept is visible from none. */
  inScope(scope: Scope, parameters: Parameters): string
  /** Adds the conditions of a filter. */
  matching(filter: Filter, reader: Reader, where: Conditions): void
  /** The records of the rows, in their order; may read further tables for all of them at once. */
  recordsOf(rows: readonly Row[], sql: Sql): readonly Item[] | Promise<readonly Item[]>
  /** What the audit log keeps of the record: public names, no secrets. */
  snapshot(record: Item): object
  /** What a change tells partners, if anything. Without `before` the record is new, without `after` it is gone. */
  event?(before: Item | undefined, after: Item | undefined): NewEvent | undefined
  /** The owner of the record, whose users find its changes in the audit log. */
  ownerOf(record: Item): Scope
  readonly refusals: RecordRefusals
}
