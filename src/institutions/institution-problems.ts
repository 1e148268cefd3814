// The refusals of the administration of institutions, partners and clients.

import { domainProblems, type ReasonOf } from '../kernel/domain-problems.ts'

export const institutionProblem = domainProblems('institutions', {
  'institution-not-found': 'not-found',
  'partner-not-found': 'not-found',
  'partner-changed': 'conflict',
  'partner-in-use': 'conflict',
  'partner-id-taken': 'conflict',
  'client-not-found': 'not-found',
  'client-id-taken': 'conflict',
})

export type InstitutionReason = ReasonOf<typeof institutionProblem>
