// Users that match a filter, a page at a time.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { filterOf, USER, user, userFilter, userReply } from './user-shapes.ts'

export const listUsers = onboardingOperation({
  id: 'ListUsers',
  route: 'POST /users/list',
  access: may('USERS', 'VIEW'),
  basis: 'given',
  tag: 'Users',
  summary: 'Find users',
  description: 'Newest first. What is left out of the filter makes no difference.',
  query: pagingQuery,
  body: userFilter,
  optionalBody: true,
  reply: pageShape(user),
  requestExamples: [{ name: 'filter', summary: 'Who has not accepted', value: { search: 'ada', status: ['INVITED'] } }],
  replyExamples: [{ name: 'page', summary: 'One user', value: pageExample(USER) }],
  handle: (ask) => pageReply(ask, ask.services.users, filterOf(ask.body ?? {}), userReply),
})
