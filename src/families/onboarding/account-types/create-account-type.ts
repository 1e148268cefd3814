// A new account type of an institution.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { ACCOUNT_TYPE, accountType, newAccountType } from './account-type-shapes.ts'

export const createAccountType = onboardingOperation({
  id: 'CreateAccountType',
  route: 'POST /account-types',
  access: may('ACCOUNT_TYPES', 'CREATE'),
  basis: 'chosen',
  tag: 'Account types',
  summary: 'Make an account type',
  description:
    'Its code is unique in the institution. Without `balanceTypes` all that accounts of the category have are returned.',
  status: 201,
  body: newAccountType,
  reply: accountType,
  requestExamples: [
    {
      name: 'account-type',
      summary: 'Money market accounts',
      value: {
        institutionId: ACCOUNT_TYPE.institutionId,
        code: ACCOUNT_TYPE.code,
        coreCode: ACCOUNT_TYPE.coreCode,
        description: ACCOUNT_TYPE.description,
        category: ACCOUNT_TYPE.category,
        defaultTxnCapability: ACCOUNT_TYPE.defaultTxnCapability,
        balanceTypes: ACCOUNT_TYPE.balanceTypes,
      },
    },
  ],
  replyExamples: [{ name: 'account-type', summary: 'The account type', value: ACCOUNT_TYPE }],
  async handle(ask) {
    return created(ask, await ask.services.accountTypes.create(ask, ask.body))
  },
})
