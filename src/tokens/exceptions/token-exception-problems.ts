// The refusals of actions on exceptions of tokens.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const tokenExceptionProblem = domainProblems('token-exceptions', {
  'exception-not-found': 'not-found',
  'already-resolved': 'conflict',
  'action-not-possible': 'conflict',
  'payment-under-way': 'conflict',
  'account-refused': 'conflict',
})

export type TokenExceptionReason = ReasonOf<typeof tokenExceptionProblem>
