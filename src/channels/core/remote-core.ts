// The port to a remote core bank, reached over a network. Before the gateway calls it, the gateway records the RRN,
// recognises repetitions, matches reversals with their originals and checks institution and terminal. The core decides
// about cards, accounts, limits and funds, and keeps the books.
//
// The gateway identifies every order by a `reference` that it records durably before the call. A core must
//   - execute a reference once, however often it is sent, and answer each time with the first outcome;
//   - find the outcome of a reference later;
//   - cancel a reference: from then on it never executes it, unless it already has. A cancelled order is declined with 485.
//
// What is thrown instead of an answer is a Problem:
//   unavailable  the core was not reached or said that it did nothing
//   timeout      the call may have reached the core; its outcome is unknown
//   internal     the core rejected the call as malformed, so nothing was done: a defect of ours or of the core

import type { Money } from '../../platform/kernel/money/money.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { CoreOutcome, LookupOutcome } from './outcome.ts'

/** Where an order comes from, for the core's own records. */
export interface OrderOrigin {
  readonly institutionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly correlationId: string
  readonly terminalId?: string
  readonly businessDate: BusinessDate
}

interface RemoteOrderBase {
  /** UUID, never reused. */
  readonly reference: string
  readonly origin: OrderOrigin
  readonly accountId: string
  /** Only when a card was presented. */
  readonly pan?: string
  readonly amount: Money
}

export interface RemoteWithdrawal extends RemoteOrderBase {
  readonly kind: 'CASH_WITHDRAWAL' | 'CARDLESS_WITHDRAWAL'
  /** Part of `amount`; the cash handed out is the rest. */
  readonly accessFeeMinor: bigint
}

export interface RemoteDeposit extends RemoteOrderBase {
  readonly kind: 'DEPOSIT'
  /** `cashMinor + checkMinor` is the amount. */
  readonly cashMinor: bigint
  readonly checkMinor: bigint
  /** The part of the checks that is available at once. */
  readonly checkAvailableMinor: bigint
}

export interface RemoteTransfer extends RemoteOrderBase {
  readonly kind: 'TRANSFER'
  readonly beneficiaryAccountId: string
}

export interface RemoteBillPayment extends RemoteOrderBase {
  readonly kind: 'BILL_PAYMENT'
  readonly billerId: string
  readonly billerBin: string
}

/** Takes back `amount` of an order that this core has approved under `originalReference`. */
export interface RemoteReversal extends RemoteOrderBase {
  readonly kind: 'REVERSAL'
  readonly originalReference: string
  readonly reasonCode: string
  /** True when nothing of the original is left after this, so that its fee is returned too. */
  readonly complete: boolean
  /** Debit the account even when the money is no longer there. */
  readonly forced: boolean
}

export type RemoteOrder = RemoteWithdrawal | RemoteDeposit | RemoteTransfer | RemoteBillPayment | RemoteReversal

/** The gateway adds authorization id and business date. */
export type RemoteOutcome = CoreOutcome

export interface RemoteLookup {
  readonly origin: OrderOrigin
  readonly pan?: string
  readonly customerId?: string
}

export interface RemoteBalanceInquiry {
  readonly origin: OrderOrigin
  readonly accountId: string
  readonly pan?: string
}

export interface RemoteCore {
  /** It takes reversals of cardless withdrawals and bill payments, which only switches send. */
  readonly reversesAdvised?: boolean
  /** Throws `unavailable` when the core cannot be reached. */
  probe(): Promise<void>
  lookUpAccounts(lookup: RemoteLookup): Promise<LookupOutcome>
  inquireBalance(inquiry: RemoteBalanceInquiry): Promise<RemoteOutcome>
  execute(order: RemoteOrder): Promise<RemoteOutcome>
  /** The outcome of a reference; undefined when the core does not know it yet. It may still execute it. */
  find(institutionId: string, reference: string): Promise<RemoteOutcome | undefined>
  /** The outcome of a reference; `cancelled` when it was not executed and never will be. */
  cancel(institutionId: string, reference: string): Promise<RemoteOutcome | 'cancelled'>
  /** Closes the connections. */
  close(): Promise<void>
}
