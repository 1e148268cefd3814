// How long transactions took, by day or hour.

import { Type } from 'typebox'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { bucket, dashboardQuery, FRESHNESS, PERCENTILES, percentileFields, requestOf } from './dashboard-shapes.ts'

const latency = Type.Object({ bucket, ...percentileFields }, { component: 'DashboardLatency' })

export const getDashboardLatency = onboardingOperation({
  id: 'GetDashboardLatency',
  route: 'GET /dashboard/latency',
  access: may('DASHBOARD', 'VIEW'),
  basis: 'chosen',
  tag: 'Dashboard',
  summary: 'Read the latency by day or hour',
  description: `Oldest first; days and hours without transactions are left out. ${FRESHNESS}`,
  query: dashboardQuery,
  reply: Type.Array(latency),
  replyExamples: [{ name: 'latency', summary: 'One day', value: [{ bucket: '2026-01-15', ...PERCENTILES }] }],
  async handle(ask) {
    return envelope(ask, await ask.services.dashboard.latency(ask.principal.scope, requestOf(ask.query)))
  },
})
