// Regulation Z, Appendix J (b)(3) and (b)(4): which interval is the unit period of a transaction.

import { type CalendarDate, isMonthEnd, monthsAndDays, seriesDayOf } from './calendar-intervals.ts'
import type { CashFlow, CashFlows } from './cash-flows.ts'

export const YEAR_MONTHS = 12
const YEAR_WEEKS = 52
export const YEAR_DAYS = 365
export const MONTH_DAYS = 30
export const SEMIMONTH_DAYS = 15
const WEEK_DAYS = 7
/** A semimonth runs from the 1st to the 16th, the 2nd to the 17th …, or from the 15th to the last day. */
const SEMIMONTH_SHIFT = 15

/**
 * A standard interval, or a number of days that is none: instalments every 10 days have a common period too.
 * TERM is the term of a loan that is paid back at once within a year.
 */
export interface UnitPeriod {
  unit: 'MONTH' | 'SEMIMONTH' | 'WEEK' | 'DAY' | 'TERM'
  count: number
}

const YEAR: UnitPeriod = { unit: 'MONTH', count: YEAR_MONTHS }

export function lengthInDays({ unit, count }: UnitPeriod): number {
  if (unit === 'MONTH') return count === YEAR_MONTHS ? YEAR_DAYS : MONTH_DAYS * count
  if (unit === 'SEMIMONTH') return SEMIMONTH_DAYS
  return unit === 'WEEK' ? WEEK_DAYS * count : count
}

/**
 * (b)(4)(i): the period that occurs most often, of at most a year; if none occurs twice, the average of all, rounded to a
 * standard interval.
 */
export function unitPeriodOf(flows: CashFlows): UnitPeriod {
  const periods = allPeriods(flows)
  const common = commonPeriod(periods)
  if (common === undefined) return averagePeriod(periods)
  return lengthInDays(common) <= YEAR_DAYS ? common : YEAR
}

/** The unit of the intervals between instalments: that of the most common one, else weeks if all are, else months. */
export function intervalUnitOf(flows: CashFlows): UnitPeriod['unit'] {
  const periods = allPeriods(flows)
  return commonPeriod(periods)?.unit ?? (areWholeWeeks(periods) ? 'WEEK' : 'MONTH')
}

function allPeriods({ payments, advances, start }: CashFlows): Period[] {
  return [...periodsOf(payments, start), ...periodsOf(advances, start)]
}

/** The most frequent of those that occur more than once; of equally frequent ones the shortest. */
function commonPeriod(periods: readonly Period[]): UnitPeriod | undefined {
  const common = countPeriods(periods).filter(({ times }) => times > 1)
  common.sort((a, b) => b.times - a.times || lengthInDays(a.period) - lengthInDays(b.period))
  return common[0]?.period
}

/** Everything that one period can be called: 1 February to 1 March is a month, 4 weeks and 28 days. */
interface Period {
  days: number
  monthDays: number
  names: readonly UnitPeriod[]
}

/** (b)(3)(i): the intervals between the dates of a series, and from the start of the transaction to its first date. */
function periodsOf(series: readonly CashFlow[], start: CalendarDate): Period[] {
  const seriesDay = seriesDayOf(
    series.map(({ date }) => date),
    start,
  )
  let from = start
  const periods: Period[] = []
  for (const { date } of series) {
    if (date.number > from.number) periods.push(periodBetween(from, date, seriesDay))
    from = date
  }
  return periods
}

function periodBetween(from: CalendarDate, to: CalendarDate, seriesDay: number): Period {
  const days = to.number - from.number
  const apart = monthsAndDays(from, to, seriesDay)
  // The most regular name first: it is preferred among names of equal frequency.
  const names: UnitPeriod[] = []
  if (apart.days === 0) names.push({ unit: 'MONTH', count: apart.months })
  if (isSemimonth(from, to, days)) names.push({ unit: 'SEMIMONTH', count: 1 })
  if (days % WEEK_DAYS === 0) names.push({ unit: 'WEEK', count: days / WEEK_DAYS })
  names.push({ unit: 'DAY', count: days })
  return { days, monthDays: MONTH_DAYS * apart.months + apart.days, names }
}

function isSemimonth(from: CalendarDate, to: CalendarDate, days: number): boolean {
  if (days < SEMIMONTH_SHIFT - 2 || days > SEMIMONTH_SHIFT + 1) return false
  const sameMonth = from.month === to.month
  if (sameMonth) return to.day - from.day === SEMIMONTH_SHIFT || (from.day === SEMIMONTH_SHIFT && isMonthEnd(to))
  return from.day - to.day === SEMIMONTH_SHIFT || (isMonthEnd(from) && to.day === SEMIMONTH_SHIFT)
}

/** Gives each period one name, the one that most of them share, and counts them. */
function countPeriods(periods: readonly Period[]): { period: UnitPeriod; times: number }[] {
  const counted: { period: UnitPeriod; times: number }[] = []
  let unnamed = periods
  while (unnamed.length > 0) {
    const times = new Map<string, { period: UnitPeriod; times: number; rank: number }>()
    for (const { names } of unnamed) {
      for (const [rank, period] of names.entries()) {
        const key = keyOf(period)
        const known = times.get(key)
        if (known) known.times += 1
        else times.set(key, { period, times: 1, rank: names.length - rank })
      }
    }
    const [best] = [...times.values()].sort((a, b) => b.times - a.times || b.rank - a.rank)
    if (best === undefined) break
    counted.push(best)
    const key = keyOf(best.period)
    unnamed = unnamed.filter(({ names }) => !names.some((name) => keyOf(name) === key))
  }
  return counted
}

function keyOf({ unit, count }: UnitPeriod): string {
  return `${count} ${unit}`
}

/**
 * (b)(4)(i)(B): the average rounded to the nearest standard interval, the lower of two equally near. Whole months are
 * averaged in months and whole weeks in weeks; other periods in days, against every standard interval.
 */
function averagePeriod(periods: readonly Period[]): UnitPeriod {
  const months = standardIntervals('MONTH', YEAR_MONTHS)
  const weeks = standardIntervals('WEEK', YEAR_WEEKS)
  if (periods.every(({ names }) => names[0]?.unit === 'MONTH')) {
    return nearest(months, average(periods.map(({ monthDays }) => monthDays)), MONTH_DAYS)
  }
  const days = average(periods.map((period) => period.days))
  if (areWholeWeeks(periods)) return nearest(weeks, days, WEEK_DAYS)
  return nearest([{ unit: 'DAY', count: 1 }, { unit: 'SEMIMONTH', count: 1 }, ...months, ...weeks], days)
}

function areWholeWeeks(periods: readonly Period[]): boolean {
  return periods.every(({ days }) => days % WEEK_DAYS === 0)
}

function standardIntervals(unit: 'MONTH' | 'WEEK', upTo: number): UnitPeriod[] {
  return Array.from({ length: upTo }, (_, index) => ({ unit, count: index + 1 }))
}

function average(days: readonly number[]): { sum: number; of: number } {
  return { sum: days.reduce((sum, one) => sum + one, 0), of: days.length }
}

/** Compares distances times the number of periods, which are whole numbers. */
function nearest(
  intervals: readonly UnitPeriod[],
  { sum, of }: { sum: number; of: number },
  each?: number,
): UnitPeriod {
  const measured = intervals.map((interval) => {
    const length = each === undefined ? lengthInDays(interval) : each * interval.count
    return { interval, length, distance: Math.abs(sum - length * of) }
  })
  measured.sort((a, b) => a.distance - b.distance || a.length - b.length)
  return measured[0]?.interval ?? YEAR
}
