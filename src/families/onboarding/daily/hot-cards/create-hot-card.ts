// Stops a card at the gateway. It only restricts, so it never waits for a second user.

import { may } from '../../../../edge/resource/access.ts'
import { created } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { HOT_CARD, hotCard, NEW_HOT_CARD, newHotCard } from './hot-card-shapes.ts'

export const createHotCard = onboardingOperation({
  id: 'CreateHotCard',
  route: 'POST /hot-cards',
  access: may('CARDS', 'ACTIVATE'),
  neverWaits: true,
  basis: 'chosen',
  tag: 'Hot cards',
  summary: 'Stop a card at the gateway',
  description:
    'Whether or not the gateway knows the card, and whichever core the institution has: the next order or inquiry with it is ' +
    'declined by every gateway, by REST and from switches. Reversals and advices pass. The number is kept as a hash, and never ' +
    'returned. The institution has an active hot card of this number: 409.',
  status: 201,
  body: newHotCard,
  reply: hotCard,
  requestExamples: [{ name: 'stolen', summary: 'A stolen card', value: NEW_HOT_CARD }],
  replyExamples: [{ name: 'hotCard', summary: 'The hot card', value: HOT_CARD }],
  async handle(ask) {
    return created(ask, await ask.services.hotCards.create(ask, ask.body))
  },
})
