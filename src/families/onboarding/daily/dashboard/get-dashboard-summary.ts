// The summary of the dashboard: the figures of a period, of the one before, and counts as of now.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import {
  AMOUNTS,
  amountByCurrency,
  COUNTS,
  countFields,
  dashboardQuery,
  FRESHNESS,
  PERCENTILES,
  percentileFields,
  requestOf,
  shownVolume,
} from './dashboard-shapes.ts'

const figures = { ...countFields, amountByCurrency, ...percentileFields }

const summary = Type.Object(
  {
    ...figures,
    previous: chosen(
      Type.Object(figures, { component: 'DashboardFigures', description: 'The same, of as many days before' }),
    ),
    exceptionsOpen: chosen(Type.Integer({ description: 'Exceptions that wait for a resolution, as of now' })),
    institutionsByStatus: chosen(
      Type.Record(Type.String(), Type.Integer(), { description: 'How many institutions have which status, as of now' }),
    ),
    activeUsers: chosen(Type.Integer({ description: 'Users of status ACTIVE, as of now' })),
    terminalsActive: chosen(Type.Integer({ description: 'Terminals of status ACTIVE, as of now' })),
  },
  { component: 'DashboardSummary' },
)

const FIGURES = { ...COUNTS, amountByCurrency: AMOUNTS, ...PERCENTILES }

export const getDashboardSummary = onboardingOperation({
  id: 'GetDashboardSummary',
  route: 'GET /dashboard/summary',
  access: may('DASHBOARD', 'VIEW'),
  basis: 'chosen',
  tag: 'Dashboard',
  summary: 'Sum up a period',
  description: `By business dates, both included. ${FRESHNESS}`,
  query: dashboardQuery,
  reply: summary,
  replyExamples: [
    {
      name: 'summary',
      summary: 'A day',
      value: {
        ...FIGURES,
        previous: FIGURES,
        exceptionsOpen: 2,
        institutionsByStatus: {
          DRAFT: 1,
          SUBMITTED: 0,
          APPROVED: 0,
          REJECTED: 0,
          ACTIVE: 3,
          SUSPENDED: 1,
          TERMINATED: 0,
        },
        activeUsers: 14,
        terminalsActive: 31,
      },
    },
  ],
  async handle(ask) {
    const { previous, ...current } = await ask.services.dashboard.summary(ask.principal.scope, requestOf(ask.query))
    return envelope(ask, { ...shownVolume(current), previous: shownVolume(previous) })
  },
})
