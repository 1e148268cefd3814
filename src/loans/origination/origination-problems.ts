// What origination refuses.

import { domainProblems, type ReasonOf } from '../../kernel/domain-problems.ts'

export const originationProblem = domainProblems('origination', {
  'application-not-found': 'not-found',
  'offer-not-found': 'not-found',
  // An event that the states do not list, and that no reason below names.
  'invalid-state': 'conflict',
  'application-closed': 'conflict',
  'already-decided': 'conflict',
  'risk-signals-missing': 'conflict',
  'not-approved': 'conflict',
  'decision-expired': 'conflict',
  'offer-expired': 'conflict',
  'offer-not-open': 'conflict',
  'sibling-accepted': 'conflict',
  'offer-not-accepted': 'conflict',
  'loan-exists-for-offer': 'conflict',
  'reason-required': 'unprocessable',
  'approved-amount-exceeds-request': 'unprocessable',
  'amount-exceeds-approved': 'unprocessable',
  'fee-cap-exceeded': 'unprocessable',
  'terms-invalid': 'unprocessable',
  'history-full': 'unprocessable',
  // The decision table cannot be asked: nothing is recorded.
  'rules-unavailable': 'unavailable',
})

export type OriginationReason = ReasonOf<typeof originationProblem>
