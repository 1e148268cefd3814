// The postings that record orders to a remote core, and their results.

import type { Posting } from '../../../ledger/posting.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Refusal } from '../../core/builtin/decision.ts'
import type { Matched } from '../../core/original.ts'
import type { CoreOutcome, Outcome } from '../../core/outcome.ts'
import type { Answer } from '../channel.ts'
import type { OrderFields } from '../record/order-record.ts'
import type { Records } from '../record/record-book.ts'
import type { DeclinedReversal, Tombstone, Unsettled } from '../reversals/match-original.ts'
import type { NeedsUsage, RemoteUsage } from './usage-today.ts'

/** The core decides. */
export interface Send {
  readonly kind: 'send'
  readonly reverses?: Matched
}

/** What the gateway decides about an order before it calls the core. */
export type IntentDecision = Send | Tombstone | DeclinedReversal | Refusal | Unsettled

export interface IntentPosting extends Posting<Intent>, OrderFields, NeedsUsage {
  readonly kind: 'intent'
  /** `used` is read only for a posting that needs it. */
  decide(records: Records, at: { readonly nowMs: number; readonly used: RemoteUsage }): IntentDecision
  render(outcome: Outcome): string
  /** The account as the core shows it, for a reversal that is approved although its original has not arrived. */
  readonly shown?: CoreOutcome
}

/** The result of an intent. */
export type Intent = Answered | Unsettled | EarlyReversal | Sendable

export interface Answered {
  readonly kind: 'answered'
  readonly answer: Answer
}

/** Nothing is recorded yet: the reversal arrived before its original, and its reply needs the account's balances. */
export interface EarlyReversal {
  readonly kind: 'early'
}

/** Call the core with this reference. */
export interface Sendable {
  readonly kind: 'send'
  readonly reference: string
  /** Of the record, which for a corrected reversal is not that of the order. */
  readonly rrn: string
  /** True when this posting made the record: nothing was sent with the reference before. */
  readonly isNew: boolean
  readonly businessDate: BusinessDate
  readonly reverses?: Matched
}

export interface SettlePosting extends Posting<Answer>, RecordIdentity {
  readonly kind: 'settle'
  readonly outcome: CoreOutcome
  /** Absent when no caller is waiting: the reply is rendered when the order is repeated. */
  readonly caller?: Caller
}

/** The order as its caller sent it. */
export interface Caller extends OrderFields {
  render(outcome: Outcome): string
}

/** Removes an intent that never left the gateway. */
export interface WithdrawPosting extends Posting<boolean>, RecordIdentity {
  readonly kind: 'withdraw'
}

export interface RecordIdentity {
  readonly partnerId: string
  readonly rrn: string
  readonly accountId: string
  /** The reference of the call. */
  readonly transactionId: string
}

export type RemotePosting = IntentPosting | SettlePosting | WithdrawPosting
