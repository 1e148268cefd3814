// The operations of the dashboard.

import type { OnboardingOperation } from '../../onboarding-operation.ts'
import { getDashboardInstitutions } from './get-dashboard-institutions.ts'
import { getDashboardLatency } from './get-dashboard-latency.ts'
import { getDashboardLending } from './get-dashboard-lending.ts'
import { getDashboardResponseCodes } from './get-dashboard-response-codes.ts'
import { getDashboardSummary } from './get-dashboard-summary.ts'
import { getDashboardTokens } from './get-dashboard-tokens.ts'
import { getDashboardVolume } from './get-dashboard-volume.ts'

export const DASHBOARD_OPERATIONS: readonly OnboardingOperation[] = [
  getDashboardSummary,
  getDashboardVolume,
  getDashboardResponseCodes,
  getDashboardLatency,
  getDashboardInstitutions,
  getDashboardLending,
  getDashboardTokens,
]
