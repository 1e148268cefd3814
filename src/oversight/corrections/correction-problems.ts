// The refusals of corrections.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const correctionProblem = domainProblems('corrections', {
  'correction-not-found': 'not-found',
  'institution-not-found': 'not-found',
  'account-not-found': 'not-found',
  'transaction-not-found': 'not-found',
  'account-unfit': 'conflict',
  'transaction-unfit': 'conflict',
  'not-funded': 'conflict',
  'limit-exceeded': 'conflict',
  'exceeds-suspense': 'conflict',
  'never-changed': 'conflict',
  'already-reversed': 'conflict',
})

export type CorrectionReason = ReasonOf<typeof correctionProblem>
