// The operations on users.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseUsers } from './browse-users.ts'
import { createUser } from './create-user.ts'
import { getUser } from './get-user.ts'
import { inviteUser } from './invite-user.ts'
import { listUsers } from './list-users.ts'
import { resetUserMfa } from './reset-user-mfa.ts'
import { setUserActivation } from './set-user-activation.ts'
import { unlockUser } from './unlock-user.ts'
import { updateUser } from './update-user.ts'

export const USER_OPERATIONS: readonly OnboardingOperation[] = [
  createUser,
  updateUser,
  listUsers,
  browseUsers,
  getUser,
  setUserActivation,
  inviteUser,
  unlockUser,
  resetUserMfa,
]
