// Stops orders. It only restricts, so it never waits for a second user.

import { may } from '../../../../edge/resource/access.ts'
import { created } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { NEW_STOP, newStop, STOP, stop } from './stop-shapes.ts'

export const createStop = onboardingOperation({
  id: 'CreateStop',
  route: 'POST /stops',
  access: may('INSTITUTIONS', 'ACTIVATE'),
  neverWaits: true,
  basis: 'chosen',
  tag: 'Stops',
  summary: 'Stop orders',
  description:
    'Everything that is named must fit an order, and something must be named. The next order that fits is declined by every gateway: ' +
    'with 115, and the id of the stop in its detail; movements of tokens and disbursements with 422 `STOPPED`. Reversals, ' +
    'advices, repayments, resolutions and what is stored pass, and so do inquiries unless `services` names them. Without ' +
    '`expiresAt` it lasts 24 hours. Without `institutionId`: users of the platform only. At most 200 of an institution, and 200 ' +
    'that name none, are in force at a time.',
  status: 201,
  body: newStop,
  reply: stop,
  requestExamples: [{ name: 'withdrawals', summary: 'Cash machines of an institution', value: NEW_STOP }],
  replyExamples: [{ name: 'stop', summary: 'The stop', value: STOP }],
  async handle(ask) {
    return created(ask, await ask.services.stops.create(ask, ask.body))
  },
})
