// A new user, who is invited by mail to choose a password, unless inactive.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { newUser, USER, user, userReply } from './user-shapes.ts'

export const createUser = onboardingOperation({
  id: 'CreateUser',
  route: 'POST /users',
  access: may('USERS', 'CREATE'),
  basis: 'given',
  tag: 'Users',
  summary: 'Make a user',
  description:
    'Sends the invitation; to an inactive user only when activated. Users of an institution make users of it; another `institutionId` is not found. ' +
    'A role that grants what you lack is refused: 403.',
  status: 201,
  body: newUser,
  reply: user,
  requestExamples: [
    {
      name: 'user',
      summary: 'Somebody who may look at an institution',
      value: {
        firstName: USER.firstName,
        lastName: USER.lastName,
        mailID: USER.mailID,
        roleId: USER.roleId,
        institutionId: USER.institutionId,
      },
    },
  ],
  replyExamples: [{ name: 'user', summary: 'The user, invited', value: USER }],
  async handle(ask) {
    const { mailID: email, ...rest } = ask.body
    const record = await ask.services.users.create(ask, { ...rest, email })
    ask.services.mailSender.wake()
    return created(ask, userReply(record))
  },
})
