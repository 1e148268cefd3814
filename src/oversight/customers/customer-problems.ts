// The refusals of the administration of accounts and cards.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const customerProblem = domainProblems('customers', {
  'account-not-found': 'not-found',
  'account-changed': 'conflict',
  'account-id-taken': 'conflict',
  'account-wrong-state': 'conflict',
  'account-in-use': 'conflict',
  'account-overdrawn': 'conflict',
  'account-of-loan': 'conflict',
  'card-not-found': 'not-found',
  'card-changed': 'conflict',
  'card-known': 'conflict',
  'card-wrong-state': 'conflict',
  'institution-not-found': 'not-found',
  'customer-not-found': 'not-found',
})

export type CustomerReason = ReasonOf<typeof customerProblem>
