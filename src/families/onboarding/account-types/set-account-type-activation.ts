// Opens or closes the accounts of a type to account services.

import { activationOperation } from '../record-operations.ts'
import { accountTypes } from './account-type-shapes.ts'

export const setAccountTypeActivation = activationOperation(accountTypes, {
  id: 'SetAccountTypeActivation',
  basis: 'chosen',
  summary: 'Activate or deactivate an account type',
  description:
    'Accounts of an inactive type are not in lookups, and their orders are declined with 119; reversals pass. Every ' +
    'gateway obeys within two seconds.',
  flag: 'isActive',
  flagDescription: 'Whether its accounts may be used',
  example: { name: 'deactivated', summary: 'Its accounts may not be used', change: { isActive: false } },
  set: (ask, id, isActive) => ask.services.accountTypes.setActive(ask, id, isActive),
})
