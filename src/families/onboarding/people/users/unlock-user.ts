// Ends the lock that wrong passwords or codes have brought.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { USER, user, userReply } from './user-shapes.ts'

export const unlockUser = onboardingOperation({
  id: 'UnlockUser',
  route: 'POST /users/:id/unlock',
  access: may('USERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Users',
  summary: 'Unlock a user',
  description: 'Forgets the wrong passwords and codes too. Does nothing else to a user who is not locked.',
  reply: user,
  replyExamples: [{ name: 'unlocked', summary: 'The user', value: { ...USER, version: 2, status: 'ACTIVE' } }],
  async handle(ask) {
    return envelope(ask, userReply(await ask.services.users.unlock(ask, idOf(ask))))
  },
})
