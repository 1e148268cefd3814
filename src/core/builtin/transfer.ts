// Transfer between two accounts of one institution. A loan may receive, which is a payment; it may not send.

import { type Account, isLoan } from '../../ledger/account.ts'
import { customer, type Entry } from '../../ledger/journal.ts'
import type { Books, Decision } from '../../ledger/posting.ts'
import type { TransferOrder } from '../core.ts'
import { DECLINE, type DeclineCode } from '../outcome.ts'
import {
  checkCapability,
  checkCredit,
  checkCurrency,
  checkDestinationUsable,
  checkFunds,
  checkRisk,
  checkSourceUsable,
  type Presented,
} from './rules/checks.ts'
import { decline } from './rules/decline.ts'
import { openOrder } from './rules/open-order.ts'

export function decideTransfer(order: TransferOrder, presented: Presented, books: Books): Decision {
  const opened = openOrder(presented, 'TRANSFER', books, order.accountId)
  if (typeof opened === 'string') return decline(opened)
  const { account: source } = opened
  const destination = books.account(order.beneficiaryAccountId)
  if (destination === undefined) return decline(DECLINE.noSuchAccount)

  const { minor: amountMinor, currency } = order.amount
  const objection =
    checkSourceUsable(source) ??
    checkDestinationUsable(destination) ??
    (source === destination ? DECLINE.sameAccount : undefined) ??
    checkMaySend(source) ??
    checkCapability(presented, source, 'transferFrom') ??
    checkCapability(presented, destination, 'transferTo') ??
    checkCurrency(source, currency) ??
    checkCurrency(destination, currency) ??
    checkCredit(destination, amountMinor) ??
    checkRisk(source) ??
    checkRisk(destination) ??
    checkFunds(source, amountMinor)
  if (objection !== undefined) return decline(objection)

  return {
    kind: 'post',
    entries: transferEntries(order),
    ...(isLoan(destination) && { loanPayment: { accountId: destination.accountId, amountMinor } }),
  }
}

function transferEntries(order: TransferOrder): Entry[] {
  const { minor, currency } = order.amount
  return [customer(order.accountId, currency, -minor), customer(order.beneficiaryAccountId, currency, minor)]
}

function checkMaySend(source: Account): DeclineCode | undefined {
  return isLoan(source) ? DECLINE.notPermittedToCardholder : undefined
}
