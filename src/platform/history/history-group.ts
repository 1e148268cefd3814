// The port between the archive and the concepts that own tables: each concept states which of its rows are history, what
// remains of them, and what has to be done when they go.
//
// A group is what is archived together, because its rows refer to each other. Rows leave month by month. A row that is still
// open is left out, and leaves with a later month.

import type { Sql } from '../storage/database.ts'
import type { Month } from './month.ts'

export const GROUPS = ['books', 'inquiries', 'tokens', 'keys', 'lending', 'audit'] as const
export type GroupName = (typeof GROUPS)[number]

/** Tables without an institution are archived for the platform as a whole. */
export const PLATFORM = '*'

/** What is archived: a group of an institution, up to the end of a month. */
export interface Cut {
  /** Or PLATFORM. */
  readonly institutionId: string
  readonly month: Month
  /** The last business date, YYYYMMDD. */
  readonly lastDay: string
  /** The instant at which the month ends, UTC. */
  readonly end: Date
}

/** A row as it was exported. Integers are bigints. */
export type ExportedRow = Readonly<Record<string, unknown>>

export interface HistoryTable {
  readonly name: string
  /** The columns of its primary key with their types. */
  readonly key: readonly (readonly [column: string, type: string])[]
  /**
   * The condition on the rows `t` that may go. $1 is the institution, $2 the last business date, $3 the end of the month, $4 the
   * ids that Group.keeps() has returned.
   */
  readonly due: string
  /** The same on distributed books, where `due` would ask other servers than that of the rows: keeps() has asked them instead. */
  readonly dueAtServer?: string
  /** The order of the lines, where it matters. */
  readonly order?: string
  /** The amount that the manifest sums up, and its currency. */
  readonly sums?: { readonly amount: string; readonly currency: string }
  /** Called with the removal, in its transaction: leaves what remains of the rows, removes what was derived from them. */
  onRemoved?(sql: Sql, cut: Cut, rows: readonly ExportedRow[]): Promise<void>
}

export interface HistoryGroup {
  readonly name: GroupName
  /** Its rows belong to institutions, not to the platform. */
  readonly isOfInstitutions: boolean
  /** The month of the oldest row; undefined when there are none. */
  firstMonth(sql: Sql, institutionId: string): Promise<Month | undefined>
  /** Why the month cannot go yet; empty when it can. */
  obstacles?(sql: Sql, cut: Cut): Promise<readonly string[]>
  /** Ids of rows that have to stay though they are old enough; on distributed books also those that `dueAtServer` leaves to it. */
  keeps?(sql: Sql, cut: Cut): Promise<readonly string[]>
  /** In the order in which their rows are removed. */
  readonly tables: readonly HistoryTable[]
  /** Called once the files are verified, in the transaction that makes the cut: writes what the cut rests on. */
  onCut?(sql: Sql, cut: Cut, exported: Exported): Promise<void>
}

/** What the files of a part hold. */
export interface Exported {
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>
  readonly recordedAt: Date
  /** The first and the last row of a table, undefined when it has none. */
  ends(table: string): readonly [first: ExportedRow, last: ExportedRow] | undefined
  sign(text: string): string
}

/**
 * Business dates follow a time zone and a cutover, timestamps are UTC. A timestamp that is this far from the end of a month has
 * a business date on the same side of it.
 */
export const DATE_SLACK = `interval '2 days'`
