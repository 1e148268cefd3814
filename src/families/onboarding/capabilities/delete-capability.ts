// Deletes a transaction capability that nothing uses.

import { deleteOperation } from '../record-operations.ts'
import { capabilities } from './capability-shapes.ts'

export const deleteCapability = deleteOperation(capabilities, {
  id: 'DeleteTransactionCapability',
  basis: 'chosen',
  summary: 'Remove a transaction capability',
  description:
    'One that an account or an account type has is in use: 409; deactivate it instead. So is one of the platform.',
  delete: (ask, id) => ask.services.capabilities.delete(ask, id),
})
