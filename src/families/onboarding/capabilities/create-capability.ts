// A new transaction capability, for accounts of every institution.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { CAPABILITY, capability, newCapability } from './capability-shapes.ts'

export const createCapability = onboardingOperation({
  id: 'CreateTransactionCapability',
  route: 'POST /transaction-capabilities',
  access: may('TXN_CAPABILITIES', 'CREATE'),
  basis: 'chosen',
  tag: 'Transaction capabilities',
  summary: 'Make a transaction capability',
  description:
    'For users of the platform; users of an institution may only read them: 403. Flags that are left out are off.',
  status: 201,
  body: newCapability,
  reply: capability,
  requestExamples: [
    {
      name: 'capability',
      summary: 'Money may come in',
      value: {
        code: CAPABILITY.code,
        description: CAPABILITY.description,
        flags: { inquiry: true, deposit: true, transferTo: true },
      },
    },
  ],
  replyExamples: [{ name: 'capability', summary: 'The capability', value: CAPABILITY }],
  async handle(ask) {
    return created(ask, await ask.services.capabilities.create(ask, ask.body))
  },
})
