// The operations on the health of the platform.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { healthStatus } from './health-status.ts'
import { platformStatus } from './platform-status.ts'

export const HEALTH_OPERATIONS: readonly OnboardingOperation[] = [healthStatus, platformStatus]
