// The bank's first checks of an order that names an account: card, then account. The operation continues in the order
// that the contract fixes (see checks.ts).

import { DECLINE, type DeclineCode } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import type { BankAccount } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'
import type { Card } from '../books/card.ts'
import { accountOf, cardOf, checkCard } from './checks.ts'

interface Opened {
  readonly account: BankAccount
  /** Only when one was presented. */
  readonly card: Card | undefined
}

/** The account, and the card when one was presented; or the code of the first check that fails. */
export function openOrder(
  presented: Presented,
  books: Pick<BankBooks, 'account' | 'card'>,
  accountId: string,
): Opened | DeclineCode {
  const card = cardOf(presented, books)
  const objection = checkCard(presented, card)
  if (objection !== undefined) return objection
  const account = accountOf(accountId, card, books)
  return account === undefined ? DECLINE.noSuchAccount : { account, card }
}
