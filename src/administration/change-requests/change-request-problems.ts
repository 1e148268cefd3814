// What change requests refuse.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const changeRequestProblem = domainProblems('change-requests', {
  'not-found': 'not-found',
  /** The record has a pending one already. */
  pending: 'conflict',
  ended: 'conflict',
  /** The record is not as it was when the change was requested. */
  changed: 'conflict',
  'maker-cannot': 'conflict',
  'own-request': 'forbidden',
  'not-own-request': 'forbidden',
  'cannot-approve': 'forbidden',
  'too-many': 'rate-limited',
})

export type ChangeRequestReason = ReasonOf<typeof changeRequestProblem>
