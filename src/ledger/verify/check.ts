// One rule that `verify` proves.

import type { Sql } from '../../platform/storage/database.ts'

/** A row that breaks a rule. */
export interface BrokenRow {
  readonly institution_id: string
  readonly subject: string
  readonly detail: string
}

/** A rule: it returns the rows that break it. */
export type Check = QueryCheck | ComputedCheck

/** A rule as a query for (institution_id, subject, detail). */
export interface QueryCheck {
  readonly name: string
  readonly text: string
}

/** A rule that has to be computed, such as the fold of a history. Reads its rows a few at a time. */
export interface ComputedCheck {
  readonly name: string
  find(sql: Sql, limit: number): Promise<BrokenRow[]>
}
