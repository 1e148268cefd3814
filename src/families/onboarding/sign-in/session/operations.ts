// Signing in and out, and who one is.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { endMySession } from './end-my-session.ts'
import { getCurrentUser } from './get-current-user.ts'
import { getKeys } from './get-keys.ts'
import { getUserInfo } from './get-user-info.ts'
import { listMySessions } from './list-my-sessions.ts'
import { loginUser } from './login-user.ts'
import { logout } from './logout.ts'
import { refreshToken } from './refresh-token.ts'

export const SESSION_OPERATIONS: readonly OnboardingOperation[] = [
  loginUser,
  logout,
  refreshToken,
  getKeys,
  getCurrentUser,
  getUserInfo,
  listMySessions,
  endMySession,
]
