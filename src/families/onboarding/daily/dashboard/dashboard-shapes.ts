// The dashboard on the wire: the query that its operations share, figures, and an example of each.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { identifier } from '../../../../edge/resource/record-shapes.ts'
import {
  type DashboardRequest,
  GRANULARITIES,
  MAX_DAYS,
  MAX_DAYS_BY_HOUR,
} from '../../../../oversight/dashboard/dashboard-range.ts'
import type { CurrencyAmount, Volume } from '../../../../oversight/dashboard/figures.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { calendarDate, compactDate } from '../business-dates.ts'

export const dashboardQuery = Type.Object({
  from: Type.Optional(chosen(calendarDate('The first business date; today when left out'))),
  to: Type.Optional(
    chosen(
      calendarDate(
        `The last business date; today when left out. At most ${MAX_DAYS} days, ${MAX_DAYS_BY_HOUR} by hour`,
      ),
    ),
  ),
  institutionId: Type.Optional(chosen(identifier('One institution; all that the caller sees when left out'))),
  granularity: Type.Optional(
    chosen(
      Type.Enum([...GRANULARITIES], {
        description: 'The width of a bucket: a business date, or an hour in UTC',
        default: 'day',
        expected: 'must be hour or day',
      }),
    ),
  ),
})

export function requestOf({ from, to, institutionId, granularity = 'day' }: Static<typeof dashboardQuery>) {
  const request: DashboardRequest = {
    ...(from !== undefined && { from: compactDate(from) }),
    ...(to !== undefined && { to: compactDate(to) }),
    institutionId,
    granularity,
  }
  return request
}

const count = (description: string) => chosen(Type.Integer({ description }))
const milliseconds = (description: string) => chosen(Type.Union([Type.Number(), Type.Null()], { description }))

export const countFields = {
  totalTransactions: count('All transactions, reversals included; inquiries are none'),
  approved: count('Approved, without reversals'),
  declined: count('Declined, without reversals'),
  approvalRate: chosen(
    Type.Union([Type.Number(), Type.Null()], {
      description: 'approved / (approved + declined), from 0 to 1; null when there were none',
    }),
  ),
  reversals: count('Reversals, whatever came of them'),
}

export const amountByCurrency = chosen(
  Type.Array(
    Type.Object(
      {
        currencyCode: chosen(Type.String({ description: 'ISO 4217' })),
        amount: chosen(Type.Number({ description: 'Sum of the approved transactions' })),
        reversedAmount: chosen(Type.Number({ description: 'What was taken back of them since' })),
      },
      { component: 'DashboardAmount' },
    ),
  ),
)

export const percentileFields = {
  p50Ms: milliseconds('Half of the transactions were answered within this time; to 5 %'),
  p95Ms: milliseconds('95 % were'),
  p99Ms: milliseconds('99 % were'),
}

export const bucket = chosen(
  Type.String({ description: 'A business date `YYYY-MM-DD`, or the beginning of an hour in UTC' }),
)

/** A volume with its amounts in major units. */
export function shownVolume<T extends Volume>({ amountByCurrency: amounts, ...volume }: T) {
  return { ...volume, amountByCurrency: amounts.map(shownAmount) }
}

function shownAmount({ currencyCode, amountMinor, reversedMinor }: CurrencyAmount) {
  return {
    currencyCode,
    amount: numberFromMinor(amountMinor, currencyCode),
    reversedAmount: numberFromMinor(reversedMinor, currencyCode),
  }
}

export const COUNTS = { totalTransactions: 1250, approved: 1140, declined: 60, approvalRate: 0.95, reversals: 48 }
export const AMOUNTS = [{ currencyCode: 'USD', amount: 214_500.5, reversedAmount: 1_200 }]
export const PERCENTILES = { p50Ms: 8, p95Ms: 21.45, p99Ms: 46.08 }

/** Said in the description of every operation. */
export const NO_SUB_TENANTS = 'Users of a sub-tenant have no dashboard (403).'
export const FRESHNESS = `The figures are at most five seconds old. ${NO_SUB_TENANTS}`
