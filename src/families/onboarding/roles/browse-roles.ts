// Roles, a page at a time.

import { onboardingOperation } from '../onboarding-operation.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { PAGE, rolePage } from './role-page.ts'
import { role } from './role-shapes.ts'

export const browseRoles = onboardingOperation({
  id: 'BrowseRoles',
  route: 'GET /roles',
  basis: 'chosen',
  tag: 'Roles',
  summary: 'List roles',
  description: 'By name. Users of an institution see the roles for everyone and those of the institution.',
  query: pagingQuery,
  reply: pageShape(role),
  replyExamples: [{ name: 'page', summary: 'One role', value: PAGE }],
  handle: (ask) => rolePage(ask, {}),
})
