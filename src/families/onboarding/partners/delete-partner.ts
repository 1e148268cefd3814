// Deletes a partner that has no transactions. Others can only be deactivated.

import { deleteOperation } from '../record-operations.ts'
import { partners } from './partner-shapes.ts'

export const deletePartner = deleteOperation(partners, {
  id: 'DeletePartner',
  basis: 'chosen',
  summary: 'Remove a partner',
  description: 'Its clients go too. A partner that has transactions is in use: 409; deactivate it instead.',
  delete: (ask, id) => ask.services.partners.delete(ask, id),
})
