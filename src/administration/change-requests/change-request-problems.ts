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
  /** Needs two people in an emergency too. */
  'never-urgent': 'conflict',
  'no-emergency-right': 'forbidden',
  /** Only the user who asked for a change carries it out in an emergency. */
  'not-own-emergency': 'conflict',
  'not-to-review': 'conflict',
  'cannot-review': 'forbidden',
  'own-emergency': 'forbidden',
})

export type ChangeRequestReason = ReasonOf<typeof changeRequestProblem>
