// The operations on the catalogue of error codes.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { getErrorCode } from './get-error-code.ts'
import { listErrorCodes } from './list-error-codes.ts'

export const ERROR_CODE_OPERATIONS: readonly OnboardingOperation[] = [listErrorCodes, getErrorCode]
