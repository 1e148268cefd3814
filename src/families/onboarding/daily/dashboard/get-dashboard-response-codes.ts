// How often each response code was answered.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { dashboardQuery, FRESHNESS, requestOf } from './dashboard-shapes.ts'

const codeCount = Type.Object(
  {
    responseCode: chosen(Type.String({ description: 'As family A answered it' })),
    count: chosen(Type.Integer({ description: 'Transactions, reversals included' })),
  },
  { component: 'DashboardResponseCode' },
)

export const getDashboardResponseCodes = onboardingOperation({
  id: 'GetDashboardResponseCodes',
  route: 'GET /dashboard/response-codes',
  access: may('DASHBOARD', 'VIEW'),
  basis: 'chosen',
  tag: 'Dashboard',
  summary: 'Count the response codes',
  description: `The most frequent first. ${FRESHNESS}`,
  query: dashboardQuery,
  reply: Type.Array(codeCount),
  replyExamples: [
    {
      name: 'codes',
      summary: 'Two codes',
      value: [
        { responseCode: '000', count: 1188 },
        { responseCode: '116', count: 62 },
      ],
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.dashboard.responseCodes(ask.principal.scope, requestOf(ask.query)))
  },
})
