// The operations on risk signals and decisions.

import type { LendingOperation } from '../lending-operation.ts'
import { recordDecision } from './record-decision.ts'
import { recordRiskSignals } from './record-risk-signals.ts'

export const DECISION_OPERATIONS: readonly LendingOperation[] = [recordRiskSignals, recordDecision]
