// The port to a core bank. Family A speaks to this and to nothing else; each institution's connectivity record picks
// which implementation stands behind it. One conformance suite (conformance.ts) runs against every implementation.
//
// Every method answers an outcome, approved or declined. What is thrown instead is a Problem, of this kind or reason:
//   unavailable          the core cannot be reached; nothing was done
//   timeout              no answer before the deadline; it may have been done, and the same RRN again tells
//   core.cutover         the institution's day is being closed; nothing was done
//   core.unknown-biller  payBill only: the institution has no such biller
//   invalid              reversals only: the amounts are not exact in the currency, which only the account tells
//   internal             a defect; nothing was done

import type { BusinessDate } from '../kernel/clock.ts'
import type { Money } from '../kernel/money.ts'
import type { Problem } from '../kernel/problem.ts'
import type { LookupOutcome, Outcome } from './outcome.ts'

/** Where and for whom something is asked. */
export interface Asked {
  readonly institutionId: string
  readonly partnerId: string
  /** Retrieval reference number: the identity of an order within (institution, partner), for good. */
  readonly rrn: string
  readonly correlationId: string
  /** Absent on reversals of channels that do not say which terminal they speak for. */
  readonly terminalId?: string
  /** Instant of arrival, for the recorded latency. */
  readonly receivedAtMs: number
  /** The date the caller put on the transaction; absent means the institution's business date. */
  readonly transactionDate?: BusinessDate
}

export interface AccountLookup extends Asked {
  readonly pan?: string
  readonly customerId?: string
}

export interface BalanceInquiry extends Asked {
  readonly accountId: string
  readonly pan?: string
}

/** What every order that moves money carries, reversals too. */
export interface AnyOrder extends Asked {
  /** Digest of the content that makes two orders of one RRN the same. */
  readonly fingerprint: string
  readonly accountId: string
  readonly pan?: string
  /** `transaction.type` of the caller, recorded as it came. */
  readonly type: string
  /**
   * Renders the answer in the caller's words. The core calls it before it commits and stores the text with the
   * outcome, so that a repeated order gets the same bytes.
   */
  render(outcome: Outcome): string
}

export interface Order extends AnyOrder {
  readonly amount: Money
}

export interface CashWithdrawalOrder extends Order {
  /** Part of `amount`; the cash handed out is the rest. */
  readonly accessFeeMinor: bigint
}

export interface DepositOrder extends Order {
  /** `cashMinor + checkMinor` is the amount. */
  readonly cashMinor: bigint
  readonly checkMinor: bigint
  /** The part of the checks that is available at once; the rest is held. */
  readonly checkAvailableMinor: bigint
}

export interface TransferOrder extends Order {
  readonly beneficiaryAccountId: string
}

export interface BillPaymentOrder extends Order {
  readonly billerId: string
  readonly billerBin: string
}

/** The two amounts of a reversal, in minor units of one currency. */
export interface ReversalAmounts {
  /** What the caller says the original's amount was. */
  readonly originalMinor: bigint
  /** How much of it is taken back. */
  readonly reversedMinor: bigint
}

/** Its amounts may have to wait for the original's currency. */
export interface ReversalOrder extends AnyOrder {
  /** The type the original must have: `CASHWITHDRAWAL` for a `CASHWITHDRAWALREVERSAL`. */
  readonly originalType: string
  /** Absent when the caller leaves it to the original. */
  readonly currency?: string
  /** The amounts read in a currency; when they are not exact in it, the refusal that says so in the caller's words. */
  amountsIn(currency: string): ReversalAmounts | Problem
  readonly reasonCode: string
  readonly originalAuthId?: string
  readonly originalRrn?: string
  /** Transfer reversals only. */
  readonly beneficiaryAccountId?: string
}

/** An outcome in the caller's words. */
export interface Answer {
  /** `000` or the code of the decline. */
  readonly code: string
  readonly reply: string
  /** True when this order was answered before and nothing was posted again. */
  readonly replayed: boolean
}

/** Is the core there? Throws a Problem when it is not. */
export interface CoreProbe {
  probe(): Promise<void>
}

export interface CoreBanking extends CoreProbe {
  lookUpAccounts(lookup: AccountLookup): Promise<LookupOutcome>
  inquireBalance(inquiry: BalanceInquiry): Promise<Outcome>
  withdrawCash(order: CashWithdrawalOrder): Promise<Answer>
  withdrawCardless(order: CashWithdrawalOrder): Promise<Answer>
  deposit(order: DepositOrder): Promise<Answer>
  transfer(order: TransferOrder): Promise<Answer>
  payBill(order: BillPaymentOrder): Promise<Answer>
  reverseCashWithdrawal(order: ReversalOrder): Promise<Answer>
  reverseDeposit(order: ReversalOrder): Promise<Answer>
  reverseTransfer(order: ReversalOrder): Promise<Answer>
}

/** The core of an institution, guarded by its deadline. */
export type CoreOf = (institutionId: string) => CoreBanking
