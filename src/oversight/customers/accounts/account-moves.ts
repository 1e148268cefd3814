// How administration moves an account from one status to another.
//
//   status    block    unblock   close
//   OPEN      FROZEN   409       CLOSED
//   DORMANT   FROZEN   OPEN      CLOSED
//   FROZEN    409      OPEN      CLOSED
//   CLOSED    409      409       409
//
// Orders on an account that is not OPEN are declined with 182 or 183.

import type { AccountStatus } from '../../../channels/core/builtin/books/bank-account.ts'

export const ACCOUNT_MOVES = ['block', 'unblock', 'close'] as const
export type AccountMove = (typeof ACCOUNT_MOVES)[number]

const MOVES: Readonly<
  Record<AccountMove, { readonly from: readonly AccountStatus[]; readonly to: AccountStatus; readonly done: string }>
> = {
  block: { from: ['OPEN', 'DORMANT'], to: 'FROZEN', done: 'blocked' },
  unblock: { from: ['FROZEN', 'DORMANT'], to: 'OPEN', done: 'unblocked' },
  close: { from: ['OPEN', 'DORMANT', 'FROZEN'], to: 'CLOSED', done: 'closed' },
}

/** The status after the move; undefined when the account cannot make it. */
export function movedAccount(status: AccountStatus, move: AccountMove): AccountStatus | undefined {
  const { from, to } = MOVES[move]
  return from.includes(status) ? to : undefined
}

export function accountMoveDone(move: AccountMove): string {
  return MOVES[move].done
}
