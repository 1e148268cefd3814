// The refusals of the dashboard.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const dashboardProblem = domainProblems('dashboard', {
  'institution-not-found': 'not-found',
  'not-for-sub-tenants': 'forbidden',
})

export type DashboardReason = ReasonOf<typeof dashboardProblem>
