// The refusals of reconciliations.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const reconciliationProblem = domainProblems('reconciliations', {
  'reconciliation-not-found': 'not-found',
  'reconciliation-changed': 'conflict',
  'institution-not-found': 'not-found',
  'not-for-sub-tenants': 'forbidden',
  'at-work': 'conflict',
  'has-a-file': 'conflict',
  'file-too-large': 'too-large',
})

export type ReconciliationReason = ReasonOf<typeof reconciliationProblem>
