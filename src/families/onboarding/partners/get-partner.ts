// One partner with its clients.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { PARTNER, partner } from './partner-shapes.ts'

export const getPartner = onboardingOperation({
  id: 'GetPartner',
  route: 'GET /partners/:id',
  access: may('PARTNERS', 'VIEW'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Read a partner',
  description: 'With its clients; their secrets cannot be read.',
  reply: partner,
  replyExamples: [{ name: 'partner', summary: 'The partner', value: PARTNER }],
  async handle(ask) {
    return envelope(ask, await ask.services.partners.find(ask.principal.scope, idOf(ask)))
  },
})
