// What the built-in bank decides about an order.

import type { Entry } from '../../../ledger/journal.ts'
import type { Share } from '../../../ledger/posting.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { DeclineCode } from '../outcome.ts'
import type { UsageChange, UsageGivenBack } from './books/usage.ts'

/** Approved: the entries to post and everything that changes with them. */
export interface Approval {
  readonly kind: 'post'
  readonly entries: readonly Entry[]
  /** The part of a credit that is not available yet. */
  readonly hold?: { readonly accountId: string; readonly amountMinor: bigint; readonly releaseOn: BusinessDate }
  /** Releases held money of an earlier transaction. */
  readonly unhold?: { readonly accountId: string; readonly transactionId: string; readonly amountMinor: bigint }
  readonly usage?: readonly UsageChange[]
  readonly usageGivenBack?: readonly UsageGivenBack[]
  /** A loan whose next instalment this pays; not for loans that are kept as events. */
  readonly loanPayment?: { readonly accountId: string; readonly amountMinor: bigint }
  /** What another owner adds: the part of a loan that is kept as events. Its entries are among `entries`. */
  readonly share?: Share
  /** Allows the account to fall below its limit. */
  readonly forced?: boolean
}

export interface Decline {
  readonly kind: 'decline'
  readonly code: DeclineCode
  /** The stop that fits the order, where that is why. */
  readonly stopId?: string | undefined
}

/** The caller's mistake, not an answer of the bank: nothing is recorded, and the RRN stays free. */
export interface Refusal {
  readonly kind: 'refuse'
  readonly problem: Problem
}

export type Decision = Approval | Decline | Refusal

export function decline(code: DeclineCode): Decline {
  return { kind: 'decline', code }
}
