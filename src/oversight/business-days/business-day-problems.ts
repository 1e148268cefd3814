// The refusals of business days, of their files and of what people do to them.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const businessDayProblem = domainProblems('business-days', {
  'institution-not-found': 'not-found',
  'business-day-not-found': 'not-found',
  'business-day-not-closed': 'conflict',
  'business-day-wrong-state': 'conflict',
  'business-day-not-begun': 'conflict',
  'business-day-held': 'conflict',
  'business-day-not-held': 'conflict',
  'business-day-busy': 'conflict',
})

export type BusinessDayReason = ReasonOf<typeof businessDayProblem>
