// What decision tables read and answer. Money is in major units, as on the wire and as business people write it in a
// cell: a number of at most 15 significant digits, for which comparing doubles and comparing decimals agree.

export type Scalar = number | string | boolean | null

/** No bigint: zen cannot read one, and a cell would silently never match it. */
export type RuleValue = Scalar | undefined | readonly RuleValue[] | { readonly [name: string]: RuleValue }

export interface RuleInput {
  readonly [name: string]: RuleValue
}

export interface RuleRecord {
  readonly [name: string]: RuleValue
}

/** A record with first hit, a list of records with collect. */
export type RuleOutput = RuleRecord | readonly RuleRecord[]

/** A row that matched, counted from 1. */
export interface MatchedRow {
  readonly node: string
  readonly row: number
}

export interface Explanation {
  readonly output: RuleOutput | undefined
  readonly matched: readonly MatchedRow[]
}

/** The value handed in has a form that a compiled table does not read. A defect of the caller, not of the table. */
export class RuleInputError extends Error {
  override readonly name = 'RuleInputError'
}
