// The refusals of business days and their files.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const businessDayProblem = domainProblems('business-days', {
  'institution-not-found': 'not-found',
  'business-day-not-found': 'not-found',
  'business-day-not-closed': 'conflict',
})

export type BusinessDayReason = ReasonOf<typeof businessDayProblem>
