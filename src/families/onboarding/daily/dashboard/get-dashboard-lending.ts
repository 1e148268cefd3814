// Lending on the dashboard: applications, disbursements, arrears.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { dashboardQuery, NO_SUB_TENANTS, requestOf } from './dashboard-shapes.ts'

const count = (description: string) => chosen(Type.Integer({ description }))

const lending = Type.Object(
  {
    applications: chosen(
      Type.Array(
        Type.Object(
          {
            status: chosen(Type.String({ description: 'As family D shows it today' })),
            count: count('Applications made in the period'),
          },
          { component: 'DashboardApplications' },
        ),
        { description: 'By status, most first. Days are those of the institution’s time zone' },
      ),
    ),
    disbursed: chosen(
      Type.Array(
        Type.Object(
          {
            currencyCode: chosen(Type.String({ description: 'ISO 4217' })),
            count: count('Disbursements of the business dates that were not reversed'),
            amount: chosen(Type.Number({ description: 'What was paid out' })),
          },
          { component: 'DashboardDisbursed' },
        ),
      ),
    ),
    arrears: chosen(
      Type.Array(
        Type.Object(
          {
            bucket: chosen(Type.String({ description: 'Name of the aging bucket' })),
            fromDays: count('Days past due that it begins with'),
            toDays: chosen(Type.Union([Type.Integer(), Type.Null()], { description: 'Its last day; null: no end' })),
            loans: count('Loans in it as of today, not charged off'),
          },
          { component: 'DashboardArrears' },
        ),
        { description: 'Loans past due as of today, by days' },
      ),
    ),
  },
  { component: 'DashboardLending' },
)

export const getDashboardLending = onboardingOperation({
  id: 'GetDashboardLending',
  route: 'GET /dashboard/lending',
  access: may('LOAN_SERVICING', 'VIEW'),
  basis: 'chosen',
  tag: 'Dashboard',
  summary: 'Sum up lending',
  description: `Loans of all partners, in the institutions that the caller sees. ${NO_SUB_TENANTS}`,
  query: dashboardQuery,
  reply: lending,
  replyExamples: [
    {
      name: 'lending',
      summary: 'A month',
      value: {
        applications: [
          { status: 'CONVERTED', count: 41 },
          { status: 'DECLINED', count: 12 },
        ],
        disbursed: [{ currencyCode: 'USD', count: 38, amount: 412_500 }],
        arrears: [
          { bucket: '1-30', fromDays: 1, toDays: 30, loans: 17 },
          { bucket: '90+', fromDays: 91, toDays: null, loans: 2 },
        ],
      },
    },
  ],
  async handle(ask) {
    const figures = await ask.services.dashboard.lending(ask.principal.scope, requestOf(ask.query))
    return envelope(ask, {
      applications: [...figures.applications],
      disbursed: figures.disbursed.map(({ currencyCode, count: made, amountMinor }) => ({
        currencyCode,
        count: made,
        amount: numberFromMinor(amountMinor, currencyCode),
      })),
      arrears: figures.arrears.map(({ toDays, ...one }) => ({ ...one, toDays: toDays ?? null })),
    })
  },
})
