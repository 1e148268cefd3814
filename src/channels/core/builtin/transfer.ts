// Transfer between two accounts of one institution. A loan may receive, which is a payment; it may not send.

import { customer, type Entry } from '../../../ledger/journal.ts'
import type { Share } from '../../../ledger/posting.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { TransferOrder } from '../core.ts'
import { DECLINE, type DeclineCode } from '../outcome.ts'
import type { Presented } from '../presented.ts'
import { type BankAccount, isLoan } from './books/bank-account.ts'
import type { BankBooks } from './books/bank-books.ts'
import { type Decision, decline } from './decision.ts'
import {
  checkCapability,
  checkCredit,
  checkCurrency,
  checkDestinationUsable,
  checkFunds,
  checkRules,
  checkSourceUsable,
} from './rules/checks.ts'
import { checkTransactionLimitRule, usedToday } from './rules/limits.ts'
import { openOrder } from './rules/open-order.ts'

export function decideTransfer(order: TransferOrder, presented: Presented, books: BankBooks): Decision {
  const opened = openOrder(presented, books, order.accountId)
  if (typeof opened === 'string') return decline(opened)
  const { account: source, card } = opened
  const destination = books.account(order.beneficiaryAccountId)
  if (destination === undefined) return decline(DECLINE.noSuchAccount)

  const { minor: amountMinor, currency } = order.amount
  const used = usedToday(presented, books, source, card)
  const repayment = books.loans?.repay(destination.accountId, amountMinor, books, order.partnerId)
  const objection =
    checkSourceUsable(source) ??
    checkDestinationUsable(destination) ??
    (source === destination ? DECLINE.sameAccount : undefined) ??
    checkMaySend(source) ??
    checkCapability(presented, source, 'transferFrom') ??
    checkCapability(presented, destination, 'transferTo') ??
    checkCurrency(source, currency) ??
    checkCurrency(destination, currency) ??
    checkDestinationTakes(destination, amountMinor, repayment) ??
    checkRules(presented, used, source, destination) ??
    checkTransactionLimitRule(presented, order.amount, used) ??
    checkFunds(source, amountMinor)
  if (objection !== undefined) return decline(objection)

  if (repayment !== undefined && !(repayment instanceof Problem)) {
    const entries = [customer(order.accountId, currency, -amountMinor), ...repayment.entries]
    return { kind: 'post', entries, share: repayment }
  }
  return {
    kind: 'post',
    entries: transferEntries(order),
    ...(isLoan(destination) && { loanPayment: { accountId: destination.accountId, amountMinor } }),
  }
}

export function transferEntries(order: Pick<TransferOrder, 'accountId' | 'beneficiaryAccountId' | 'amount'>): Entry[] {
  const { minor, currency } = order.amount
  return [customer(order.accountId, currency, -minor), customer(order.beneficiaryAccountId, currency, minor)]
}

/** A loan that is kept as events decides itself what it takes. */
function checkDestinationTakes(
  destination: BankAccount,
  amountMinor: bigint,
  repayment: Share | Problem | undefined,
): DeclineCode | undefined {
  if (repayment === undefined) return checkCredit(destination, amountMinor)
  if (!(repayment instanceof Problem)) return undefined
  return repayment.kind === 'unprocessable' ? DECLINE.invalidAmount : DECLINE.destinationNotUsable
}

function checkMaySend(source: BankAccount): DeclineCode | undefined {
  return isLoan(source) ? DECLINE.notPermittedToCardholder : undefined
}
