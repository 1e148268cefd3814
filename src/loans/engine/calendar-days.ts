// Calendar dates as day numbers (days since 1970-01-01), so that a difference of dates is a subtraction.

import type { TermUnit } from './terms.ts'

const DAY_MS = 86_400_000

export function toDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

/** The day number of 1 January. */
export function newYear(year: number): number {
  return Date.UTC(year, 0, 1) / DAY_MS
}

export function dayOfMonth(day: number): number {
  return new Date(day * DAY_MS).getUTCDate()
}

/** Year, month (from 1) and day of the month. */
export function civil(day: number): { year: number; month: number; dayOfMonth: number } {
  const date = new Date(day * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() }
}

/** `months` later, on `anchorDay` of that month or on its last day when it is shorter. */
export function addMonths(day: number, months: number, anchorDay: number): number {
  const date = new Date(day * DAY_MS)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months
  const year = Math.floor(month / 12)
  const inYear = month - year * 12
  const length = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate()
  return Date.UTC(year, inYear, Math.min(anchorDay, length)) / DAY_MS
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
