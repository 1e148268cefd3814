// The operations on rules.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { evaluateRule } from './evaluate-rule.ts'
import { getRule } from './get-rule.ts'
import { listRules } from './list-rules.ts'

export const RULE_OPERATIONS: readonly OnboardingOperation[] = [listRules, getRule, evaluateRule]
