// The operations on modules.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { getModule } from './get-module.ts'
import { getModules } from './get-modules.ts'

export const MODULE_OPERATIONS: readonly OnboardingOperation[] = [getModules, getModule]
