// The refusals of cash of terminals.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const cashProblem = domainProblems('cash', {
  'terminal-not-found': 'not-found',
  'terminal-state': 'conflict',
  'reference-taken': 'conflict',
  'time-unfit': 'conflict',
  'cash-left': 'conflict',
  'already-resolved': 'conflict',
  'action-not-possible': 'conflict',
  'correction-unfit': 'conflict',
})

export type CashReason = ReasonOf<typeof cashProblem>
