// What the fold over a loan's events carries from event to event. Plain data: it can be stored as a snapshot and taken
// up again. Days are day numbers, amounts minor units.

import type { Period } from '../arithmetic/calendar-days.ts'
import type { Allocation, HardshipType } from '../loan-events.ts'
import type { LoanAgreement } from '../terms.ts'
import type { LoanTransaction, ScheduleVersion } from './loan-position.ts'

/**
 * What a row asks for: LEVEL its instalment, INTEREST no principal, NOTHING nothing at all, FIXED an agreed amount.
 */
export type RowKind = 'LEVEL' | 'INTEREST' | 'NOTHING' | 'FIXED' | 'DOWN_PAYMENT'

/** Interest that a row does not collect: joins the next full row, joins the principal, or is waived. */
export type UnpaidInterest = 'DEFER' | 'CAPITALISE' | 'WAIVE'

/** Days with one balance and one rate. */
export interface Stretch {
  from: number
  to: number
  balance: bigint
  rate: string
}

/** Interest of earlier rows: within the instalment (it exceeded theirs), and on top of it (grace, hardship). */
export interface Carried {
  within: bigint
  onTop: bigint
}

export interface Row {
  id: number
  /** The period is [from, due); a down payment has none. */
  from: number
  due: number
  period: Period
  anchorDay: number
  kind: RowKind
  /** What a FIXED row asks for, and what a down payment amounts to. */
  fixed: bigint
  unpaidInterest: UnpaidInterest
  /** Grace on interest: the next row collects this one's. */
  defersInterest: boolean
  /** The annuity's instalment. */
  level: bigint
  /** Principal by plan, where it is not the instalment less the interest. */
  planned: bigint | undefined
  /** Interest fixed beforehand, for FLAT. */
  flatInterest: bigint | undefined
  /** Principal prepaid on top of the plan. */
  extra: bigint
  /** Principal paid before the due date that counts towards the plan. */
  prepaid: bigint
  /** PAY_NEXT_INSTALMENTS: comes off the principal of this row, and of the next ones as far as a row cannot take it. */
  excess: bigint
  /** Days of the period that are over, with the balances they had. */
  stretches: readonly Stretch[]
  /** Interest of earlier rows: within the instalment (it exceeded theirs), and on top of it (grace, hardship). */
  carriedWithin: bigint
  carriedOnTop: bigint
  /** On top of the instalment as last projected: also what open rows before it will carry. */
  collectedOnTop: bigint
  /** Closed rows have their final figures; the others the plan's as last projected. */
  closed: boolean
  principal: bigint
  interest: bigint
  /** Interest of the row that joins the principal on its due date. */
  capitalised: bigint
  /** Interest that the row passes on to the next one. */
  passed: Carried
  /** What the row cannot take of the excess; the next one takes it. */
  excessLeft: bigint
  /** Replaced, never changed: copies of a state share it, as they do the stretches. */
  paid: Readonly<Allocation>
  paidInAdvance: bigint
  paidLate: bigint
  /** Charged, or not needed because the row was paid in time. */
  lateFeeDone: boolean
}

export interface ChargeState {
  chargeId: string
  code: string
  kind: 'FEE' | 'PENALTY'
  amount: bigint
  paid: bigint
  waived: bigint
  due: number
  rowId: number
  automatic: boolean
}

export interface ArrangementState {
  arrangementId: string
  type: HardshipType
  start: number
  /** The last due date that it covers. */
  end: number
  rowIds: number[]
  /** Rows that it has added at the end. */
  addedIds: number[]
  /** Days late count from this day at the earliest: the day on which it was asked for. */
  lateFrom: number
  atEnd: 'EXTEND_TERM' | 'SAME_TERM'
  endedOn: number | undefined
  brokenOn: number | undefined
}

/** What an arrangement of today has changed. */
export interface PlanBeforeHardship {
  readonly rows: readonly Row[]
  readonly principal: bigint
  readonly balanceSince: number
  /** How many there were. */
  readonly advances: number
  readonly transactions: number
}

