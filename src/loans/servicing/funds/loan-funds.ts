// Money on accounts that pay for loans or receive them, when these are in the books of a remote core. wire.ts joins it to
// the port of the cores.

import type { Money } from '../../../platform/kernel/money/money.ts'

export interface FundsOrder {
  /** UUID, recorded before the call. The core executes it once, however often it is sent. */
  readonly reference: string
  readonly institutionId: string
  readonly partnerId: string
  readonly accountId: string
  readonly direction: 'CREDIT' | 'DEBIT'
  readonly amount: Money
  /** YYYY-MM-DD. */
  readonly businessDate: string
}

export type FundsRefusal = 'destination-invalid' | 'insufficient-funds'

export type FundsOutcome = { readonly moved: true } | { readonly moved: false; readonly reason: FundsRefusal }

/** A question whether an account could move money, before anything is recorded. */
export type FundsQuestion = Omit<FundsOrder, 'reference'> & {
  /** Takes back what an earlier event has moved. */
  readonly isReversal: boolean
}

export interface RemoteFunds {
  /** Throws a Problem: `unavailable` or `timeout` when the outcome is not known, another kind when the core rejects the call. */
  move(order: FundsOrder): Promise<FundsOutcome>
  /** Why it would not move the money, as far as it tells without moving any. Throws as `move` does. */
  refusalOf(question: FundsQuestion): Promise<FundsRefusal | undefined>
}

export interface LoanFunds {
  /** Undefined when the accounts of the institution are in the ledger. */
  remoteOf(institutionId: string): RemoteFunds | undefined
  /** Why an account in the ledger, as it is now, would not move the money. Nothing is locked. */
  refusalOf(question: FundsQuestion): Promise<FundsRefusal | undefined>
}
