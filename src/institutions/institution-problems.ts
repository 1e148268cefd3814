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

  'connection-not-found': 'not-found',
  'connection-changed': 'conflict',
  'connection-active': 'conflict',
  'connection-read-only': 'conflict',
  'connection-not-tested': 'conflict',
  'connection-not-active': 'conflict',
  'connection-elsewhere': 'conflict',
  'connection-tests-exceeded': 'rate-limited',
  'account-type-not-found': 'not-found',
  'account-type-changed': 'conflict',
  'account-type-in-use': 'conflict',
  'account-type-code-taken': 'conflict',
  'capability-not-found': 'not-found',
  'capability-changed': 'conflict',
  'capability-in-use': 'conflict',
  'capability-code-taken': 'conflict',
  'capability-of-platform': 'conflict',
  'capabilities-of-all': 'forbidden',
})

export type InstitutionReason = ReasonOf<typeof institutionProblem>
