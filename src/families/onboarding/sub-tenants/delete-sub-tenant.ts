// Deletes a sub-tenant without users and terminals. Others can only be closed.

import { deleteOperation } from '../record-operations.ts'
import { subTenants } from './sub-tenant-shapes.ts'

export const deleteSubTenant = deleteOperation(subTenants, {
  id: 'DeleteSubTenant',
  basis: 'chosen',
  summary: 'Remove a sub-tenant',
  description: 'A sub-tenant that has users or terminals is in use: 409; close it instead.',
  delete: (ask, id) => ask.services.subTenants.delete(ask, id),
})
