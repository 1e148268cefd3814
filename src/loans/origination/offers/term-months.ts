// The length of a term in months, so that terms in different units compare: a year has 12 months and 365 days.

import type { Term, TermUnit } from '../../engine/terms.ts'

const MONTHS: Readonly<Record<TermUnit, number>> = { Days: 12 / 365, Weeks: 84 / 365, Months: 1, Years: 12 }

/** With two decimals for terms in days or weeks. */
export function monthsOf({ count, unit }: Term): number {
  return Math.round(count * MONTHS[unit] * 100) / 100
}
