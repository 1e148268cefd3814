// The refusals of exceptions and their resolution.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const exceptionProblem = domainProblems('exceptions', {
  'exception-not-found': 'not-found',
  'already-resolved': 'conflict',
  'action-not-possible': 'conflict',
  'original-unfit': 'conflict',
  'not-funded': 'conflict',
  'waits-already': 'conflict',
  'comments-at-limit': 'conflict',
  'job-not-found': 'not-found',
  'nothing-found': 'conflict',
  'too-many-found': 'conflict',
  'jobs-at-limit': 'rate-limited',
  'job-changed': 'conflict',
})

export type ExceptionReason = ReasonOf<typeof exceptionProblem>
