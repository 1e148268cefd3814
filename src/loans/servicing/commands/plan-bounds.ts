// Bounds on what a restructure or an arrangement asks for, so that a plan stays one that people and machines can handle.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { addMonths, dayOfMonth, periodOf, toDate, toDay } from '../../engine/arithmetic/calendar-days.ts'
import { isShorterThanWeek, MOST_ROWS } from '../../engine/arithmetic/due-dates.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import type { LoanPolicy, TermUnit } from '../../engine/terms.ts'
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

/** What adds rows to a plan, or replaces some. */
export interface AddedRows {
  readonly added: number
  /** Rows due after this date are replaced. */
  readonly replacedAfter?: string
  /** The field that the refusal names. */
  readonly field: string
}

/** Refusal `terms-invalid`: more rows than the loan's plan may have. All rows count, down payments do not. */
export function rowsFault(
  { added, replacedAfter, field }: AddedRows,
  { instalments }: LoanPosition,
  { maxInstalments = MOST_ROWS }: LoanPolicy,
): Problem | undefined {
  if (added === 0) return undefined
  const kept = instalments.filter(
    ({ from, dueDate }) => from !== dueDate && (replacedAfter === undefined || dueDate <= replacedAfter),
  )
  if (kept.length + added <= maxInstalments) return undefined
  return refused(field, `must not give more than ${maxInstalments} instalments`)
}

/** Refusal `terms-invalid`: rows shorter than a week where the product does not have them. */
export function dailyFault(
  frequency: { readonly every: number; readonly unit: TermUnit } | undefined,
  { dailyRows = true }: LoanPolicy,
): Problem | undefined {
  if (dailyRows || frequency === undefined) return undefined
  if (!isShorterThanWeek(periodOf(frequency.every, frequency.unit))) return undefined
  return refused('frequency', 'must not be shorter than a week')
}

/** Refusal `terms-invalid`: rows that reach further than a hundred years. */
export function lengthFault(rows: number, every: number, unit: TermUnit, field: string): Problem | undefined {
  if (rows * every * DAYS[unit] <= MOST_YEARS * DAYS.Years) return undefined
  return refused(field, `must not reach further than ${MOST_YEARS} years`)
}

function refused(field: string, message: string): Problem {
  return loanProblem('terms-invalid', `${field} ${message}`, { details: [{ path: field, message }] })
}
