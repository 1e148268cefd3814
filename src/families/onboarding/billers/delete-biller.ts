// Deletes a biller that was never paid. Others can only be deactivated.

import { deleteOperation } from '../record-operations.ts'
import { billers } from './biller-shapes.ts'

export const deleteBiller = deleteOperation(billers, {
  id: 'DeleteBiller',
  basis: 'chosen',
  summary: 'Remove a biller',
  description: 'A biller that payments name is in use: 409; deactivate it instead.',
  delete: (ask, id) => ask.services.billers.delete(ask, id),
})
