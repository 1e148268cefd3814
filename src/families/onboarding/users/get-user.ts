// One user.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { USER, user, userReply } from './user-shapes.ts'

export const getUser = onboardingOperation({
  id: 'GetUser',
  route: 'GET /users/:id',
  access: may('USERS', 'VIEW'),
  basis: 'given',
  tag: 'Users',
  summary: 'Read a user',
  description: 'A user outside your institution or sub-tenant is not found.',
  reply: user,
  replyExamples: [{ name: 'user', summary: 'The user', value: USER }],
  async handle(ask) {
    return envelope(ask, userReply(await ask.services.users.find(ask.principal.scope, idOf(ask))))
  },
})
