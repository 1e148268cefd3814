// Account lookup: the accounts of a card, or of a customer when no card is present, in the order a terminal shows them.

import type { Account } from '../../ledger/account.ts'
import type { Reading } from '../../ledger/inquiries/inquiry.ts'
import type { AccountLookup } from '../core.ts'
import { DECLINE, type LookupOutcome } from '../outcome.ts'
import { cardOf, checkCard, checkInstitution, checkTerminal, type Presented } from './rules/checks.ts'

const SHOWN_FIRST = ['DDA', 'SDA', 'LOAN']

export function answerAccountLookup(lookup: AccountLookup, presented: Presented, reading: Reading): LookupOutcome {
  const card = cardOf(presented, reading)
  const objection =
    checkInstitution(presented, 'LOOKUP') ?? checkTerminal(presented, 'LOOKUP') ?? checkCard(presented, card)
  if (objection !== undefined) return { code: objection }
  const accounts =
    card === undefined
      ? reading.accountsOfCustomer(lookup.customerId ?? '')
      : card.accountIds.map((accountId) => reading.account(accountId)).filter((account) => account !== undefined)
  if (card === undefined && accounts.length === 0) return { code: DECLINE.noSuchAccount }
  return { code: '000', accounts: inShownOrder(accounts.filter((account) => account.status !== 'CLOSED')).map(listed) }
}

function inShownOrder(accounts: readonly Account[]): Account[] {
  return accounts.toSorted((a, b) => rank(a) - rank(b) || (a.accountId < b.accountId ? -1 : 1))
}

function rank(account: Account): number {
  const position = SHOWN_FIRST.indexOf(account.accountType)
  return position === -1 ? SHOWN_FIRST.length : position
}

function listed(account: Account) {
  const { accountId, accountType, txnCapability, description } = account
  return { id: accountId, accountType, txnCapability, description }
}
