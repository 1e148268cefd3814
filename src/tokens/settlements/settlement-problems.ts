// The refusals of settlements between digital institutions.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const settlementProblem = domainProblems('settlements', {
  'settlement-not-found': 'not-found',
  'institution-not-found': 'not-found',
  'platform-only': 'forbidden',
  'reference-taken': 'conflict',
  'exceeds-debt': 'conflict',
  'never-changed': 'conflict',
  'already-reversed': 'conflict',
  'not-reversible': 'conflict',
})

export type SettlementReason = ReasonOf<typeof settlementProblem>
