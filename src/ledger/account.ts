// The accounts and cards of a batch as they stand after the orders decided so far.

import type { BusinessDate } from '../kernel/clock.ts'

/** Withdrawals of one business date; a newer date starts from nothing. */
export interface Usage {
  date: BusinessDate | null
  minor: bigint
  count: number
}

/** Money of a check deposit that is in the balance but not available yet. */
export interface Hold {
  readonly holdId: string
  readonly accountId: string
  readonly transactionId: string
  amountMinor: bigint
  readonly releaseOn: BusinessDate
  released: boolean
}

export interface Account {
  readonly accountId: string
  readonly customerId: string
  readonly accountType: string
  readonly description: string
  readonly currency: string
  readonly status: string
  readonly txnCapability: string
  readonly branchId: string
  readonly riskFlag: string | null
  /** The sum of the account's entries: what the institution owes the customer, negative on loans. */
  balanceMinor: bigint
  heldMinor: bigint
  readonly overdraftMinor: bigint
  /** How far forced reversals have pushed the account below its limit. */
  forcedMinor: bigint
  readonly paymentDueMinor: bigint | null
  readonly paymentDueOn: BusinessDate | null
  paymentPaidMinor: bigint
  readonly usage: Usage
}

export interface Card {
  readonly panHash: string
  readonly status: string
  readonly accountIds: readonly string[]
  readonly usage: Usage
}

export function isLoan(account: Account): boolean {
  return account.accountType === 'LOAN'
}

/** What may be debited now. Nothing can be drawn from a loan. */
export function availableMinor(account: Account): bigint {
  return isLoan(account) ? 0n : account.balanceMinor - account.heldMinor + account.overdraftMinor
}

/** What a loan still asks for next: the instalment less what was paid towards it. */
export function paymentDueMinor(account: Account): bigint {
  const left = (account.paymentDueMinor ?? 0n) - account.paymentPaidMinor
  return left > 0n ? left : 0n
}

export function usageOn(usage: Usage, date: BusinessDate): { readonly minor: bigint; readonly count: number } {
  return usage.date !== null && usage.date >= date ? usage : { minor: 0n, count: 0 }
}
