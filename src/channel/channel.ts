// The port that account services speak to. Behind it stand the gateway's duties, which are the same for every core: the
// record of each RRN and its replay, duplicates, reversals that arrive before their original, the matching of reversals,
// the checks of institution and terminal. Behind those stands the core that the institution's connectivity record picks.
// One conformance suite (conformance.ts) runs against every implementation.
//
// Every method answers an outcome, approved or declined. What is thrown instead is a Problem, of this kind or reason:
//   unavailable          the core cannot be reached; nothing was done
//   timeout              no answer before the deadline; it may have been done, and the same RRN again tells
//   core.cutover         the institution's day is being closed; nothing was done
//   core.unknown-biller  payBill only: the institution has no such biller
//   invalid              reversals only: the amounts are not exact in the currency, which only the account tells
//   internal             a defect; nothing was done

import type {
  AccountLookup,
  AnyOrder,
  BalanceInquiry,
  BillPaymentOrder,
  CashWithdrawalOrder,
  DepositOrder,
  ReversalOrder,
  TransferOrder,
} from '../core/core.ts'
import type { LookupOutcome, Outcome } from '../core/outcome.ts'

/** An order as a channel sends it: with its identity and its caller's words. */
export type Sent<O extends AnyOrder> = O & {
  /** Digest of the content that makes two orders of one RRN the same. */
  readonly fingerprint: string
  /**
   * Renders the answer in the caller's words. It is called before the outcome is committed, and the text is stored with
   * it, so that a repeated order gets the same bytes.
   */
  render(outcome: Outcome): string
}

/** An outcome in the caller's words. */
export interface Answer {
  /** `000` or the code of the decline. */
  readonly code: string
  readonly reply: string
  /** True when this order was answered before and nothing was posted again. */
  readonly replayed: boolean
}

export interface Channel {
  /** Is the core there? Throws a Problem when it is not. */
  probe(): Promise<void>
  lookUpAccounts(lookup: AccountLookup): Promise<LookupOutcome>
  inquireBalance(inquiry: BalanceInquiry): Promise<Outcome>
  withdrawCash(order: Sent<CashWithdrawalOrder>): Promise<Answer>
  withdrawCardless(order: Sent<CashWithdrawalOrder>): Promise<Answer>
  deposit(order: Sent<DepositOrder>): Promise<Answer>
  transfer(order: Sent<TransferOrder>): Promise<Answer>
  payBill(order: Sent<BillPaymentOrder>): Promise<Answer>
  reverseCashWithdrawal(order: Sent<ReversalOrder>): Promise<Answer>
  reverseDeposit(order: Sent<ReversalOrder>): Promise<Answer>
  reverseTransfer(order: Sent<ReversalOrder>): Promise<Answer>
}

/** The channel to an institution's core, guarded by its deadline. */
export type ChannelOf = (institutionId: string) => Channel
