// Forgot password: a mail with a reset link, if the address belongs to a user. The answer is always the same.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { anonymous } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { ENCRYPTED_EXAMPLE } from '../session/session-shapes.ts'

export const forgotPassword = onboardingOperation({
  id: 'ForgotPassword',
  route: 'POST /users/password/forgot',
  access: anonymous('hashing'),
  basis: 'chosen',
  tag: 'Passwords',
  summary: 'Ask for a reset link',
  description:
    'Sends a link, good once and for 30 minutes, to an active user who has a password; three times an hour at most. The ' +
    'answer is always the same, so that it does not tell who is a user.',
  body: Type.Object({ email: chosen(shape.encrypted("The user's mail id")) }),
  reply: nothing,
  requestExamples: [{ name: 'forgot', summary: 'Ask for it', value: { email: ENCRYPTED_EXAMPLE } }],
  replyExamples: [{ name: 'perhaps', summary: 'Sent, if there is such a user', value: null }],
  async handle(ask) {
    const { services, body, actor, turns } = ask
    const email = await services.encryptedStrings.decrypt(services.database, body.email, 'email', turns)
    await services.passwordLinks.forgotten(email, actor)
    services.mailSender.wake()
    return envelope(ask, null, { message: 'If there is such a user, a mail is on its way' })
  },
})
