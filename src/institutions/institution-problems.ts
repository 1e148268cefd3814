// What the administration of institutions, billers, partners and clients can refuse.

import { domainProblems, type ReasonOf } from '../kernel/domain-problems.ts'

export const institutionProblem = domainProblems('institutions', {
  'institution-not-found': 'not-found',
  'institution-changed': 'conflict',
  'institution-id-taken': 'conflict',
  'institution-bin-taken': 'conflict',
  'institution-in-use': 'conflict',
  'institution-wrong-state': 'conflict',
  'institution-not-ready': 'conflict',
  'institution-date-set-back': 'conflict',
  'institution-own-work': 'forbidden',
  'branch-in-use': 'conflict',
  'platform-only': 'forbidden',

  'biller-not-found': 'not-found',
  'biller-changed': 'conflict',
  'biller-in-use': 'conflict',
  'biller-id-taken': 'conflict',

  'partner-not-found': 'not-found',
  'partner-changed': 'conflict',
  'partner-in-use': 'conflict',
  'partner-id-taken': 'conflict',
  'client-not-found': 'not-found',
  'client-id-taken': 'conflict',

  'sub-tenant-not-found': 'not-found',
  'terminal-not-found': 'not-found',
  'terminal-changed': 'conflict',
  'terminal-in-use': 'conflict',
  'terminal-id-taken': 'conflict',
  'terminal-state': 'conflict',
  'terminal-key-not-found': 'not-found',
  'terminal-key-changed': 'conflict',
  'terminal-key-state': 'conflict',
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
