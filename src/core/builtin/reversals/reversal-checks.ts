// What every reversal is checked for before its original is sought. A reversal undoes what has already happened, so
// neither the state of the card or the terminal nor a service switched off since, nor a frozen account, may stand in its
// way; but the terminal and the card that are named must exist, and the account must be the card's.

import type { Account } from '../../../ledger/account.ts'
import type { Books } from '../../../ledger/posting.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import { accountOf, cardOf, checkCardKnown, type Presented, terminalOf } from '../rules/checks.ts'

/** The account of the original, or the code of the first check that objects: institution, terminal, card, account. */
export function openReversal(presented: Presented, books: Books, accountId: string): Account | DeclineCode {
  if (presented.institution.status !== 'ACTIVE') return DECLINE.institutionSuspended
  if (presented.terminalId !== undefined && terminalOf(presented) === undefined) return DECLINE.unknownTerminal
  const card = cardOf(presented, books)
  return checkCardKnown(presented, card) ?? accountOf(accountId, card, books) ?? DECLINE.noSuchAccount
}

/** Only a closed account cannot be posted to. */
export function isClosed(account: Account): boolean {
  return account.status === 'CLOSED'
}
