// Account lookup: the accounts of a card, or of a customer when no card is present, in the order a terminal shows them.

import type { AccountLookup } from '../core.ts'
import { DECLINE, type LookupOutcome } from '../outcome.ts'
import type { Presented } from '../presented.ts'
import { type BankAccount, isLoan } from './books/bank-account.ts'
import type { BankReading } from './books/bank-reading.ts'
import { cardOf, checkCard, isOfActiveType } from './rules/checks.ts'

const SHOWN_FIRST = ['DDA', 'SDA', 'LOAN']

export function answerAccountLookup(lookup: AccountLookup, presented: Presented, reading: BankReading): LookupOutcome {
  const card = cardOf(presented, reading)
  const objection = checkCard(presented, card)
  if (objection !== undefined) return { code: objection }
  const accounts =
    card === undefined
      ? reading.accountsOfCustomer(lookup.customerId ?? '')
      : card.accountIds.map((accountId) => reading.account(accountId)).filter((account) => account !== undefined)
  if (card === undefined && accounts.length === 0) return { code: DECLINE.noSuchAccount }
  const shown = accounts.filter((account) => account.status !== 'CLOSED' && isOfActiveType(presented, account))
  return { code: '000', accounts: inShownOrder(shown).map(listed) }
}

function inShownOrder(accounts: readonly BankAccount[]): BankAccount[] {
  return accounts.toSorted((a, b) => rank(a) - rank(b) || (a.accountId < b.accountId ? -1 : 1))
}

function rank(account: BankAccount): number {
  const position = SHOWN_FIRST.indexOf(isLoan(account) ? 'LOAN' : account.accountType)
  return position === -1 ? SHOWN_FIRST.length : position
}

function listed(account: BankAccount) {
  const { accountId, accountType, txnCapability, description } = account
  return { id: accountId, accountType, txnCapability, description }
}
