// Lets a card through again. What the card's own core says of it still counts.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { freeText } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { HOT_CARD, hotCard } from './hot-card-shapes.ts'

const REASON = 'Found again'

export const liftHotCard = onboardingOperation({
  id: 'LiftHotCard',
  route: 'POST /hot-cards/:id/lift',
  access: may('CARDS', 'ACTIVATE'),
  basis: 'chosen',
  tag: 'Hot cards',
  summary: 'Lift a hot card',
  description: 'The next order on any gateway passes. By default a second user approves it. One that has ended: 409.',
  body: Type.Object({ reason: chosen(freeText('Why; shown as `liftReason`')) }),
  reply: hotCard,
  requestExamples: [{ name: 'reason', summary: 'Why', value: { reason: REASON } }],
  replyExamples: [
    {
      name: 'lifted',
      summary: 'It is lifted',
      value: { ...HOT_CARD, version: 2, state: 'LIFTED', liftReason: REASON, liftedAt: '2026-01-15T11:00:00.000Z' },
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.hotCards.lift(ask, idOf(ask), ask.body.reason))
  },
})
