// The volume of each day or hour of a period.

import { Type } from 'typebox'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import {
  AMOUNTS,
  amountByCurrency,
  bucket,
  COUNTS,
  countFields,
  dashboardQuery,
  FRESHNESS,
  requestOf,
  shownVolume,
} from './dashboard-shapes.ts'

const volume = Type.Object({ bucket, ...countFields, amountByCurrency }, { component: 'DashboardVolume' })

export const getDashboardVolume = onboardingOperation({
  id: 'GetDashboardVolume',
  route: 'GET /dashboard/volume',
  access: may('DASHBOARD', 'VIEW'),
  basis: 'chosen',
  tag: 'Dashboard',
  summary: 'Read the volume by day or hour',
  description: `Oldest first; days and hours without transactions are left out. ${FRESHNESS}`,
  query: dashboardQuery,
  reply: Type.Array(volume),
  replyExamples: [
    {
      name: 'volume',
      summary: 'One day',
      value: [{ bucket: '2026-01-15', ...COUNTS, amountByCurrency: AMOUNTS }],
    },
  ],
  async handle(ask) {
    const buckets = await ask.services.dashboard.volume(ask.principal.scope, requestOf(ask.query))
    return envelope(ask, buckets.map(shownVolume))
  },
})
