// The second factor.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { countRecoveryCodes } from './count-recovery-codes.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'
import { getMfaStatus } from './get-mfa-status.ts'
import { registerMfa } from './register-mfa.ts'

export const MFA_OPERATIONS: readonly OnboardingOperation[] = [
  getMfaStatus,
  registerMfa,
  createRecoveryCodes,
  countRecoveryCodes,
]
