// Sends the invitation again.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { USER, user, userReply } from './user-shapes.ts'

export const inviteUser = onboardingOperation({
  id: 'InviteUser',
  route: 'POST /users/:id/invite',
  access: may('USERS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Users',
  summary: 'Invite a user again',
  description: 'For a user who has not chosen a password yet; otherwise 409.',
  reply: user,
  replyExamples: [{ name: 'invited', summary: 'The mail is on its way', value: { ...USER, version: 2 } }],
  async handle(ask) {
    const record = await ask.services.users.invite(ask, idOf(ask))
    ask.services.mailSender.wake()
    return envelope(ask, userReply(record), { message: 'Invitation sent' })
  },
})
