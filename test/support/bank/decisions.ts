// Decisions as the channel makes them: the gateway's checks first, then the bank's rules.

import {
  type ChannelDecision,
  decideOrder,
  decideReversal,
  type OrderRules,
  type ReversalRules,
} from '../../../src/channels/channel/builtin/decide-order.ts'
import {
  BILL_PAYMENT,
  CARDLESS_WITHDRAWAL,
  CASH_WITHDRAWAL,
  CASH_WITHDRAWAL_REVERSAL,
  DEPOSIT,
  DEPOSIT_REVERSAL,
  TRANSFER,
  TRANSFER_REVERSAL,
} from '../../../src/channels/channel/builtin/order-kinds.ts'
import type { Records } from '../../../src/channels/channel/record/record-book.ts'
import type { BankBooks } from '../../../src/channels/core/builtin/books/bank-books.ts'
import type { OpenedReversal } from '../../../src/channels/core/builtin/reversals/reversal-checks.ts'
import type { AnyOrder, ReversalOrder } from '../../../src/channels/core/core.ts'
import type { Presented } from '../../../src/channels/core/presented.ts'

type Decide<O> = (order: O, presented: Presented, books: BankBooks & Records) => ChannelDecision

function ofOrder<O extends AnyOrder>(rules: OrderRules<O>): Decide<O> {
  return (order, presented, books) => decideOrder(rules, order, presented, books, books)
}

function ofReversal<Opened extends OpenedReversal>(rules: ReversalRules<Opened>): Decide<ReversalOrder> {
  return (order, presented, books) => {
    const decision = decideReversal(rules, order, presented, books, books)
    // The original that a decline is recorded with is not part of what the bank decides.
    return decision.kind === 'decline' ? { kind: 'decline', code: decision.code } : decision
  }
}

export const decideCashWithdrawal = ofOrder(CASH_WITHDRAWAL)
export const decideCardlessWithdrawal = ofOrder(CARDLESS_WITHDRAWAL)
export const decideDeposit = ofOrder(DEPOSIT)
export const decideTransfer = ofOrder(TRANSFER)
export const decideBillPayment = ofOrder(BILL_PAYMENT)
export const decideCashWithdrawalReversal = ofReversal(CASH_WITHDRAWAL_REVERSAL)
export const decideDepositReversal = ofReversal(DEPOSIT_REVERSAL)
export const decideTransferReversal = ofReversal(TRANSFER_REVERSAL)
