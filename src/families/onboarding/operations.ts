// Every operation of onboarding, area by area: what the server mounts and the OpenAPI document lists.

import { AUDIT_OPERATIONS } from './audit/operations.ts'
import { ERROR_CODE_OPERATIONS } from './error-codes/operations.ts'
import { HEALTH_OPERATIONS } from './health/operations.ts'
import { MFA_OPERATIONS } from './mfa/operations.ts'
import { MODULE_OPERATIONS } from './modules/operations.ts'
import type { OnboardingOperation } from './onboarding-operation.ts'
import { OTP_OPERATIONS } from './otp/operations.ts'
import { PARTNER_OPERATIONS } from './partners/operations.ts'
import { PASSWORD_OPERATIONS } from './passwords/operations.ts'
import { ROLE_OPERATIONS } from './roles/operations.ts'
import { SESSION_OPERATIONS } from './session/operations.ts'
import { SSO_OPERATIONS } from './sso/operations.ts'
import { USER_OPERATIONS } from './users/operations.ts'

export const ONBOARDING_OPERATIONS: readonly OnboardingOperation[] = [
  ...SESSION_OPERATIONS,
  ...MFA_OPERATIONS,
  ...OTP_OPERATIONS,
  ...PASSWORD_OPERATIONS,
  ...SSO_OPERATIONS,
  ...USER_OPERATIONS,
  ...ROLE_OPERATIONS,
  ...MODULE_OPERATIONS,
  ...PARTNER_OPERATIONS,
  ...ERROR_CODE_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...HEALTH_OPERATIONS,
]
