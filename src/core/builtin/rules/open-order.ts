// The first four checks of an order that names an account: institution, terminal, card, account. The operation goes on
// from there in the order the contract fixes (see checks.ts).

import type { Service } from '../../../institutions/directory.ts'
import type { Account, Card } from '../../../ledger/account.ts'
import type { Books } from '../../../ledger/posting.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import { accountOf, cardOf, checkCard, checkInstitution, checkTerminal, type Presented } from './checks.ts'

interface Opened {
  readonly account: Account
  /** Only when one was presented. */
  readonly card: Card | undefined
}

/** The account, and the card when one was presented; or the code of the first check that objects. */
export function openOrder(
  presented: Presented,
  service: Service,
  books: Pick<Books, 'account' | 'card'>,
  accountId: string,
): Opened | DeclineCode {
  const card = cardOf(presented, books)
  const objection =
    checkInstitution(presented, service) ?? checkTerminal(presented, service) ?? checkCard(presented, card)
  if (objection !== undefined) return objection
  const account = accountOf(accountId, card, books)
  return account === undefined ? DECLINE.noSuchAccount : { account, card }
}
