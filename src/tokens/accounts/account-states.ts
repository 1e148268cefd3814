// The states of a digital asset account, and who moves it.
//
//   PROVISIONING → ACTIVE | FAILED      the ledger below takes the account or refuses it
//   ACTIVE ⇄ FROZEN, FROZEN → FROZEN    a partner, with restrictions
//   ACTIVE, FROZEN → CLOSED             a partner, when it is empty and nothing is open

import { resourceOf } from '../resource.ts'
import { tokenProblem } from '../token-problems.ts'
import type { AccountState, DigitalAccount } from './digital-account.ts'

export const ACCOUNT_TARGETS = ['ACTIVE', 'FROZEN', 'CLOSED'] as const
export type AccountTarget = (typeof ACCOUNT_TARGETS)[number]

const MOVES: Readonly<Record<AccountState, readonly AccountTarget[]>> = {
  PROVISIONING: [],
  ACTIVE: ['FROZEN', 'CLOSED'],
  FROZEN: ['ACTIVE', 'FROZEN', 'CLOSED'],
  CLOSED: [],
  FAILED: [],
}

/** Refusals: `invalid-state-transition`. */
export function assertMove(account: DigitalAccount, target: AccountTarget): void {
  if (MOVES[account.state].includes(target)) return
  throw tokenProblem('invalid-state-transition', `an account that is ${account.state} cannot become ${target}`, {
    resource: accountResource(account),
  })
}

/** An account that has ended is not changed any more. Refusals: `invalid-state-transition`. */
export function assertChangeable(account: DigitalAccount): void {
  if (account.state !== 'CLOSED' && account.state !== 'FAILED') return
  throw tokenProblem('invalid-state-transition', `an account that is ${account.state} cannot be changed`, {
    resource: accountResource(account),
  })
}

export function accountResource({ accountId, state }: Pick<DigitalAccount, 'accountId' | 'state'>) {
  return resourceOf('DIGITAL_ASSET_ACCOUNT', accountId, state)
}
