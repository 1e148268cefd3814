// The moves of a card through its statuses, one operation each.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { BLOCKED_AS, CARD_MOVES, type CardMove } from '../../../../oversight/customers/cards/card-moves.ts'
import { type OnboardingOperation, onboardingOperation } from '../../onboarding-operation.ts'
import { CARD, card } from './card-shapes.ts'
import { moveReason } from './customer-fields.ts'

const OBEYED = 'The next order on any node obeys.'
const ELSEWHERE = 'An institution that is TERMINATED or at another core: 409.'

const plain = Type.Object({ reason: chosen(moveReason) })
const blocking = Type.Object({
  ...plain.properties,
  status: Type.Optional(
    chosen(
      Type.Enum([...BLOCKED_AS], {
        description: 'What it is blocked as; `BLOCKED` unless stated. `LOST` and `STOLEN` are final',
        expected: `must be one of ${BLOCKED_AS.join(', ')}`,
      }),
    ),
  ),
})

interface MoveWords {
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly sent: { readonly reason: string; readonly status?: string }
  readonly becomes: string
}

const WORDS: Readonly<Record<CardMove, MoveWords>> = {
  block: {
    id: 'BlockCard',
    summary: 'Block a card',
    description:
      'As `BLOCKED` (orders are declined with 104), `LOST` (208) or `STOLEN` (209); the last two for good. A blocked card can ' +
      `still be reported lost or stolen. ${OBEYED} ${ELSEWHERE}`,
    sent: { reason: 'Reported by telephone', status: 'STOLEN' },
    becomes: 'STOLEN',
  },
  unblock: {
    id: 'UnblockCard',
    summary: 'Unblock a card',
    description: `\`BLOCKED\` and \`NOT_ACTIVE\` become \`ACTIVE\`. ${OBEYED} ${ELSEWHERE}`,
    sent: { reason: 'Found again' },
    becomes: 'ACTIVE',
  },
  close: {
    id: 'CloseCard',
    summary: 'Close a card',
    description: `It becomes \`EXPIRED\`, for good: orders are declined with 101. ${OBEYED} ${ELSEWHERE}`,
    sent: { reason: 'Replaced by a new card' },
    becomes: 'EXPIRED',
  },
}

export const CARD_MOVE_OPERATIONS: readonly OnboardingOperation[] = CARD_MOVES.map((move) => {
  const { id, summary, description, sent, becomes } = WORDS[move]
  return onboardingOperation({
    id,
    route: `POST /cards/:id/${move}`,
    access: may('CARDS', 'ACTIVATE'),
    basis: 'chosen',
    tag: 'Cards',
    summary,
    description,
    // Only a block takes a status; other moves ignore one.
    body: move === 'block' ? blocking : (plain as typeof blocking),
    reply: card,
    requestExamples: [{ name: 'reason', summary: 'Why', value: sent }],
    replyExamples: [
      {
        name: 'card',
        summary: 'As it is now',
        value: { ...CARD, version: 2, status: becomes, statusReason: sent.reason },
      },
    ],
    async handle(ask) {
      return envelope(ask, await ask.services.customerCards.move(ask, idOf(ask), move, ask.body))
    },
  })
})
