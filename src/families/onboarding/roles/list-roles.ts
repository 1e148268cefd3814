// Roles that match a filter, a page at a time.

import { may } from '../access.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { pageExample, pageReply } from '../page-reply.ts'
import { pageShape, pagingQuery } from '../shapes.ts'
import { ROLE, role, roleFilter, roleReply } from './role-shapes.ts'

export const listRoles = onboardingOperation({
  id: 'ListRoles',
  route: 'POST /roles/list',
  access: may('ROLES', 'VIEW'),
  basis: 'chosen',
  tag: 'Roles',
  summary: 'Find roles',
  description: 'By name. What is left out of the filter makes no difference.',
  query: pagingQuery,
  body: roleFilter,
  optionalBody: true,
  reply: pageShape(role),
  requestExamples: [{ name: 'filter', summary: 'Roles for the desk', value: { search: 'desk', isEnabled: true } }],
  replyExamples: [{ name: 'page', summary: 'One role', value: pageExample(ROLE) }],
  handle(ask) {
    const { search, isEnabled, isSystem } = ask.body ?? {}
    const filter = {
      ...(search !== undefined && { search }),
      ...(isEnabled !== undefined && { isEnabled }),
      ...(isSystem !== undefined && { isSystem }),
    }
    return pageReply(ask, ask.services.roles, filter, roleReply)
  },
})
