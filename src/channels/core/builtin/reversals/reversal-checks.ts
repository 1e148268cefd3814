// The checks of every reversal before its original is looked up. A reversal undoes what has already happened, so the
// state of the card or a frozen account is no obstacle; but a named card must exist, the account must be the card's,
// and a closed account cannot be posted to.

import { DECLINE, type DeclineCode } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import type { BankAccount } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'
import { accountOf, cardOf, checkCardKnown } from '../rules/checks.ts'

/** The accounts a reversal posts to. The first is the original's, whose currency its amounts are in. */
export interface OpenedReversal {
  readonly account: BankAccount
  /** Transfers only. */
  readonly beneficiary?: BankAccount
}

/** The account of the original, or the code of the first check that fails: card, account. */
export function openReversal(presented: Presented, books: BankBooks, accountId: string): BankAccount | DeclineCode {
  const card = cardOf(presented, books)
  return checkCardKnown(presented, card) ?? accountOf(accountId, card, books) ?? DECLINE.noSuchAccount
}

export function isClosed(account: BankAccount): boolean {
  return account.status === 'CLOSED'
}

/** As openReversal(), of an account that is not closed. */
export function openOneAccount(
  presented: Presented,
  books: BankBooks,
  accountId: string,
): OpenedReversal | DeclineCode {
  const account = openReversal(presented, books, accountId)
  if (typeof account === 'string') return account
  return isClosed(account) ? DECLINE.sourceNotUsable : { account }
}
