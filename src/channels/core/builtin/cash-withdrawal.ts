// Cash withdrawal, with a card or cardless: debits the account, takes the cash out of the terminal's vault, and books
// the access fee as a separate entry.

import { customer, type Entry, general } from '../../../ledger/journal.ts'
import type { CashWithdrawalOrder } from '../core.ts'
import { type Presented, terminalOf } from '../presented.ts'
import type { BankBooks } from './books/bank-books.ts'
import { generalLedger } from './books/general-ledger.ts'
import { type Decision, decline } from './decision.ts'
import {
  checkCapability,
  checkCashCurrency,
  checkCurrency,
  checkFee,
  checkFunds,
  checkNotes,
  checkRules,
  checkSourceUsable,
} from './rules/checks.ts'
import { checkLimits, usageOf, usedToday } from './rules/limits.ts'
import { openOrder } from './rules/open-order.ts'

export function decideCashWithdrawal(order: CashWithdrawalOrder, presented: Presented, books: BankBooks): Decision {
  return decideWithdrawal(order, presented, books, 'withdrawal')
}

export function decideCardlessWithdrawal(order: CashWithdrawalOrder, presented: Presented, books: BankBooks): Decision {
  return decideWithdrawal(order, presented, books, 'cardless')
}

function decideWithdrawal(
  order: CashWithdrawalOrder,
  presented: Presented,
  books: BankBooks,
  capability: 'withdrawal' | 'cardless',
): Decision {
  const { minor: amountMinor, currency } = order.amount
  const opened = openOrder(presented, books, order.accountId)
  if (typeof opened === 'string') return decline(opened)
  const { account, card } = opened
  const terminal = terminalOf(presented)
  const cashMinor = amountMinor - order.accessFeeMinor

  const used = usedToday(presented, books, account, card)
  const objection =
    checkSourceUsable(account) ??
    checkCapability(presented, account, capability) ??
    checkCurrency(account, currency) ??
    checkCashCurrency(terminal, cashMinor, currency) ??
    checkNotes(terminal, cashMinor, currency) ??
    checkFee(presented, order.accessFeeMinor, currency, used) ??
    checkRules(presented, used, account) ??
    checkLimits(presented, books, account, card, amountMinor, used) ??
    checkFunds(account, amountMinor)
  if (objection !== undefined) return decline(objection)

  return {
    kind: 'post',
    entries: cashWithdrawalEntries(order),
    usage: usageOf(presented, books, account, card, amountMinor),
  }
}

export function cashWithdrawalEntries(
  order: Pick<CashWithdrawalOrder, 'accountId' | 'terminalId' | 'amount' | 'accessFeeMinor'>,
): Entry[] {
  const { minor: amountMinor, currency } = order.amount
  const entries = [
    customer(order.accountId, currency, -amountMinor),
    general(generalLedger.vault(order.terminalId), currency, amountMinor - order.accessFeeMinor),
  ]
  if (order.accessFeeMinor > 0n) entries.push(general(generalLedger.accessFees, currency, order.accessFeeMinor))
  return entries
}
