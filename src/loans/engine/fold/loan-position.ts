// Where a loan stands on a day: what the fold over its events returns. Every list is in the order of the contract.

import type { Allocation, LoanEvent } from '../loan-events.ts'

export type LoanStatus =
  | 'APPROVED'
  | 'ACTIVE'
  | 'IN_ARREARS'
  | 'OVERPAID'
  | 'CLOSED'
  | 'CANCELLED'
  | 'CHARGED_OFF'
  | 'WRITTEN_OFF'

export type InstalmentStatus = 'FUTURE' | 'DUE' | 'PARTIAL' | 'OVERDUE' | 'PAID'

/** A stretch of days with one balance: how a row's interest came about. */
export interface InterestStretch {
  balanceMinor: bigint
  rate: string
  days: number
  interestMinor: bigint
}

export interface Instalment {
  n: number
  /** The first day of the row's period; of a down payment its due date. */
  from: string
  dueDate: string
  days: number
  principalMinor: bigint
  interestMinor: bigint
  feesMinor: bigint
  penaltiesMinor: bigint
  /** What has been paid of each component. */
  paid: Readonly<Allocation>
  paidInAdvanceMinor: bigint
  paidLateMinor: bigint
  /** Principal left by the plan after this row. */
  balanceMinor: bigint
  status: InstalmentStatus
  explain: readonly InterestStretch[]
}

/** Money that moved, with its allocation as the latest replay has it. */
export interface LoanTransaction {
  eventId: string
  kind: LoanEvent['kind'] | 'DOWN_PAYMENT' | 'CHARGE_OFF' | 'LATE_FEE' | 'CAPITALISATION'
  amountMinor: bigint
  valueDate: string
  allocation: Allocation
  perInstalment: readonly ({ n: number } & Allocation)[]
  balancesAfter: Balances
}

export interface Balances {
  principalMinor: bigint
  /** Interest of the running row, up to the day. */
  interestAccruedMinor: bigint
  interestDueMinor: bigint
  feesMinor: bigint
  penaltiesMinor: bigint
  /** Principal, interest due and accrued, and charges; no later interest. */
  totalOutstandingMinor: bigint
  totalOverdueMinor: bigint
  overpaymentMinor: bigint
  payoffMinor: bigint
  perDiemMinor: bigint
  disbursedMinor: bigint
  repaid: Allocation
}

export interface Charge {
  chargeId: string
  code: string
  kind: 'FEE' | 'PENALTY'
  amountMinor: bigint
  paidMinor: bigint
  waivedMinor: bigint
  dueDate: string
  /** The row that collects it. */
  instalment: number
  status: 'OUTSTANDING' | 'PARTIAL' | 'PAID' | 'WAIVED'
  /** A late fee, charged by the clock and not by an event. */
  automatic: boolean
}

export interface Arrangement {
  arrangementId: string
  status: 'ACTIVE' | 'COMPLETED' | 'BROKEN' | 'CANCELLED'
  type: string
  startDate: string
  /** The last due date that it covers. */
  endDate: string
}

export interface ScheduleVersion {
  version: number
  /** DISBURSEMENT, PREPAYMENT, RATE_CHANGE …: what made this plan. */
  reason: string
  validFrom: string
  eventId: string
}

/** What has to be paid on a day. */
export interface DueAmounts {
  /** Arrears and what falls due on the day; when that is nothing, the next row with something to pay. */
  readonly payNowMinor: bigint
  /** Arrears and what falls due on the day. */
  readonly byTodayMinor: bigint
  /** The due date of the oldest row of `payNowMinor`. */
  readonly oldestDueDate?: string
  /** Arrears by the row that collects them. Together they are `totalOverdueMinor`. */
  readonly arrears: readonly { readonly n: number; readonly dueDate: string; readonly amountMinor: bigint }[]
}

export interface LoanPosition {
  asOf: string
  status: LoanStatus
  subStatus?: 'HARDSHIP'
  disbursedOn?: string
  maturityDate: string
  interestRate: string
  instalments: readonly Instalment[]
  balances: Balances
  daysPastDue: number
  bucket: string
  due: DueAmounts
  /** The due date that days past due are counted from. */
  oldestUnpaidDueDate?: string
  /** The first due date from the day on with something to pay. */
  nextDueDate?: string
  /** Charges of that row whose own date has passed: they count as overdue already. */
  overdueInNextDue?: { fees: bigint; penalties: bigint }
  transactions: readonly LoanTransaction[]
  charges: readonly Charge[]
  arrangements: readonly Arrangement[]
  versions: readonly ScheduleVersion[]
}
