// Changes what a transaction capability grants.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { CAPABILITY, capability, capabilityChange } from './capability-shapes.ts'

export const updateCapability = onboardingOperation({
  id: 'UpdateTransactionCapability',
  route: 'PATCH /transaction-capabilities/:id',
  access: may('TXN_CAPABILITIES', 'UPDATE'),
  basis: 'chosen',
  tag: 'Transaction capabilities',
  summary: 'Change a transaction capability',
  description:
    'What is left out stays as it is. One of the platform (`isSystem`) never changes: 409. Every gateway obeys within two ' +
    'seconds.',
  body: capabilityChange,
  reply: capability,
  requestExamples: [{ name: 'flag', summary: 'No more deposits', value: { version: 1, flags: { deposit: false } } }],
  replyExamples: [
    {
      name: 'capability',
      summary: 'As it is now',
      value: { ...CAPABILITY, version: 2, flags: { ...CAPABILITY.flags, deposit: false } },
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.capabilities.update(ask, idOf(ask), ask.body))
  },
})
