// One account type.

import { getOperation } from '../record-operations.ts'
import { accountTypes } from './account-type-shapes.ts'

export const getAccountType = getOperation(accountTypes, {
  id: 'GetAccountType',
  basis: 'chosen',
  summary: 'Read an account type',
  description: 'How account services treat accounts of the type.',
  example: { name: 'account-type', summary: 'The account type' },
})
