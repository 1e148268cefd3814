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

  'sub-tenant-not-found': 'not-found',
  'terminal-not-found': 'not-found',
  'terminal-changed': 'conflict',
  'terminal-in-use': 'conflict',
  'terminal-id-taken': 'conflict',
  'terminal-state': 'conflict',
  'terminal-key-not-found': 'not-found',
  'terminal-key-changed': 'conflict',
  'terminal-key-state': 'conflict',
})

export type InstitutionReason = ReasonOf<typeof institutionProblem>
