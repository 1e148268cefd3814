// Lengthens a stop. It only restricts, so it never waits for a second user.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { STOP, stop, stopChange } from './stop-shapes.ts'

const LATER = '2026-01-18T10:00:00.000Z'

export const changeStop = onboardingOperation({
  id: 'UpdateStop',
  route: 'PATCH /stops/:id',
  access: may('INSTITUTIONS', 'UPDATE'),
  neverWaits: true,
  basis: 'chosen',
  tag: 'Stops',
  summary: 'Lengthen a stop',
  description: 'Only a later end, at most 30 days from now. A stop that has ended: 409.',
  body: stopChange,
  reply: stop,
  requestExamples: [{ name: 'later', summary: 'Two days more', value: { version: 1, expiresAt: LATER } }],
  replyExamples: [{ name: 'stop', summary: 'As it is now', value: { ...STOP, version: 2, expiresAt: LATER } }],
  async handle(ask) {
    return envelope(ask, await ask.services.stops.update(ask, idOf(ask), ask.body))
  },
})
