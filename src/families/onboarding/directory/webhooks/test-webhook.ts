// Sends a test event to a webhook, on the way that all events take.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { uuid } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { DELIVERY } from './webhook-shapes.ts'

export const testWebhook = onboardingOperation({
  id: 'TestWebhook',
  route: 'POST /webhooks/:id/test',
  access: may('PARTNERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Webhooks',
  summary: 'Test a webhook',
  description:
    'Sends a `webhook.test` to it within seconds; its deliveries tell what came of it. One that is off: 409.',
  reply: Type.Object({ eventId: chosen(uuid('The event')) }, { component: 'TestEvent' }),
  replyExamples: [{ name: 'test', summary: 'It is on its way', value: { eventId: DELIVERY.eventId } }],
  async handle(ask) {
    return envelope(ask, await ask.services.webhooks.test(ask, idOf(ask)))
  },
})
