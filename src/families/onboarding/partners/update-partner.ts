// Changes a partner: its name, its operations, its institutions, and its rate limits.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { PARTNER, partner, partnerChange } from './partner-shapes.ts'

export const updatePartner = onboardingOperation({
  id: 'UpdatePartner',
  route: 'PATCH /partners/:id',
  access: may('PARTNERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Change a partner',
  description:
    'What is left out stays as it is. `rateLimit: null` takes the limit away. Every gateway obeys within two seconds.',
  body: partnerChange,
  reply: partner,
  requestExamples: [{ name: 'limit', summary: 'Half the rate', value: { version: 1, rateLimit: { perSecond: 25 } } }],
  replyExamples: [
    { name: 'partner', summary: 'As it is now', value: { ...PARTNER, version: 2, rateLimit: { perSecond: 25 } } },
  ],
  async handle(ask) {
    const { partners } = ask.services
    return envelope(ask, await partners.update(ask, idOf(ask), ask.body))
  },
})
