// The refusals of exceptions and their resolution.

import { domainProblems, type ReasonOf } from '../kernel/domain-problems.ts'

export const exceptionProblem = domainProblems('exceptions', {
  'exception-not-found': 'not-found',
  'already-resolved': 'conflict',
  'action-not-possible': 'conflict',
  'original-unfit': 'conflict',
  'not-funded': 'conflict',
})

export type ExceptionReason = ReasonOf<typeof exceptionProblem>
