// Bill payment: debits the account and credits the settlement account of a registered biller.

import { customer, type Entry, general } from '../../../ledger/journal.ts'
import type { BillPaymentOrder } from '../core.ts'
import { coreProblem } from '../core-problems.ts'
import type { Presented } from '../presented.ts'
import type { BankBooks } from './books/bank-books.ts'
import { generalLedger } from './books/general-ledger.ts'
import { type Decision, decline } from './decision.ts'
import {
  checkBiller,
  checkCapability,
  checkCurrency,
  checkFunds,
  checkRules,
  checkSourceUsable,
} from './rules/checks.ts'
import { checkTransactionLimitRule, usedToday } from './rules/limits.ts'
import { openOrder } from './rules/open-order.ts'

export function decideBillPayment(order: BillPaymentOrder, presented: Presented, books: BankBooks): Decision {
  const opened = openOrder(presented, books, order.accountId)
  if (typeof opened === 'string') return decline(opened)
  const { account, card } = opened
  const unusable = checkSourceUsable(account)
  if (unusable !== undefined) return decline(unusable)

  const biller = presented.directory.biller(order.institutionId, order.billerId)
  if (biller === undefined) {
    return { kind: 'refuse', problem: coreProblem('unknown-biller', 'the biller is not registered') }
  }
  const { minor: amountMinor, currency } = order.amount
  const used = usedToday(presented, books, account, card)
  const objection =
    checkBiller(biller, order.billerBin) ??
    checkCapability(presented, account, 'billPayment') ??
    checkCurrency(account, currency) ??
    checkRules(presented, used, account) ??
    checkTransactionLimitRule(presented, order.amount, used) ??
    checkFunds(account, amountMinor)
  if (objection !== undefined) return decline(objection)

  return { kind: 'post', entries: billPaymentEntries(order) }
}

export function billPaymentEntries(order: Pick<BillPaymentOrder, 'accountId' | 'amount' | 'billerId'>): Entry[] {
  const { minor, currency } = order.amount
  return [
    customer(order.accountId, currency, -minor),
    general(generalLedger.billerSettlement(order.billerId), currency, minor),
  ]
}
