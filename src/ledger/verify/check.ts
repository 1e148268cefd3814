// One rule that `verify` proves.

/** A rule as a query: it returns the rows that break it, as (institution_id, subject, detail). */
export interface Check {
  readonly name: string
  readonly text: string
}
