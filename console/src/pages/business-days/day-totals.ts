// Sums of the totals of a business day.

import type { onboarding } from '@tillgate/sdk'

export type BusinessDay = onboarding.BusinessDay
export type TerminalTotals = BusinessDay['totals'][number]

export const KINDS = ['withdrawals', 'deposits', 'fees', 'reversals'] as const

export type CurrencySum = Pick<TerminalTotals, 'currencyCode' | (typeof KINDS)[number]>

/** Amounts have at most three decimals; without rounding, adding them up would show more. */
const PLACES = 1000

/** By currency, in its order in the alphabet. */
export function sumsByCurrency(totals: readonly TerminalTotals[]): CurrencySum[] {
  const currencies = [...new Set(totals.map(({ currencyCode }) => currencyCode))].sort()
  return currencies.map((currencyCode) => {
    const ofCurrency = totals.filter((one) => one.currencyCode === currencyCode)
    const sum = (kind: (typeof KINDS)[number]) => ({
      count: ofCurrency.reduce((count, one) => count + one[kind].count, 0),
      amount: ofCurrency.reduce((amount, one) => amount + Math.round(one[kind].amount * PLACES), 0) / PLACES,
    })
    return {
      currencyCode,
      withdrawals: sum('withdrawals'),
      deposits: sum('deposits'),
      fees: sum('fees'),
      reversals: sum('reversals'),
    }
  })
}
