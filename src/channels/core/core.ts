// The orders that a core bank executes, in the bank's terms. In front of every core the channel (src/channels/channel) adds what
// belongs to the caller: the identity of a request and the text of its reply.

import type { Money } from '../../platform/kernel/money/money.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { DeclineCode } from './outcome.ts'
import type { OriginalElements, SwitchMessage } from './switch-message.ts'

/** Where a request comes from. */
export interface Asked {
  readonly institutionId: string
  readonly partnerId: string
  /** Retrieval reference number: the permanent identity of an order within (institution, partner). */
  readonly rrn: string
  readonly correlationId: string
  /** Absent on reversals from channels that do not name the terminal. */
  readonly terminalId?: string
  /** Absent for a switch or a partner without clients. */
  readonly clientId?: string
  /** Instant of arrival, for the recorded latency. */
  readonly receivedAtMs: number
  /** The date the caller put on the transaction; absent means the institution's business date. */
  readonly transactionDate?: BusinessDate
  /** The message of a switch that it came with. */
  readonly message?: SwitchMessage
  /** A switch tells of money that has moved. */
  readonly isAdvice?: boolean
  /** A switch has declined this itself, or it is declined for data that nothing checks: that is recorded, and nothing is posted. */
  readonly advisedDecline?: DeclineCode
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
  readonly accountId: string
  readonly pan?: string
  /** The caller's `transaction.type`, recorded unchanged. */
  readonly type: string
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
  /** What earlier reversals took back is part of `reversedMinor`: messages of switches say what stands in the end. */
  readonly isInTotal?: boolean
}

/** Its amounts may be readable only once the original's currency is known. */
export interface ReversalOrder extends AnyOrder {
  /** The type the original must have: `CASHWITHDRAWAL` for a `CASHWITHDRAWALREVERSAL`. */
  readonly originalType: string
  /** Absent when the caller leaves it to the original. */
  readonly currency?: string
  /** The amounts in a currency, or the refusal, in the caller's terms, when they are not exact in it. */
  amountsIn(currency: string): ReversalAmounts | Problem
  readonly reasonCode: string
  readonly originalAuthId?: string
  readonly originalRrn?: string
  /** Names the original before all else. */
  readonly originalElements?: OriginalElements
  /** Orders that came before this have no message on record: elements cannot name them, so they are found as without. */
  readonly messagesSinceMs?: number
  /** Transfer reversals only. */
  readonly beneficiaryAccountId?: string
}
