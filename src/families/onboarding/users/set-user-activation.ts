// Lets a user sign in, or keeps the user from it and ends what is open.

import { Type } from 'typebox'
import { given } from '../../../http/operation.ts'
import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { USER, user, userReply } from './user-shapes.ts'

export const setUserActivation = onboardingOperation({
  id: 'SetUserActivation',
  route: 'PATCH /users/:id/activation',
  access: may('USERS', 'ACTIVATE'),
  changesAccess: true,
  basis: 'given',
  tag: 'Users',
  summary: 'Activate or deactivate a user',
  description:
    'Deactivation ends all sessions at once, on every gateway. Nobody deactivates themselves or the last administrator: 409. ' +
    'Activation invites a user who has not chosen a password yet.',
  query: Type.Object({ isActive: given(Type.Boolean({ description: 'Whether the user may sign in' })) }),
  reply: user,
  replyExamples: [
    {
      name: 'deactivated',
      summary: 'The user may not sign in',
      value: { ...USER, version: 2, isActive: false, status: 'INACTIVE' },
    },
  ],
  async handle(ask) {
    const record = await ask.services.users.setActive(ask, idOf(ask), ask.query.isActive)
    ask.services.mailSender.wake()
    return envelope(ask, userReply(record))
  },
})
