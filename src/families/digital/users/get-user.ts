// One user of the partner.

import { digitalOperation, reply } from '../digital-operation.ts'
import { USER, user, wireUser } from './user-shapes.ts'

export const getUser = digitalOperation({
  id: 'GetUser',
  route: 'GET /users/:userId',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'VIEW' },
  errors: ['C-USER_NOT_FOUND'],
  tag: 'User onboarding',
  summary: 'Read a user',
  description: 'E-mail address and telephone number are masked.',
  reply: user,
  replyExamples: [{ name: 'active', summary: 'The user is active', value: USER }],
  async handle(ask) {
    const { userId = '' } = ask.call.params
    return reply(ask, wireUser(await ask.services.digitalUsers.find(ask.partnerId, userId)))
  },
})
