// What every reversal is checked for before its original is sought. A reversal undoes what has already happened, so
// neither the state of the card nor a service switched off since, nor a frozen account, may stand in its way.

import type { Account } from '../../../ledger/account.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import { type Presented, terminalOf } from '../rules/checks.ts'

export function checkReversalOrigin(presented: Presented): DeclineCode | undefined {
  if (presented.institution.status !== 'ACTIVE') return DECLINE.institutionSuspended
  if (presented.terminalId === undefined) return undefined
  return terminalOf(presented) === undefined ? DECLINE.unknownTerminal : undefined
}

/** Only a closed account cannot be posted to. */
export function isClosed(account: Account): boolean {
  return account.status === 'CLOSED'
}
