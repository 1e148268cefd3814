// Users: who may sign in.

import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { confirmMail } from './confirm-mail.ts'
import { inviteUser } from './invite-user.ts'
import { resetUserMfa } from './reset-user-mfa.ts'
import { unlockUser } from './unlock-user.ts'
import { updateUser } from './update-user.ts'
import { newUser, USER, user, userFilter, userReply } from './user-shapes.ts'

const users = resource({
  path: '/users',
  tag: 'Users',
  module: 'USERS',
  noun: 'user',
  shape: user,
  example: USER,
  reply: userReply,
  records: (services) => services.users,

  create: {
    id: 'CreateUser',
    basis: 'given',
    summary: 'Make a user',
    description:
      'Sends the invitation; to an inactive user only when activated. Users of an institution make users of it; another `institutionId` is not found. ' +
      'A role that grants what you lack is refused: 403.',
    body: newUser,
    example: {
      name: 'user',
      summary: 'A user who may look at an institution',
      value: {
        firstName: USER.firstName,
        lastName: USER.lastName,
        mailID: USER.mailID,
        roleId: USER.roleId,
        institutionId: USER.institutionId,
      },
    },
    replyExample: { summary: 'The user, invited' },
    async run(ask) {
      const { mailID: email, ...rest } = ask.body
      const record = await ask.services.users.create(ask, { ...rest, email })
      ask.services.mailSender.wake()
      return record
    },
  },
  list: {
    id: 'ListUsers',
    basis: 'given',
    summary: 'Find users',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: userFilter,
    example: { summary: 'Who has not accepted', value: { search: 'ada', status: ['INVITED'] } },
  },
  browse: {
    id: 'BrowseUsers',
    summary: 'List users',
    description: 'Newest first. Users of an institution or sub-tenant see the users of it alone.',
  },
  get: {
    id: 'GetUser',
    basis: 'given',
    summary: 'Read a user',
    description: 'A user outside your institution or sub-tenant is not found.',
  },
  activate: {
    id: 'SetUserActivation',
    basis: 'given',
    changesAccess: true,
    summary: 'Activate or deactivate a user',
    description:
      'Deactivation ends all sessions at once, on every gateway. Users cannot deactivate themselves, and the last administrator stays active: 409. ' +
      'Activation invites a user who has not chosen a password yet.',
    flagDescription: 'Whether the user may sign in',
    example: {
      name: 'deactivated',
      summary: 'The user may not sign in',
      change: { isActive: false, status: 'INACTIVE' },
    },
    async run(ask, id, isActive) {
      const record = await ask.services.users.setActive(ask, id, isActive)
      ask.services.mailSender.wake()
      return record
    },
  },
})

export const USER_OPERATIONS: readonly OnboardingOperation[] = [
  ...users.slice(0, 1),
  updateUser,
  ...users.slice(1),
  inviteUser,
  unlockUser,
  resetUserMfa,
  confirmMail,
]
