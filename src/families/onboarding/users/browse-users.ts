// Users, a page at a time.

import { browseOperation } from '../record-operations.ts'
import { users } from './user-shapes.ts'

export const browseUsers = browseOperation(users, {
  id: 'BrowseUsers',
  basis: 'chosen',
  summary: 'List users',
  description: 'Newest first. Users of an institution or sub-tenant see the users of it alone.',
  filter: {},
  example: 'One user',
})
