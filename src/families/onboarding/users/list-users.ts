// Users that match a filter, a page at a time.

import { onboardingOperation } from '../onboarding-operation.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { PAGE, userPage } from './user-page.ts'
import { filterOf, user, userFilter } from './user-shapes.ts'

export const listUsers = onboardingOperation({
  id: 'ListUsers',
  route: 'POST /users/list',
  basis: 'given',
  tag: 'Users',
  summary: 'Find users',
  description: 'Newest first. What is left out of the filter makes no difference.',
  query: pagingQuery,
  body: userFilter,
  optionalBody: true,
  reply: pageShape(user),
  requestExamples: [{ name: 'filter', summary: 'Who has not accepted', value: { search: 'ada', status: ['INVITED'] } }],
  replyExamples: [{ name: 'page', summary: 'One user', value: PAGE }],
  handle: (ask) => userPage(ask, filterOf(ask.body ?? {})),
})
