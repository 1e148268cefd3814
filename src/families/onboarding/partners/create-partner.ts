// A new partner. It can call nothing before it has a client, unless its client-id policy is off.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { newPartner, PARTNER, partner } from './partner-shapes.ts'

export const createPartner = onboardingOperation({
  id: 'CreatePartner',
  route: 'POST /partners',
  access: may('PARTNERS', 'CREATE'),
  basis: 'chosen',
  tag: 'Partners',
  summary: 'Make a partner',
  description:
    'Without `families` it may call account services; without `operations` it may call none of them yet. ' +
    'Every gateway obeys within two seconds.',
  status: 201,
  body: newPartner,
  reply: partner,
  requestExamples: [
    {
      name: 'partner',
      summary: 'A partner with cash machines',
      value: {
        partnerId: 'HARBOR-ATM',
        name: 'Harbor cash machines',
        families: ['accounts'],
        operations: ['BalanceInquiry', 'Debits', 'DebitsReverse'],
        institutionIds: ['FI002'],
        rateLimit: { perSecond: 50 },
      },
    },
  ],
  replyExamples: [{ name: 'partner', summary: 'The partner', value: { ...PARTNER, clients: [] } }],
  async handle(ask) {
    return created(ask, await ask.services.partners.create(ask, ask.body))
  },
})
