// Deletes a role that no user has.

import { deleteOperation } from '../record-operations.ts'
import { roles } from './role-shapes.ts'

export const deleteRole = deleteOperation(roles, {
  id: 'DeleteRole',
  basis: 'chosen',
  changesAccess: true,
  summary: 'Remove a role',
  description: 'A role that somebody has is in use: 409. System roles stay: 409.',
  delete: (ask, id) => ask.services.roles.delete(ask, id),
})
