// How accounts and cards move: every status with every move.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT_STATUSES, type AccountStatus } from '../../channels/core/builtin/books/bank-account.ts'
import { CARD_STATUSES, type CardStatus } from '../../channels/core/builtin/books/card.ts'
import { ACCOUNT_MOVES, type AccountMove, movedAccount } from './accounts/account-moves.ts'
import { type BlockedAs, type CardMove, movedCard } from './cards/card-moves.ts'

const NO = undefined

describe('an account', () => {
  const MOVES: Record<AccountStatus, Record<AccountMove, AccountStatus | undefined>> = {
    OPEN: { block: 'FROZEN', unblock: NO, close: 'CLOSED' },
    DORMANT: { block: 'FROZEN', unblock: 'OPEN', close: 'CLOSED' },
    FROZEN: { block: NO, unblock: 'OPEN', close: 'CLOSED' },
    CLOSED: { block: NO, unblock: NO, close: NO },
  }
  for (const status of ACCOUNT_STATUSES) {
    for (const move of ACCOUNT_MOVES) {
      const to = MOVES[status][move]
      test(`that is ${status} ${to === NO ? 'refuses' : `becomes ${to} by`} ${move}`, () =>
        assert.equal(movedAccount(status, move), to))
    }
  }
})

describe('a card', () => {
  const WAYS: [move: CardMove, as?: BlockedAs][] = [
    ['block'],
    ['block', 'BLOCKED'],
    ['block', 'LOST'],
    ['block', 'STOLEN'],
    ['unblock'],
    ['close'],
  ]
  const MOVES: Record<CardStatus, (CardStatus | undefined)[]> = {
    ACTIVE: ['BLOCKED', 'BLOCKED', 'LOST', 'STOLEN', NO, 'EXPIRED'],
    NOT_ACTIVE: ['BLOCKED', 'BLOCKED', 'LOST', 'STOLEN', 'ACTIVE', 'EXPIRED'],
    BLOCKED: [NO, NO, 'LOST', 'STOLEN', 'ACTIVE', 'EXPIRED'],
    LOST: [NO, NO, NO, NO, NO, NO],
    STOLEN: [NO, NO, NO, NO, NO, NO],
    EXPIRED: [NO, NO, NO, NO, NO, NO],
  }
  for (const status of CARD_STATUSES) {
    for (const [place, [move, as]] of WAYS.entries()) {
      const to = MOVES[status][place]
      test(`that is ${status} ${to === NO ? 'refuses' : `becomes ${to} by`} ${move} ${as ?? ''}`.trim(), () =>
        assert.equal(movedCard(status, move, as), to),
      )
    }
  }
})
