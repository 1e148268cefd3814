// Roles, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { roles } from './role-shapes.ts'

export const browseRoles = browseOperation(roles, {
  id: 'BrowseRoles',
  basis: 'chosen',
  summary: 'List roles',
  description: 'By name. Users of an institution see the roles for everyone and those of the institution.',
  filter: {},
  example: 'One role',
})
