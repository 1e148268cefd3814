// The postings of loans, and what their owner asks of others.

import type { Account } from '../../../ledger/account.ts'
import type { Posting } from '../../../ledger/posting.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import type { LoanEvent } from '../../engine/loan-events.ts'
import type { LoanAgreement } from '../../engine/terms.ts'
import type { Appended, LoanCommand } from '../book/loan-command.ts'
import type { FoldSnapshot } from '../history-fold.ts'

/** Throws LoanRuleViolation when an event cannot stand. */
export type FoldLoan = (agreement: LoanAgreement, events: readonly LoanEvent[], asOf: string) => LoanPosition

/** A command changes a loan. */
export interface CommandPosting extends Posting<Appended> {
  readonly kind: 'command'
  readonly loanId: string
  readonly command: LoanCommand
  /** The account that pays or receives; absent: clearing. */
  readonly fundsAccountId?: string | undefined
  /** The account is in the books of a remote core: the event waits for it. */
  readonly isRemote: boolean
  /** States that were folded before the posting; of use when the loan has not changed since. */
  readonly prepared?: readonly FoldSnapshot[]
}

/** The remote core has answered about an event that waited for it. */
export interface SettlePosting extends Posting<Appended> {
  readonly kind: 'settle'
  readonly loanId: string
  readonly eventId: string
  readonly moved: boolean
  /** The key to free: its caller is told that the request was refused. */
  readonly refusedKey?: { readonly partnerId: string; readonly key: string } | undefined
}

/** A business day has passed: posts what follows from the date alone. Answers whether anything was posted. */
export interface ClosePosting extends Posting<boolean> {
  readonly kind: 'close'
  readonly loanId: string
  /** YYYY-MM-DD. */
  readonly date: string
}

export type LoanPosting = CommandPosting | SettlePosting | ClosePosting

/** The rules of the bank for accounts that pay for loans or receive them, and what it shows of a loan's own account. */
export interface AccountRules<A extends Account = Account> {
  /** Why the account cannot receive the amount. */
  checkCredit(account: A, currency: string, amountMinor: bigint): 'destination-invalid' | undefined
  /** Why the account cannot pay the amount. A reversal takes back what it has received, even if it may not send. */
  checkDebit(
    account: A,
    currency: string,
    amountMinor: bigint,
    isReversal: boolean,
  ): 'destination-invalid' | 'insufficient-funds' | undefined
  /** Changes the loan's account in memory, for the rest of the batch. */
  show(account: A, shown: ShownLoan): void
}

/** What family A shows of a loan's account. */
export interface ShownLoan {
  readonly isOpen: boolean
  readonly due: { readonly on: string; readonly amountMinor: bigint } | undefined
}
