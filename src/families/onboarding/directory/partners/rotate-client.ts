// A new secret for a client. The old one stops working at once, or at the end of an overlap that the request names.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { instant } from '../../daily/instants.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { CLIENT, clientWithSecret, expiresAt, withSecret } from './partner-shapes.ts'

const body = Type.Object({
  expiresAt: Type.Optional(
    chosen(
      Type.Union([expiresAt, Type.Null()], {
        description: 'A new end, or none; left out, it stays',
        expected: 'must be null or a timestamp such as 2027-01-31T00:00:00.000Z',
      }),
    ),
  ),
  oldSecretUntil: Type.Optional(
    chosen(
      instant(
        'Until then the present secret is taken too, for at most 90 days; left out, it is refused at once',
        '2026-02-15T00:00:00.000Z',
      ),
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
    'The new `client_secret` is shown this once; the old one is refused by every gateway within two seconds, or at `oldSecretUntil`. ' +
    'A client has two secrets at most: the one from before an earlier rotation is refused at once.',
  body,
  optionalBody: true,
  reply: clientWithSecret,
  requestExamples: [
    { name: 'longer', summary: 'And no end', value: { expiresAt: null } },
    {
      name: 'overlap',
      summary: 'Both secrets for a month',
      value: { oldSecretUntil: '2026-02-15T00:00:00.000Z' },
    },
  ],
  replyExamples: [
    {
      name: 'client',
      summary: 'The client with its new secret',
      value: { ...CLIENT, client_secret: 'V3tB8nM1qW6eR0yU5iO9pA4sD7fG2hJ6kL1zX3cQ8wE' },
    },
  ],
  async handle(ask) {
    const { expiresAt: until, oldSecretUntil } = ask.body ?? {}
    const expiresAtMs = typeof until === 'string' ? Date.parse(until) : until
    const { clients } = ask.services.partners
    const rotated = await clients.rotate(ask, idOf(ask), ask.call.params.clientId ?? '', {
      expiresAtMs,
      oldSecretUntilMs: oldSecretUntil === undefined ? undefined : Date.parse(oldSecretUntil),
    })
    return envelope(ask, withSecret(rotated))
  },
})
