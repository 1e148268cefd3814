// Tries at once what waits for its next attempt: everything, or one event by its number.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

const body = Type.Object({
  sequence: Type.Optional(
    chosen(
      Type.Integer({
        description: 'One event, by its number in the feed; what waits first of each subject unless stated',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        expected: 'must be a whole number from 1',
      }),
    ),
  ),
})

export const sendNow = onboardingOperation({
  id: 'SendWebhookNow',
  route: 'POST /webhooks/:id/send-now',
  access: may('PARTNERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Webhooks',
  summary: 'Send what waits now',
  description:
    'Tries deliveries that wait for their next attempt at once, also while the webhook is left alone after failures. An event whose subject ' +
    'waits for an earlier one: 409, as for a delivery that has ended and a webhook that is off.',
  body,
  optionalBody: true,
  reply: Type.Object(
    { deliveries: chosen(Type.Integer({ description: 'How many are tried' })) },
    { component: 'SentNow' },
  ),
  requestExamples: [{ name: 'one', summary: 'One event', value: { sequence: 42 } }],
  replyExamples: [{ name: 'sent', summary: 'It is on its way', value: { deliveries: 1 } }],
  async handle(ask) {
    const { sequence } = ask.body ?? {}
    return envelope(ask, await ask.services.webhooks.sendNow(ask, idOf(ask), sequence))
  },
})
