// Changes an account type.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { ACCOUNT_TYPE, accountType, accountTypeChange } from './account-type-shapes.ts'

export const updateAccountType = onboardingOperation({
  id: 'UpdateAccountType',
  route: 'PATCH /account-types/:id',
  access: may('ACCOUNT_TYPES', 'UPDATE'),
  basis: 'chosen',
  tag: 'Account types',
  summary: 'Change an account type',
  description:
    'What is left out stays as it is; `coreCode: null` clears it. While accounts are of the type its category cannot be ' +
    'changed: 409. Every gateway obeys within two seconds.',
  body: accountTypeChange,
  reply: accountType,
  requestExamples: [
    { name: 'balances', summary: 'Show the balance only', value: { version: 1, balanceTypes: ['Balance'] } },
  ],
  replyExamples: [
    {
      name: 'account-type',
      summary: 'As it is now',
      value: { ...ACCOUNT_TYPE, version: 2, balanceTypes: ['Balance'] },
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.accountTypes.update(ask, idOf(ask), ask.body))
  },
})
