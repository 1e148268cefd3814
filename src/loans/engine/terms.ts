// The terms of a loan: what its schedule is computed from. Amounts are minor units, rates and percentages exact
// decimals as text ("9.4822" is 9.4822 %), dates YYYY-MM-DD.

export type TermUnit = 'Days' | 'Weeks' | 'Months' | 'Years'
export type RepaymentMethod = 'ANNUITY' | 'EQUAL_PRINCIPAL' | 'INTEREST_ONLY' | 'BULLET' | 'FLAT'
export type DayCount = '30/360' | '30E/360' | 'ACT/360' | 'ACT/364' | 'ACT/365F' | 'ACT/ACT-ISDA' | 'ACT/ACT-ICMA'
export type Rounding = 'HALF_EVEN' | 'HALF_UP' | 'UP' | 'DOWN'
export type PrepaymentStrategy = 'REDUCE_TERM' | 'REDUCE_INSTALMENT' | 'PAY_NEXT_INSTALMENTS' | 'ADJUST_LAST'
export type Component = 'penalties' | 'fees' | 'interest' | 'principal'
export type ChargeBase = 'PRINCIPAL' | 'INSTALMENT' | 'OVERDUE_PRINCIPAL' | 'OVERDUE_TOTAL'

/** A duration: 18 Months, 45 Days. */
export interface Term {
  count: number
  unit: TermUnit
}

/** Charged once for each overdue row, on day graceDays + 1 after its due date. */
export interface LateFee {
  percent?: string
  amountMinor?: bigint
  base: ChargeBase
  graceDays: number
}

/** Every field has its value here: the request's, else the product's, else the contract's default. */
export interface Terms {
  method: RepaymentMethod
  dayCount: DayCount
  repaymentEvery: number
  repaymentUnit: TermUnit
  firstDueDate?: string
  graceOnPrincipal: number
  graceOnInterest: number
  balloonMinor: bigint
  downPayment?: { percent: string; auto: boolean }
  instalmentMultipleOfMinor?: bigint
  instalmentBasis: 'DISBURSED' | 'APPROVED'
  rounding: Rounding
  annuityRate: 'PER_PERIOD' | 'FIRST_PERIOD'
  allocation: 'HORIZONTAL' | 'VERTICAL'
  allocationOrder?: { due: readonly Component[]; inAdvance: readonly Component[] }
  prepaymentDefault: PrepaymentStrategy
  settlementInterest: 'TO_DATE' | 'TO_PERIOD_END'
  lateFee?: LateFee
}

/** A range of days past due. */
export interface AgingBucket {
  name: string
  from: number
  to?: number
}

/** What the product fixes for the life of its loans. */
export interface LoanPolicy {
  chargeOffDays: number
  buckets: readonly AgingBucket[]
  /** The most rows, down payments not counted. Absent in loans that are older than the bound. */
  maxInstalments?: number
  /** Rows may be shorter than a week. Absent in loans that are older than the rule: they may. */
  dailyRows?: boolean
}

/** What was agreed: the start of a loan's history. `plannedDisbursement` dates the plan until money is paid out. */
export interface LoanAgreement {
  currency: string
  principalApprovedMinor: bigint
  interestRate: string
  term: Term
  terms: Terms
  policy: LoanPolicy
  agreementDate: string
  plannedDisbursement: string
}
