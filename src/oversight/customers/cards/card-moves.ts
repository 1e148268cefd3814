// How administration moves a card from one status to another.
//
//   status       block                     unblock   close
//   ACTIVE       BLOCKED, LOST or STOLEN   409       EXPIRED
//   NOT_ACTIVE   BLOCKED, LOST or STOLEN   ACTIVE    EXPIRED
//   BLOCKED      LOST or STOLEN            ACTIVE    EXPIRED
//   LOST         409                       409       409
//   STOLEN       409                       409       409
//   EXPIRED      409                       409       409
//
// Orders with a card are declined with 104 (BLOCKED), 208 (LOST), 209 (STOLEN) or 101 (EXPIRED).

import type { CardStatus } from '../../../channels/core/builtin/books/card.ts'

export const CARD_MOVES = ['block', 'unblock', 'close'] as const
export type CardMove = (typeof CARD_MOVES)[number]

/** What a card is blocked as. */
export const BLOCKED_AS = ['BLOCKED', 'LOST', 'STOLEN'] as const satisfies readonly CardStatus[]
export type BlockedAs = (typeof BLOCKED_AS)[number]

const MOVABLE: readonly CardStatus[] = ['ACTIVE', 'NOT_ACTIVE', 'BLOCKED']

/** Out of use for good. */
export function isFinal(status: CardStatus): boolean {
  return !MOVABLE.includes(status)
}

/** The status after the move; undefined when the card cannot make it. */
export function movedCard(status: CardStatus, move: CardMove, as: BlockedAs = 'BLOCKED'): CardStatus | undefined {
  if (isFinal(status)) return undefined
  if (move === 'close') return 'EXPIRED'
  if (move === 'unblock') return status === 'ACTIVE' ? undefined : 'ACTIVE'
  return status === as ? undefined : as
}

const DONE: Readonly<Record<CardMove, string>> = { block: 'blocked', unblock: 'unblocked', close: 'closed' }

export function cardMoveDone(move: CardMove): string {
  return DONE[move]
}
