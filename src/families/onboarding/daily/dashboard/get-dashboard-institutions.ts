// The counts of each institution that the caller sees.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { identifier } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { COUNTS, countFields, dashboardQuery, FRESHNESS, requestOf } from './dashboard-shapes.ts'

const institution = Type.Object(
  { institutionId: chosen(identifier('The institution')), ...countFields },
  { component: 'DashboardInstitution' },
)

export const getDashboardInstitutions = onboardingOperation({
  id: 'GetDashboardInstitutions',
  route: 'GET /dashboard/institutions',
  access: may('DASHBOARD', 'VIEW'),
  basis: 'chosen',
  tag: 'Dashboard',
  summary: 'Compare institutions',
  description: `By id, those without transactions included. ${FRESHNESS}`,
  query: dashboardQuery,
  reply: Type.Array(institution),
  replyExamples: [{ name: 'institutions', summary: 'One institution', value: [{ institutionId: 'FI001', ...COUNTS }] }],
  async handle(ask) {
    return envelope(ask, await ask.services.dashboard.institutions(ask.principal.scope, requestOf(ask.query)))
  },
})
