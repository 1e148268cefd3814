// Lets orders pass again.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { freeText } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { STOP, stop } from './stop-shapes.ts'

const REASON = 'The cash machines are repaired'

export const liftStop = onboardingOperation({
  id: 'LiftStop',
  route: 'POST /stops/:id/lift',
  access: may('INSTITUTIONS', 'ACTIVATE'),
  basis: 'chosen',
  tag: 'Stops',
  summary: 'Lift a stop',
  description: 'The next order on any gateway passes. By default a second user approves it. One that has ended: 409.',
  body: Type.Object({ reason: chosen(freeText('Why; shown as `liftReason`')) }),
  reply: stop,
  requestExamples: [{ name: 'reason', summary: 'Why', value: { reason: REASON } }],
  replyExamples: [
    {
      name: 'lifted',
      summary: 'It is lifted',
      value: { ...STOP, version: 2, state: 'LIFTED', liftReason: REASON, liftedAt: '2026-01-15T11:00:00.000Z' },
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.stops.lift(ask, idOf(ask), ask.body.reason))
  },
})
