// One role.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { ROLE, role, roleReply } from './role-shapes.ts'

export const getRole = onboardingOperation({
  id: 'GetRole',
  route: 'GET /roles/:id',
  access: may('ROLES', 'VIEW'),
  basis: 'chosen',
  tag: 'Roles',
  summary: 'Read a role',
  description: 'A role of another institution is not found.',
  reply: role,
  replyExamples: [{ name: 'role', summary: 'The role', value: ROLE }],
  async handle(ask) {
    return envelope(ask, roleReply(await ask.services.roles.find(ask.principal.scope, idOf(ask))))
  },
})
