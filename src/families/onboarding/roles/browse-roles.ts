// Roles, a page at a time.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { ROLE, role, roleReply } from './role-shapes.ts'

export const browseRoles = onboardingOperation({
  id: 'BrowseRoles',
  route: 'GET /roles',
  access: may('ROLES', 'VIEW'),
  basis: 'chosen',
  tag: 'Roles',
  summary: 'List roles',
  description: 'By name. Users of an institution see the roles for everyone and those of the institution.',
  query: pagingQuery,
  reply: pageShape(role),
  replyExamples: [{ name: 'page', summary: 'One role', value: pageExample(ROLE) }],
  handle: (ask) => pageReply(ask, ask.services.roles, {}, roleReply),
})
