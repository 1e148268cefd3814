// Cash withdrawal, with a card or cardless: debits the account, takes the cash out of the terminal's vault, and books
// the access fee as a leg of its own.

import { customer, type Entry, general, generalLedger } from '../../ledger/journal.ts'
import type { Books, Decision } from '../../ledger/posting.ts'
import type { CashWithdrawalOrder } from '../core.ts'
import {
  checkCapability,
  checkCurrency,
  checkFee,
  checkFunds,
  checkNotes,
  checkRisk,
  checkSourceUsable,
  type Presented,
  terminalOf,
} from './rules/checks.ts'
import { decline } from './rules/decline.ts'
import { checkLimits, usageOf } from './rules/limits.ts'
import { openOrder } from './rules/open-order.ts'

export function decideCashWithdrawal(order: CashWithdrawalOrder, presented: Presented, books: Books): Decision {
  return decideWithdrawal(order, presented, books, 'WITHDRAWAL', 'withdrawal')
}

export function decideCardlessWithdrawal(order: CashWithdrawalOrder, presented: Presented, books: Books): Decision {
  return decideWithdrawal(order, presented, books, 'CARDLESS', 'cardless')
}

function decideWithdrawal(
  order: CashWithdrawalOrder,
  presented: Presented,
  books: Books,
  service: 'WITHDRAWAL' | 'CARDLESS',
  capability: 'withdrawal' | 'cardless',
): Decision {
  const { minor: amountMinor, currency } = order.amount
  const opened = openOrder(presented, service, books, order.accountId)
  if (typeof opened === 'string') return decline(opened)
  const { account, card } = opened

  const objection =
    checkSourceUsable(account) ??
    checkCapability(presented, account, capability) ??
    checkCurrency(account, currency) ??
    checkNotes(terminalOf(presented), amountMinor - order.accessFeeMinor, currency) ??
    checkFee(presented, order.accessFeeMinor, currency) ??
    checkRisk(account) ??
    checkLimits(presented, books, account, card, amountMinor) ??
    checkFunds(account, amountMinor)
  if (objection !== undefined) return decline(objection)

  return {
    kind: 'post',
    entries: cashWithdrawalEntries(order),
    usage: usageOf(presented, books, account, card, amountMinor),
  }
}

function cashWithdrawalEntries(order: CashWithdrawalOrder): Entry[] {
  const { minor: amountMinor, currency } = order.amount
  const entries = [
    customer(order.accountId, currency, -amountMinor),
    general(generalLedger.vault(order.terminalId), currency, amountMinor - order.accessFeeMinor),
  ]
  if (order.accessFeeMinor > 0n) entries.push(general(generalLedger.accessFees, currency, order.accessFeeMinor))
  return entries
}
