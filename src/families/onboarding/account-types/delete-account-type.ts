// Deletes an account type that no account has.

import { deleteOperation } from '../record-operations.ts'
import { accountTypes } from './account-type-shapes.ts'

export const deleteAccountType = deleteOperation(accountTypes, {
  id: 'DeleteAccountType',
  basis: 'chosen',
  summary: 'Remove an account type',
  description: 'One that accounts have is in use: 409; deactivate it instead.',
  delete: (ask, id) => ask.services.accountTypes.delete(ask, id),
})
