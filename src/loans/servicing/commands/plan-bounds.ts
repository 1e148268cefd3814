// Bounds on what a restructure or an arrangement asks for, so that a plan stays one that people and machines can handle.

import type { Problem } from '../../../kernel/problem.ts'
import { addMonths, dayOfMonth, toDate, toDay } from '../../engine/arithmetic/calendar-days.ts'
import { MOST_ROWS } from '../../engine/arithmetic/due-dates.ts'
import type { LoanPosition } from '../../engine/loan-position.ts'
import type { TermUnit } from '../../engine/terms.ts'
import { loanProblem } from '../../loan-problems.ts'

const MOST_YEARS_AHEAD = 10
const MOST_YEARS = 100
const DAYS: Readonly<Record<TermUnit, number>> = { Days: 1, Weeks: 7, Months: 31, Years: 366 }

/** Refusal `terms-invalid`: a date more than ten years ahead. */
export function farFault(date: string | undefined, { asOf }: LoanPosition, field: string): Problem | undefined {
  const today = toDay(asOf)
  if (date === undefined || date <= toDate(addMonths(today, MOST_YEARS_AHEAD * 12, dayOfMonth(today)))) return undefined
  return refused(field, `must not be more than ${MOST_YEARS_AHEAD} years ahead`)
}

/** Refusal `terms-invalid`: more rows than a plan may have. */
export function rowsFault(added: number, { instalments }: LoanPosition, field: string): Problem | undefined {
  if (instalments.length + added <= MOST_ROWS) return undefined
  return refused(field, `must not give more than ${MOST_ROWS} instalments`)
}

/** Refusal `terms-invalid`: rows that reach further than a hundred years. */
export function lengthFault(rows: number, every: number, unit: TermUnit, field: string): Problem | undefined {
  if (rows * every * DAYS[unit] <= MOST_YEARS * DAYS.Years) return undefined
  return refused(field, `must not reach further than ${MOST_YEARS} years`)
}

function refused(field: string, message: string): Problem {
  return loanProblem('terms-invalid', `${field} ${message}`, { details: [{ path: field, message }] })
}
