// Delivers events to a webhook again: one, or a range of numbers.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

const number = (description: string) =>
  Type.Integer({
    description,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    expected: 'must be a whole number from 1',
  })

const body = Type.Object({
  from: chosen(number('The first event, by its number in the feed')),
  to: Type.Optional(chosen(number('The last one, at most 1000 events on; the first alone unless stated'))),
})

export const redeliverEvents = onboardingOperation({
  id: 'RedeliverEvents',
  route: 'POST /webhooks/:id/redeliver',
  access: may('PARTNERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Webhooks',
  summary: 'Deliver events again',
  description:
    'Those of the kinds and institutions that it gets, also such as it never got because it was off. What still waits keeps its ' +
    'turn. A webhook that is off: 409.',
  body,
  reply: Type.Object(
    { deliveries: chosen(Type.Integer({ description: 'How many are delivered again' })) },
    { component: 'Redelivery' },
  ),
  requestExamples: [{ name: 'range', summary: 'Ten events', value: { from: 33, to: 42 } }],
  replyExamples: [{ name: 'redelivery', summary: 'Ten are on their way', value: { deliveries: 10 } }],
  async handle(ask) {
    const { from, to = from } = ask.body
    return envelope(ask, await ask.services.webhooks.redeliver(ask, idOf(ask), from, to))
  },
})
