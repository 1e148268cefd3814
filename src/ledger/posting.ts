// What the pipeline is asked to post and what is decided about it. The ledger knows nothing of banking rules: the
// core hands in a pure `decide` function, and the ledger keeps the books true whatever it decides.

import type { BusinessDate } from '../kernel/clock.ts'
import type { Problem } from '../kernel/problem.ts'
import type { Account, Card, Usage } from './account.ts'
import type { Entry } from './journal.ts'

/** A transaction of the past, as far as a reversal needs to know it. */
export interface Original {
  readonly transactionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly type: string
  readonly accountId: string
  readonly beneficiaryAccountId: string | null
  readonly terminalId: string | null
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  /** The part of the amount that was notes and coins. */
  readonly cashMinor: bigint
  readonly currency: string
  readonly responseCode: string
  readonly authId: string | null
  readonly panHash: string | null
  readonly businessDate: BusinessDate
  readonly recordedAtMs: number
  reversedMinor: bigint
}

/** How a reversal names its original. With neither id, the newest that fits is meant. */
export interface OriginalQuery {
  readonly accountId: string
  readonly authId?: string
  readonly rrn?: string
  readonly type: string
  /** Absent when the caller leaves the currency to the original. */
  readonly amountMinor?: bigint
  /** Originals recorded before this instant are too old to be found without being named. */
  readonly notBeforeMs: number
}

/** The books as one order sees them: every earlier order of the batch has been applied. */
export interface Books {
  readonly nowMs: number
  readonly businessDate: BusinessDate
  account(accountId: string): Account | undefined
  card(panHash: string): Card | undefined
  terminalUsage(terminalId: string): Usage | undefined
  originalByAuthId(accountId: string, authId: string): Original | undefined
  originalByRrn(partnerId: string, rrn: string): Original | undefined
  /** Originals of this account and type within the window, newest first; those of this batch may have been declined. */
  recentOriginals(query: OriginalQuery): readonly Original[]
  hasTombstone(partnerId: string, rrn: string): boolean
  /** What is still held of a transaction. */
  heldOf(accountId: string, transactionId: string): bigint
}

export interface UsageChange {
  readonly of: Usage
  readonly minor: bigint
  readonly count: number
}

export interface UsageGivenBack {
  readonly of: { readonly panHash: string } | { readonly terminalId: string }
  readonly date: BusinessDate
  readonly minor: bigint
  readonly count: number
}

/** Approved: the journal to post and everything that changes with it. */
export interface Post {
  readonly kind: 'post'
  readonly entries: readonly Entry[]
  /** The part of a credit that is not available yet. */
  readonly hold?: { readonly accountId: string; readonly amountMinor: bigint; readonly releaseOn: BusinessDate }
  /** Gives back held money of an earlier transaction. */
  readonly unhold?: { readonly accountId: string; readonly transactionId: string; readonly amountMinor: bigint }
  /** Usage counted against limits, on rows this batch has locked. */
  readonly usage?: readonly UsageChange[]
  /** Usage given back on rows that the batch did not read: the day's figures are lowered where they stand. */
  readonly usageGivenBack?: readonly UsageGivenBack[]
  readonly loanPayment?: { readonly accountId: string; readonly amountMinor: bigint }
  readonly reverses?: { readonly original: Original; readonly amountMinor: bigint }
  /** Lets the account go below its limit. */
  readonly forced?: boolean
}

/** Approved without moving money: a reversal that came before its original. */
export interface Tombstone {
  readonly kind: 'tombstone'
  readonly originalRrn: string
}

export interface Decline {
  readonly kind: 'decline'
  readonly code: string
}

/** Not an answer of the bank but the caller's mistake: nothing is recorded, the RRN stays free. */
export interface Refuse {
  readonly kind: 'refuse'
  readonly problem: Problem
}

export type Decision = Post | Tombstone | Decline | Refuse

/** What became of an order, handed to its renderer while the books stand just after it. */
export interface Settled {
  readonly code: string
  readonly authId?: string
  readonly businessDate: BusinessDate
  account(accountId: string): Account | undefined
}

export interface Posting {
  readonly institutionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly fingerprint: string
  readonly type: string
  readonly accountId: string
  readonly beneficiaryAccountId?: string
  readonly billerId?: string
  readonly terminalId?: string
  readonly panHash?: string
  readonly maskedPan?: string
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  readonly cashMinor: bigint
  readonly currency: string
  readonly correlationId: string
  readonly receivedAtMs: number
  readonly transactionDate?: BusinessDate
  /** Reversals only: why, in the caller's code. */
  readonly reasonCode?: string
  /** Names a terminal whose daily usage must be read and locked. */
  readonly limitedTerminalId?: string
  readonly original?: OriginalQuery
  decide(books: Books): Decision
  answer(settled: Settled): string
}

export interface Posted {
  readonly code: string
  readonly reply: string
  readonly replayed: boolean
}

/** The code of an order whose RRN was used before with other content. */
export const DUPLICATE_CODE = '913'
export const APPROVED_CODE = '000'

/** What tells the orders of one institution apart. */
export function recordKey(partnerId: string, rrn: string): string {
  return `${partnerId} ${rrn}`
}
