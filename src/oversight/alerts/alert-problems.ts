// What alert rules can refuse.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const alertProblem = domainProblems('alerts', {
  'rule-not-found': 'not-found',
  'rule-changed': 'conflict',
  'not-raised': 'conflict',
})

export type AlertReason = ReasonOf<typeof alertProblem>
