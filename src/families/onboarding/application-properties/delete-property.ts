// Deletes an application property with its history.

import { deleteOperation } from '../record-operations.ts'
import { applicationProperties } from './property-shapes.ts'

export const deleteProperty = deleteOperation(applicationProperties, {
  id: 'DeleteApplicationProperty',
  basis: 'chosen',
  summary: 'Delete an application property',
  description: 'Its history goes too; the audit log keeps what was done.',
  delete: (ask, id) => ask.services.applicationProperties.delete(ask, id),
})
