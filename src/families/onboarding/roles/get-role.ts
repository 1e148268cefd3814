// One role.

import { getOperation } from '../record-operations.ts'
import { roles } from './role-shapes.ts'

export const getRole = getOperation(roles, {
  id: 'GetRole',
  basis: 'chosen',
  summary: 'Read a role',
  description: 'A role of another institution is not found.',
  example: { name: 'role', summary: 'The role' },
})
