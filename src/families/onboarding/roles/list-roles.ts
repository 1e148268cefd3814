// Roles that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { roleFilter, roles } from './role-shapes.ts'

export const listRoles = listOperation(roles, {
  id: 'ListRoles',
  basis: 'chosen',
  summary: 'Find roles',
  description: 'By name. What is left out of the filter makes no difference.',
  filter: roleFilter,
  filterExample: { name: 'filter', summary: 'Roles for the desk', value: { search: 'desk', isEnabled: true } },
  filterOf: (sent) => sent,
  example: 'One role',
})
