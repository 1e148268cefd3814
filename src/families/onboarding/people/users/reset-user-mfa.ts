// Takes the second factor of a user away, so that another can be registered.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { USER, user, userReply } from './user-shapes.ts'

export const resetUserMfa = onboardingOperation({
  id: 'ResetUserMfa',
  route: 'POST /users/:id/reset-mfa',
  access: may('USERS', 'UPDATE'),
  changesAccess: true,
  basis: 'chosen',
  tag: 'Users',
  summary: 'Reset the second factor of a user',
  description: 'The device and the recovery codes are forgotten and all sessions end.',
  reply: user,
  replyExamples: [
    { name: 'reset', summary: 'None is registered', value: { ...USER, version: 2, status: 'ACTIVE', mfaEnable: true } },
  ],
  async handle(ask) {
    return envelope(ask, userReply(await ask.services.users.resetMfa(ask, idOf(ask))))
  },
})
