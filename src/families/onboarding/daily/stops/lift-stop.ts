// Lets orders pass again.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { liftOf } from '../lift.ts'
import { STOP, stop } from './stop-shapes.ts'

export const liftStop = onboardingOperation({
  id: 'LiftStop',
  route: 'POST /stops/:id/lift',
  access: may('INSTITUTIONS', 'ACTIVATE'),
  tag: 'Stops',
  summary: 'Lift a stop',
  ...liftOf(stop, STOP, 'The cash machines are repaired'),
  async handle(ask) {
    return envelope(ask, await ask.services.stops.lift(ask, idOf(ask), ask.body.reason))
  },
})
