// Users that match a filter, a page at a time.

import { listOperation } from '../record-operations.ts'
import { filterOf, userFilter, users } from './user-shapes.ts'

export const listUsers = listOperation(users, {
  id: 'ListUsers',
  basis: 'given',
  summary: 'Find users',
  description: 'Newest first. What is left out of the filter makes no difference.',
  filter: userFilter,
  filterExample: { name: 'filter', summary: 'Who has not accepted', value: { search: 'ada', status: ['INVITED'] } },
  filterOf,
  example: 'One user',
})
