// A loan as it is stored: what was agreed, and the events that its state is a fold of.

import type { Balances, Instalment } from '../engine/fold/loan-position.ts'
import type { Allocation, LoanEvent } from '../engine/loan-events.ts'
import type { LoanAgreement } from '../engine/terms.ts'
import type { HistoryFold, StoredSnapshot } from './history-fold.ts'

export type JsonObject = { readonly [field: string]: unknown }

/** CASH: income when it is paid. ACCRUAL: income when it is earned, with receivables until it is paid. */
export type Accounting = 'CASH' | 'ACCRUAL'

/** What a loan is opened with. The product's policies are copied: they stay as agreed when the product changes. */
export interface LoanDraft {
  readonly institutionId: string
  readonly partnerId: string
  readonly applicationId?: string
  readonly offerId?: string
  readonly productCode: string
  readonly agreement: LoanAgreement
  readonly accounting: Accounting
  readonly overpaymentAllowed: boolean
  /** As it was sent. */
  readonly applicant: JsonObject
  readonly customerId?: string
  readonly externalReference?: string
  readonly contact?: JsonObject
}

export interface LoanRecord extends LoanDraft {
  readonly loanId: string
  readonly currency: string
  /** The account that family A shows to the customer, from the first disbursement on. */
  readonly accountId?: string
  /** The account of the loan's principal in the ledger, from the beginning. */
  readonly ledgerAccountId: string
  /** The number of the newest schedule; 0 before the first disbursement. */
  readonly scheduleVersion: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly createdBy: string
  readonly updatedBy: string
}

/** Takes an earlier event out of the fold. The event stays recorded. */
export interface Reversal {
  readonly kind: 'REVERSAL'
  readonly eventId: string
  readonly valueDate: string
  readonly sequence: number
  readonly reversalOf: string
}

/** PENDING: a remote core has not said yet whether it moved the money. Only COMPLETED events count. */
export type EventState = 'PENDING' | 'COMPLETED' | 'FAILED'

/** The effect of a transaction as it was booked; a later replay may have changed it. */
export interface Booking {
  readonly allocation: Allocation
  readonly perInstalment: readonly ({ readonly n: number } & Allocation)[]
  readonly balancesAfter: Balances
}

export interface RecordedEvent {
  readonly eventId: string
  readonly sequence: number
  readonly event: LoanEvent | Reversal
  readonly state: EventState
  /** The id of the reversal that has taken it out of the fold. */
  readonly reversedBy?: string
  /** The business date and the instant of booking. */
  readonly bookedOn: string
  readonly bookedAt: Date
  /** Absent for events without a transaction, and while PENDING. */
  readonly booking?: Booking
  /** Money received (positive) or paid out (negative). */
  readonly cashMinor: bigint
  /** The account that paid or received it; absent: clearing. */
  readonly fundsAccountId?: string
  /** Identifies the movement at a remote core. */
  readonly fundsReference?: string
  /** Absent when nothing had to be posted. */
  readonly journalId?: string
  readonly createdBy: string
  /** What the caller said about it, such as its channel, reason or operator. */
  readonly details?: JsonObject
}

export interface LoanHistory {
  readonly loan: LoanRecord
  /** In order of arrival; reversed, pending and failed ones too. */
  readonly events: readonly RecordedEvent[]
  /** Where the fold can begin. */
  readonly snapshot?: StoredSnapshot
  /** The events are only those since the snapshot, and amendments. */
  readonly isPartial?: true
  /** What was folded of it. */
  readonly fold?: HistoryFold
}

/** The events that the fold takes. */
export function foldedEvents(events: readonly RecordedEvent[]): LoanEvent[] {
  const folded: LoanEvent[] = []
  for (const { event, state, reversedBy } of events)
    if (state === 'COMPLETED' && reversedBy === undefined && event.kind !== 'REVERSAL') folded.push(event)
  return folded
}

/** The allocation of an earlier transaction that another event has changed. */
export interface Replay {
  readonly eventId: string
  readonly before: Booking
  /** Absent: the transaction no longer exists, such as a late fee that was never due. */
  readonly after?: Booking
}

/** A repayment schedule that the loan has or had. */
export interface ScheduleHead {
  readonly version: number
  readonly reason: string
  readonly validFrom: string
  readonly eventId?: string
  readonly recordedAt: Date
}

/** With its rows as they were when it was made. */
export interface StoredSchedule extends ScheduleHead {
  readonly instalments: readonly Instalment[]
}

export interface LoanFilter {
  readonly partnerId: string
  readonly status?: string
  readonly productCode?: string
  readonly applicationId?: string
  readonly bucket?: string
  readonly dpdMin?: number
  /** Each word begins a word of the applicant's name; case and accents make no difference. */
  readonly applicantName?: string
  readonly customerId?: string
  /** The account that family A shows. */
  readonly accountId?: string
  readonly externalReference?: string
}
