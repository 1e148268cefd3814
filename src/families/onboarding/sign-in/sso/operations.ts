// Single sign-on.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { issueToken } from './issue-token.ts'
import { startSingleSignOn } from './start-single-sign-on.ts'

export const SSO_OPERATIONS: readonly OnboardingOperation[] = [startSingleSignOn, issueToken]
