// A new secret for a client. The old one stops working at once; a partner that needs both for a while uses a second client.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { CLIENT, clientReply, clientWithSecret, expiresAt } from './partner-shapes.ts'

const body = Type.Object({
  expiresAt: Type.Optional(
    chosen(
      Type.Union([expiresAt, Type.Null()], {
        description: 'A new end, or none; left out, it stays',
        expected: 'must be null or a timestamp such as 2027-01-31T00:00:00.000Z',
      }),
    ),
  ),
})

export const rotateClient = onboardingOperation({
  id: 'RotateClient',
  route: 'POST /partners/:id/clients/:clientId/rotate',
  access: may('PARTNERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: "Change a client's secret",
  description:
    'The new `client_secret` is shown this once; the old one is refused by every gateway within two seconds.',
  body,
  optionalBody: true,
  reply: clientWithSecret,
  requestExamples: [{ name: 'longer', summary: 'And no end', value: { expiresAt: null } }],
  replyExamples: [
    {
      name: 'client',
      summary: 'The client with its new secret',
      value: { ...CLIENT, client_secret: 'V3tB8nM1qW6eR0yU5iO9pA4sD7fG2hJ6kL1zX3cQ8wE' },
    },
  ],
  async handle(ask) {
    const { expiresAt: until } = ask.body ?? {}
    const expiresAtMs = typeof until === 'string' ? Date.parse(until) : until
    const { clients } = ask.services.partners
    const rotated = await clients.rotate(ask, idOf(ask), ask.call.params.clientId ?? '', { expiresAtMs })
    return envelope(ask, clientReply(rotated))
  },
})
