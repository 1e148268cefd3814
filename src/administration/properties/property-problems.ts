// The refusals of the administration of application properties.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const propertyProblem = domainProblems('properties', {
  'not-found': 'not-found',
  'version-not-found': 'not-found',
  'institution-not-found': 'not-found',
  changed: 'conflict',
  taken: 'conflict',
  shared: 'forbidden',
})

export type PropertyReason = ReasonOf<typeof propertyProblem>
