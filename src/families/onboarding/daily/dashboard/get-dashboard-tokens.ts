// Tokens on the dashboard: supply, backing, what is owed and what is open.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { dashboardQuery, NO_SUB_TENANTS, requestOf } from './dashboard-shapes.ts'

const amount = (description: string) => chosen(Type.Number({ description }))

const tokens = Type.Object(
  {
    currencyCode: chosen(Type.String({ description: 'ISO 4217' })),
    supply: amount('Tokens in circulation'),
    backing: amount('Money behind them'),
    owed: amount('Owed by institutions to others'),
    openCount: chosen(Type.Integer({ description: 'Deposits, redemptions and transfers that are under way' })),
    openAmount: amount('Their amounts together'),
  },
  { component: 'DashboardTokens' },
)

export const getDashboardTokens = onboardingOperation({
  id: 'GetDashboardTokens',
  route: 'GET /dashboard/tokens',
  access: may('DIGITAL_MONEY', 'VIEW'),
  basis: 'chosen',
  tag: 'Dashboard',
  summary: 'Sum up tokens',
  description:
    'Per currency, as of now: the dates have no effect. With an institution, of the digital institutions whose tokens are kept ' +
    `in its books. ${NO_SUB_TENANTS}`,
  query: dashboardQuery,
  reply: Type.Array(tokens),
  replyExamples: [
    {
      name: 'tokens',
      summary: 'One currency',
      value: [{ currencyCode: 'USD', supply: 125_000, backing: 125_400, owed: 400, openCount: 3, openAmount: 1_250.5 }],
    },
  ],
  async handle(ask) {
    const figures = await ask.services.dashboard.tokens(ask.principal.scope, requestOf(ask.query))
    return envelope(
      ask,
      figures.map(({ currencyCode, supplyMinor, backingMinor, owedMinor, openCount, openMinor }) => ({
        currencyCode,
        supply: numberFromMinor(supplyMinor, currencyCode),
        backing: numberFromMinor(backingMinor, currencyCode),
        owed: numberFromMinor(owedMinor, currencyCode),
        openCount,
        openAmount: numberFromMinor(openMinor, currencyCode),
      })),
    )
  },
})
