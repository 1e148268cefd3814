// Bill payment reversal: credits the account and takes the money back from the settlement account of the biller. Only switches
// reverse bill payments.

import { customer, type Entry, general } from '../../../../ledger/journal.ts'
import type { ReversalOrder } from '../../core.ts'
import type { Matched, Original } from '../../original.ts'
import type { DeclineCode } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import type { BankBooks } from '../books/bank-books.ts'
import { generalLedger } from '../books/general-ledger.ts'
import type { Decision } from '../decision.ts'
import { type OpenedReversal, openOneAccount } from './reversal-checks.ts'

export function openBillPaymentReversal(
  order: ReversalOrder,
  presented: Presented,
  books: BankBooks,
): OpenedReversal | DeclineCode {
  return openOneAccount(presented, books, order.accountId)
}

export function decideBillPaymentReversal({ original, amountMinor }: Matched): Decision {
  return { kind: 'post', entries: billPaymentReversalEntries(original, amountMinor) }
}

export function billPaymentReversalEntries(original: Original, amountMinor: bigint): Entry[] {
  const { accountId, billerId, currency } = original
  if (billerId === null) throw new Error('a bill payment is recorded without its biller')
  return [
    customer(accountId, currency, amountMinor),
    general(generalLedger.billerSettlement(billerId), currency, -amountMinor),
  ]
}