export interface FoldState {
  agreement: LoanAgreement
  /** Rates in force, each from its day on. */
  rates: { from: number; rate: string }[]
  /** Everything that the clock brings is applied up to and including this day. */
  today: number
  rows: Row[]
  /** Rows that REDUCE_TERM has dropped, for a further tranche. */
  dropped: Row[]
  nextRowId: number
  /** Principal outstanding. The stretch of days since `balanceSince` has had it. */
  principal: bigint
  balanceSince: number
  /** What entered the principal, and when: disbursements and capitalised interest. */
  advances: { day: number; amount: bigint }[]
  disbursed: bigint
  disbursedOn: number | undefined
  /** The period of the first row, which FIRST_PERIOD levels with. */
  firstPeriod: { from: number; due: number; period: Period; anchorDay: number } | undefined
  charges: ChargeState[]
  overpayment: bigint
  repaid: Allocation
  transactions: LoanTransaction[]
  versions: ScheduleVersion[]
  arrangements: ArrangementState[]
  /** Until the day is over. */
  beforeHardship: PlanBeforeHardship | undefined
  chargedOffOn: number | undefined
  closedBy: { reason: 'CANCELLED' | 'WRITTEN_OFF' | 'SETTLED_SHORT'; day: number } | undefined
}

export function emptyState(agreement: LoanAgreement, today: number): FoldState {
  return {
    agreement,
    rates: [],
    today,
    rows: [],
    dropped: [],
    nextRowId: 1,
    principal: 0n,
    balanceSince: 0,
    advances: [],
    disbursed: 0n,
    disbursedOn: undefined,
    firstPeriod: undefined,
    charges: [],
    overpayment: 0n,
    repaid: { ...NOTHING_PAID },
    transactions: [],
    versions: [],
    arrangements: [],
    beforeHardship: undefined,
    chargedOffOn: undefined,
    closedBy: undefined,
  }
}

export const NOTHING_CARRIED: Carried = { within: 0n, onTop: 0n }

export function carriesNothing({ within, onTop }: Carried): boolean {
  return within === 0n && onTop === 0n
}

export const NOTHING_PAID: Readonly<Allocation> = {
  penalties: 0n,
  fees: 0n,
  interest: 0n,
  principal: 0n,
  overpayment: 0n,
}

/** A row of which nothing is planned, due or paid yet: what a new row starts as, and what stored rows differ from. */
export const UNPLANNED_ROW: Readonly<Row> = {
  id: 0,
  from: 0,
  due: 0,
  period: { months: 1 },
  anchorDay: 1,
  kind: 'LEVEL',
  fixed: 0n,
  unpaidInterest: 'DEFER',
  defersInterest: false,
  level: 0n,
  planned: undefined,
  flatInterest: undefined,
  extra: 0n,
  prepaid: 0n,
  excess: 0n,
  stretches: [],
  carriedWithin: 0n,
  carriedOnTop: 0n,
  collectedOnTop: 0n,
  closed: false,
  principal: 0n,
  interest: 0n,
  capitalised: 0n,
  passed: NOTHING_CARRIED,
  excessLeft: 0n,
  paid: NOTHING_PAID,
  paidInAdvance: 0n,
  paidLate: 0n,
  lateFeeDone: false,
}

export function sumOf(parts: Allocation): bigint {
  return parts.penalties + parts.fees + parts.interest + parts.principal + parts.overpayment
}

export function totalPrincipal(state: FoldState): bigint {
  return state.advances.reduce((sum, advance) => sum + advance.amount, 0n)
}

/** The row whose period contains the day; on a due date the next one. Undefined after the last due date. */
export function runningRow(state: FoldState): Row | undefined {
  return state.rows[closedRows(state)]
}

/** How many rows are closed, which is the index of the running row: rows close in their order. */
export function closedRows({ rows }: FoldState): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]?.closed === true) low = middle + 1
    else high = middle
  }
  return low
}

export function isFlat(state: FoldState): boolean {
  return state.agreement.terms.method === 'FLAT'
}

export function unpaidOf(row: Row): bigint {
  return row.principal - row.paid.principal + row.interest - row.paid.interest
}

/** Most rows are paid in full, which equal amounts tell without arithmetic. */
export function isUnpaid(row: Row): boolean {
  const { principal, interest, paid } = row
  return (principal !== paid.principal || interest !== paid.interest) && unpaidOf(row) > 0n
}

/** Unpaid principal of rows that have fallen due. */
export function overduePrincipal(state: FoldState): bigint {
  let sum = 0n
  for (const row of state.rows) {
    if (!row.closed) break
    if (row.principal !== row.paid.principal) sum += row.principal - row.paid.principal
  }
  return sum
}
