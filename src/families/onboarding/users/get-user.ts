// One user.

import { getOperation } from '../record-operations.ts'
import { users } from './user-shapes.ts'

export const getUser = getOperation(users, {
  id: 'GetUser',
  basis: 'given',
  summary: 'Read a user',
  description: 'A user outside your institution or sub-tenant is not found.',
  example: { name: 'user', summary: 'The user' },
})
