// Passwords and the links by which they are set.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { forgotPassword } from './forgot-password.ts'
import { setPassword } from './set-password.ts'
import { verifyInviteUrl } from './verify-invite-url.ts'

export const PASSWORD_OPERATIONS: readonly OnboardingOperation[] = [setPassword, forgotPassword, verifyInviteUrl]
