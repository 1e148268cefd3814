// The operations on one-time passwords by mail.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { generateOtp } from './generate-otp.ts'
import { validateOtp } from './validate-otp.ts'

export const OTP_OPERATIONS: readonly OnboardingOperation[] = [generateOtp, validateOtp]
