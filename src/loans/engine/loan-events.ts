// What happens to a loan. Its state is a fold over these, ordered by value date, then by kind (disbursement, fee,
// restructure, repayment), then by arrival. A reversed event stays recorded and is left out of the fold.

import type { ChargeBase, PrepaymentStrategy, TermUnit } from './terms.ts'

interface EventFields {
  eventId: string
  /** The day on which it takes effect. */
  valueDate: string
  /** Order of arrival within the loan, from 1. */
  sequence: number
  /** An earlier version of the rules, which it was booked by and keeps. Absent: booked by the current ones. */
  rules?: EarlierRules
}

export type EarlierRules = 1 | 2 | 3

/** The version of the rules that new events are booked by. */
export const CURRENT_RULES = 4

/** Money paid out. Fees deducted from it are income at once and no part of the schedule. */
export interface Disbursement extends EventFields {
  kind: 'DISBURSEMENT'
  amountMinor: bigint
  feesDeductedMinor: bigint
  /** Agreed fees that are charges of the first row, due on the day. */
  feesCharged?: readonly AgreedCharge[]
}

export interface AgreedCharge {
  chargeId: string
  code: string
  amountMinor: bigint
}

/** A charge. Without a due date, a charge with base INSTALMENT is on every unpaid row. */
export interface ChargeAssessed extends EventFields {
  kind: 'CHARGE'
  chargeId: string
  code: string
  chargeKind: 'FEE' | 'PENALTY'
  amountMinor?: bigint
  percent?: string
  base?: ChargeBase
  dueDate?: string
}

export interface ChargeWaived extends EventFields {
  kind: 'CHARGE_WAIVED'
  chargeId: string
}

export type RestructureType =
  | 'RATE_CHANGE'
  | 'TERM_EXTENSION'
  | 'DUE_DATE_CHANGE'
  | 'PAYMENT_HOLIDAY'
  | 'REAMORTISE'
  | 'REAGE'
  | 'CAPITALISE'

/** valueDate is the day of the request; effectiveDate may be later. */
export interface Restructure extends EventFields {
  kind: 'RESTRUCTURE'
  type: RestructureType
  effectiveDate: string
  newRate?: string
  extraInstalments?: number
  newDueDate?: string
  graceOnPrincipal?: number
  graceOnInterest?: number
  startDate?: string
  instalments?: number
  frequency?: { every: number; unit: TermUnit }
}

export type HardshipType = 'PAYMENT_HOLIDAY' | 'REDUCED_PAYMENT' | 'TERM_EXTENSION' | 'INTEREST_ONLY'

export interface HardshipStarted extends EventFields {
  kind: 'HARDSHIP'
  arrangementId: string
  type: HardshipType
  startDate: string
  /** The due date of the first row that it covers: the first from startDate on that was not fully paid when it was asked for. */
  firstDueDate?: string
  instalments: number
  reducedAmountMinor?: bigint
  interestTreatment: 'ACCRUE' | 'CAPITALISE' | 'WAIVE'
  atEnd: 'EXTEND_TERM' | 'SAME_TERM'
}

/** Ends a running arrangement early. */
export interface HardshipEnded extends EventFields {
  kind: 'HARDSHIP_ENDED'
  arrangementId: string
}

/** Parts of an amount, summing to it. */
export interface Allocation {
  penalties: bigint
  fees: bigint
  interest: bigint
  principal: bigint
  overpayment: bigint
}

/** Money received. `strategy` says what the excess over what is due does to later rows. */
export interface Repayment extends EventFields {
  kind: 'REPAYMENT'
  amountMinor: bigint
  strategy?: PrepaymentStrategy
  /** An operator's own allocation, in place of the rules'. */
  allocation?: Allocation
}

/** A payment meant to go beyond what is due: arrears first, the rest lowers the running row's principal. */
export interface Prepayment extends EventFields {
  kind: 'PREPAYMENT'
  amountMinor: bigint
  strategy?: PrepaymentStrategy
}

/** Pays everything on its value date; the amount is the payoff amount of that day. */
export interface LoanSettlement extends EventFields {
  kind: 'SETTLEMENT'
  amountMinor: bigint
}

/** The overpayment is paid back. */
export interface Refund extends EventFields {
  kind: 'REFUND'
  amountMinor: bigint
}

export type ClosingReason = 'OBLIGATIONS_MET' | 'CANCELLED' | 'WRITTEN_OFF' | 'SETTLED_SHORT' | 'CHARGED_OFF'

export interface Closing extends EventFields {
  kind: 'CLOSING'
  reason: ClosingReason
}

/** Terms amended before the first disbursement. */
export interface Amendment extends EventFields {
  kind: 'AMENDMENT'
  interestRate?: string
  term?: { count: number; unit: TermUnit }
  firstDueDate?: string
}

export type LoanEvent =
  | Disbursement
  | ChargeAssessed
  | ChargeWaived
  | Restructure
  | HardshipStarted
  | HardshipEnded
  | Repayment
  | Prepayment
  | LoanSettlement
  | Refund
  | Closing
  | Amendment
