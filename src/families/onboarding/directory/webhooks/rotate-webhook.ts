// A new secret for a webhook. The one before signs beside it for a while, so that the receiver never refuses an event.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { SECRET, WEBHOOK, webhook, webhookReply } from './webhook-shapes.ts'

const body = Type.Object({
  overlapHours: Type.Optional(
    chosen(
      Type.Integer({
        description: 'How long the secret before signs as well; a day unless stated',
        minimum: 0,
        maximum: 168,
        expected: 'must be a whole number of hours from 0 to 168',
      }),
    ),
  ),
})

export const rotateWebhook = onboardingOperation({
  id: 'RotateWebhook',
  route: 'POST /webhooks/:id/rotate',
  access: may('PARTNERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Webhooks',
  summary: "Change a webhook's secret",
  description:
    'The new `secret` is shown this once. Until `oldSecretUntil` events have two signatures, of the new and of the old secret.',
  body,
  optionalBody: true,
  reply: webhook,
  requestExamples: [{ name: 'overlap', summary: 'Both for two days', value: { overlapHours: 48 } }],
  replyExamples: [
    {
      name: 'webhook',
      summary: 'The webhook with its new secret',
      value: { ...WEBHOOK, version: 2, oldSecretUntil: '2026-01-17T10:00:00.000Z', secret: SECRET },
    },
  ],
  async handle(ask) {
    const { overlapHours } = ask.body ?? {}
    return envelope(ask, webhookReply(await ask.services.webhooks.rotate(ask, idOf(ask), overlapHours)))
  },
})
