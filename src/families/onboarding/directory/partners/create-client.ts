// Credentials for a partner. The secret is in this answer and nowhere else.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { created } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { identifier } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { CLIENT, clientAddresses, clientFamilies, clientWithSecret, expiresAt, withSecret } from './partner-shapes.ts'

const body = Type.Object({
  clientId: Type.Optional(chosen(identifier('One is made when it is left out'))),
  expiresAt: Type.Optional(chosen(expiresAt)),
  families: Type.Optional(clientFamilies),
  addresses: Type.Optional(clientAddresses),
})

export const createClient = onboardingOperation({
  id: 'CreateClient',
  route: 'POST /partners/:id/clients',
  access: may('PARTNERS', 'CREATE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Make a client of a partner',
  description:
    '`client_secret` is shown this once. Without `families` the client may call those of its partner. ' +
    'Of the feed of events it reads what its families cover; one that names `events` reads all of it.',
  status: 201,
  body,
  optionalBody: true,
  reply: clientWithSecret,
  requestExamples: [
    { name: 'client', summary: 'A client for a year', value: { clientId: 'harbor-atm', expiresAt: CLIENT.expiresAt } },
  ],
  replyExamples: [
    {
      name: 'client',
      summary: 'The client with its secret',
      value: { ...CLIENT, client_secret: 'kq8Yw0m3Q5dV7rB2xT9uJ4nE6hL1sC8aF0gP3zN5yMo' },
    },
  ],
  async handle(ask) {
    const { clientId, expiresAt: until, families: named, addresses } = ask.body ?? {}
    const client = {
      clientId,
      families: named,
      addresses,
      expiresAtMs: until === undefined ? undefined : Date.parse(until),
    }
    const made = await ask.services.partners.clients.create(ask, idOf(ask), client)
    return created(ask, withSecret(made))
  },
})
