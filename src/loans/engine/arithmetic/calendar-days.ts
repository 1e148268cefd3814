// Calendar dates as day numbers (days since 1970-01-01), so that a difference of dates is a subtraction.

import type { TermUnit } from '../terms.ts'

const DAY_MS = 86_400_000

export function toDay(date: string): number {
  const year = digitsOf(date, 0, 4)
  const month = digitsOf(date, 5, 7)
  const dayInMonth = digitsOf(date, 8, 10)
  // Every month has 28 days; which others exist, Date knows.
  const isPlain = date.length === 10 && date[4] === '-' && date[7] === '-' && year >= 0
  if (isPlain && month >= 1 && month <= 12 && dayInMonth >= 1 && dayInMonth <= 28)
    return dayNumber(year, month, dayInMonth)
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The number that the characters write; NaN when one of them is no digit. */
function digitsOf(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

export function toDate(day: number): string {
  const known = dates[day]
  if (known !== undefined) return known
  const { year, month, dayOfMonth } = civil(day)
  const date = (year < 1000 ? String(year).padStart(4, '0') : year) + (MONTH_AND_DAY[month * 32 + dayOfMonth] as string)
  if (day >= 0 && day < KNOWN_DAYS) dates[day] = date
  return date
}

/** Days from 1970 to 2149 are computed once each: every row of every schedule asks for several. */
const KNOWN_DAYS = 65_536
const dates: (string | undefined)[] = new Array(KNOWN_DAYS).fill(undefined)
/** year × 512 + month × 32 + day; 0 when it has not been asked for. */
const civilDates = new Int32Array(KNOWN_DAYS)

/** "-01-31", at month × 32 + day: schedules write thousands of dates. */
const MONTH_AND_DAY = Array.from(
  { length: 13 * 32 },
  (_, at) => `-${String(at >> 5).padStart(2, '0')}-${String(at % 32).padStart(2, '0')}`,
)

export interface CivilDate {
  year: number
  /** From 1. */
  month: number
  dayOfMonth: number
}

/**
 * The Gregorian date of a day number. Years are counted from 1 March, so that the leap day ends a year; 400 years have
 * 146,097 days. Plain arithmetic, because schedules convert thousands of days and Date objects are slow.
 */
export function civil(day: number): CivilDate {
  const known = civilDates[day]
  if (known !== undefined && known !== 0) return { year: known >> 9, month: (known >> 5) & 15, dayOfMonth: known & 31 }
  const computed = computeCivil(day)
  if (known === 0) civilDates[day] = computed.year * 512 + computed.month * 32 + computed.dayOfMonth
  return computed
}

function computeCivil(day: number): CivilDate {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}

function dayNumber(year: number, month: number, dayOfMonth: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function yearOf(day: number): number {
  return civil(day).year
}

/** The day number of 1 January. */
export function newYear(year: number): number {
  return dayNumber(year, 1, 1)
}

export function dayOfMonth(day: number): number {
  return civil(day).dayOfMonth
}

/** `months` later, on `anchorDay` of that month or on its last day when it is shorter. */
export function addMonths(day: number, months: number, anchorDay: number): number {
  const { year, month } = civil(day)
  const total = year * 12 + month - 1 + months
  const targetYear = Math.floor(total / 12)
  const targetMonth = total - targetYear * 12 + 1
  return dayNumber(targetYear, targetMonth, Math.min(anchorDay, monthLength(targetYear, targetMonth)))
}

function monthLength(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The length of a period: a number of days, or of calendar months. */
export type Period = { days: number } | { months: number }

export function periodOf(every: number, unit: TermUnit): Period {
  switch (unit) {
    case 'Days':
      return { days: every }
    case 'Weeks':
      return { days: every * 7 }
    case 'Months':
      return { months: every }
    case 'Years':
      return { months: every * 12 }
  }
}

/** The anchor plus `count` periods: always counted from the anchor, so that month ends do not drift. */
export function addPeriods(anchor: number, period: Period, count: number, anchorDay = dayOfMonth(anchor)): number {
  return 'days' in period ? anchor + period.days * count : addMonths(anchor, period.months * count, anchorDay)
}
