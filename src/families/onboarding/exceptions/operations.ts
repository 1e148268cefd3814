// The operations on exceptions.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseExceptions } from './browse-exceptions.ts'
import { listExceptions } from './list-exceptions.ts'
import { resolveException } from './resolve-exception.ts'

export const EXCEPTION_OPERATIONS: readonly OnboardingOperation[] = [browseExceptions, listExceptions, resolveException]
