// The port that account services call. An implementation does the gateway's work, which is the same for every core: the
// record of each RRN and its replay, duplicates, reversals that arrive before their original, the matching of reversals,
// the checks of institution and terminal. It then calls the core that the institution's connectivity record names.
// One conformance suite (conformance.ts) runs against every implementation.
//
// Every method returns an outcome, approved or declined, or throws a Problem of one of these kinds or reasons:
//   unavailable          the core cannot be reached; nothing was done
//   timeout              no answer before the deadline; it may have been done: repeat the RRN to learn the outcome
//   core.cutover         the institution's day is being closed; nothing was done
//   core.unknown-biller  payBill only: the institution has no such biller
//   invalid              reversals only: the amounts are not exact in the currency of the account
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

/** An order with its identity and the renderer of its reply. */
export type Sent<O extends AnyOrder> = O & {
  /** Digest of the content that makes two orders of one RRN the same. */
  readonly fingerprint: string
  /**
   * Renders the reply in the caller's format. It is called before the outcome is committed, and the text is stored with
   * it, so that a repeated order gets the same bytes.
   */
  render(outcome: Outcome): string
}

/** An outcome with its rendered reply. */
export interface Answer {
  /** `000` or the code of the decline. */
  readonly code: string
  readonly reply: string
  /** True when this order was answered before and nothing was posted again. */
  readonly replayed: boolean
}

export interface Channel {
  /** Throws a Problem when the core cannot be reached. */
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
  /** Of switches only. A core that cannot reverse it declines it for a person to end (914). */
  reverseCardless(order: Sent<ReversalOrder>): Promise<Answer>
  reverseBillPayment(order: Sent<ReversalOrder>): Promise<Answer>
}

/** The channel to an institution's core, with its deadline. */
export type ChannelOf = (institutionId: string) => Channel
