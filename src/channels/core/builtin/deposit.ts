// Deposit of cash, checks or both: credits the account. Cash is available at once; the part of the checks that is not
// is held until the institution's hold days have passed.

import { customer, type Entry, general } from '../../../ledger/journal.ts'
import { addDays } from '../../../platform/kernel/time/clock.ts'
import type { DepositOrder } from '../core.ts'
import { type Presented, terminalOf } from '../presented.ts'
import { isLoan } from './books/bank-account.ts'
import type { BankBooks } from './books/bank-books.ts'
import { generalLedger } from './books/general-ledger.ts'
import { type Decision, decline } from './decision.ts'
import {
  checkCapability,
  checkCashCurrency,
  checkCredit,
  checkCurrency,
  checkDestinationUsable,
  checkRules,
} from './rules/checks.ts'
import { usedToday } from './rules/limits.ts'
import { openOrder } from './rules/open-order.ts'

export function decideDeposit(order: DepositOrder, presented: Presented, books: BankBooks): Decision {
  const opened = openOrder(presented, books, order.accountId)
  if (typeof opened === 'string') return decline(opened)
  const { account, card } = opened

  const { minor: amountMinor, currency } = order.amount
  const objection =
    checkDestinationUsable(account) ??
    checkCapability(presented, account, 'deposit') ??
    checkCurrency(account, currency) ??
    checkCashCurrency(terminalOf(presented), order.cashMinor, currency) ??
    checkCredit(account, amountMinor) ??
    checkRules(presented, usedToday(presented, books, account, card), account)
  if (objection !== undefined) return decline(objection)

  const heldMinor = order.checkMinor - order.checkAvailableMinor
  const { holdDays } = presented.institution
  const holds = heldMinor > 0n && holdDays > 0 && !isLoan(account)
  return {
    kind: 'post',
    entries: depositEntries(order),
    ...(isLoan(account) && { loanPayment: { accountId: account.accountId, amountMinor } }),
    ...(holds && {
      hold: { accountId: account.accountId, amountMinor: heldMinor, releaseOn: addDays(books.businessDate, holdDays) },
    }),
  }
}

export function depositEntries(
  order: Pick<DepositOrder, 'accountId' | 'terminalId' | 'amount' | 'cashMinor' | 'checkMinor'>,
): Entry[] {
  const { minor: amountMinor, currency } = order.amount
  const entries = [customer(order.accountId, currency, amountMinor)]
  if (order.cashMinor > 0n) entries.push(general(generalLedger.vault(order.terminalId), currency, -order.cashMinor))
  if (order.checkMinor > 0n) entries.push(general(generalLedger.checkClearing, currency, -order.checkMinor))
  return entries
}
