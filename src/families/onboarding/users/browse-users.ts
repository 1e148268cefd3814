// Users, a page at a time.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { USER, user, userReply } from './user-shapes.ts'

export const browseUsers = onboardingOperation({
  id: 'BrowseUsers',
  route: 'GET /users',
  access: may('USERS', 'VIEW'),
  basis: 'chosen',
  tag: 'Users',
  summary: 'List users',
  description: 'Newest first. Users of an institution or sub-tenant see the users of it alone.',
  query: pagingQuery,
  reply: pageShape(user),
  replyExamples: [{ name: 'page', summary: 'One user', value: pageExample(USER) }],
  handle: (ask) => pageReply(ask, ask.services.users, {}, userReply),
})
