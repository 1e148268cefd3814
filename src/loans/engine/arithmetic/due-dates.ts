// How many rows a term has, and when they fall due.

import type { Term, Terms } from '../terms.ts'
import { addPeriods, dayOfMonth, type Period, periodOf } from './calendar-days.ts'

/** The most rows that a product can allow: a term of 40 years has 2,080 weekly ones. */
export const MOST_ROWS = 2100

/** A period of fewer days makes rows that are shorter than a week. */
const WEEK_DAYS = 7

export function isShorterThanWeek(period: Period): boolean {
  return 'days' in period && period.days < WEEK_DAYS
}

/** n = term / period; undefined when the term is not a whole number of periods. */
export function numberOfRows(term: Term, terms: Pick<Terms, 'repaymentEvery' | 'repaymentUnit'>): number | undefined {
  const whole = periodOf(term.count, term.unit)
  const period = periodOf(terms.repaymentEvery, terms.repaymentUnit)
  const rows = quotient(whole, period)
  return rows !== undefined && Number.isInteger(rows) && rows >= 1 ? rows : undefined
}

function quotient(whole: Period, part: Period): number | undefined {
  if ('days' in whole && 'days' in part) return whole.days / part.days
  if ('months' in whole && 'months' in part) return whole.months / part.months
  return undefined
}

/** Due dates count from their anchor, so that they do not drift after a short month; weekends do not move them. */
export interface DueDates {
  /** The due date with this number is `anchor`. */
  anchorNumber: number
  anchor: number
  anchorDay: number
}

/** The first row is due on firstDueDate, or one period after the disbursement. */
export function firstDueDates(disbursement: number, firstDue: number | undefined): DueDates {
  if (firstDue === undefined) return { anchorNumber: 0, anchor: disbursement, anchorDay: dayOfMonth(disbursement) }
  return { anchorNumber: 1, anchor: firstDue, anchorDay: dayOfMonth(firstDue) }
}

export function dueDate(dates: DueDates, period: Period, number: number): number {
  return addPeriods(dates.anchor, period, number - dates.anchorNumber, dates.anchorDay)
}
