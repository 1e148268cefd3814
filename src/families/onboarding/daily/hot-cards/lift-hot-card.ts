// Lets a card through again. What the card's own core says of it still counts.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { liftOf } from '../lift.ts'
import { HOT_CARD, hotCard } from './hot-card-shapes.ts'

export const liftHotCard = onboardingOperation({
  id: 'LiftHotCard',
  route: 'POST /hot-cards/:id/lift',
  access: may('CARDS', 'ACTIVATE'),
  tag: 'Hot cards',
  summary: 'Lift a hot card',
  ...liftOf(hotCard, HOT_CARD, 'Found again'),
  async handle(ask) {
    return envelope(ask, await ask.services.hotCards.lift(ask, idOf(ask), ask.body.reason))
  },
})
