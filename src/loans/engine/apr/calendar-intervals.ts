// Intervals between dates as both rules for an APR measure them: whole months, counted back from the later date, and
// the days that remain before them.

const DAY_MS = 86_400_000
const MONTHS_PER_YEAR = 12
/** From 1 March of year 0 to 1 January 1970, less one because days count from 1. */
const DAYS_BEFORE_1970 = 719_469

export interface CalendarDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  /** Days since 1970-01-01. */
  number: number
}

/** A date given as YYYY-MM-DD. */
export function calendarDate(text: string): CalendarDate {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  if (!(month >= 1 && month <= MONTHS_PER_YEAR && day >= 1 && day <= daysInMonth(year, month))) {
    throw new TypeError(`${text} is not a date`)
  }
  return { year, month, day, number: dayNumber(year, month, day) }
}

/** The date that many months earlier, on the given day of its month or on the month's last day. */
export function monthsBefore(date: CalendarDate, months: number, day: number): CalendarDate {
  const index = date.year * MONTHS_PER_YEAR + date.month - 1 - months
  const year = Math.floor(index / MONTHS_PER_YEAR)
  const month = index - year * MONTHS_PER_YEAR + 1
  const kept = Math.min(day, daysInMonth(year, month))
  return { year, month, day: kept, number: dayNumber(year, month, kept) }
}

/** Days since 1970-01-01: those of whole years, counted from March so that a leap day ends a year, then of months. */
function dayNumber(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = (month + 9) % MONTHS_PER_YEAR
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - DAYS_BEFORE_1970
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

export function isMonthEnd(date: CalendarDate): boolean {
  return date.day === daysInMonth(date.year, date.month)
}

export interface MonthsAndDays {
  months: number
  /** From the earlier date to the first of the whole months. */
  days: number
  /** The day on which those whole months begin. */
  monthsFrom: CalendarDate
}

/**
 * Whole months counted back from the later date, then the days left. `seriesDay` is the day of the month on which the
 * series of the later date falls: one on the 31st has its February date on the 28th, a whole month after 31 January.
 */
export function monthsAndDays(earlier: CalendarDate, later: CalendarDate, seriesDay: number): MonthsAndDays {
  const day = isMonthEnd(later) ? Math.max(later.day, seriesDay) : later.day
  let months = (later.year - earlier.year) * MONTHS_PER_YEAR + later.month - earlier.month
  let monthsFrom = monthsBefore(later, months, day)
  if (monthsFrom.number < earlier.number) {
    months -= 1
    monthsFrom = monthsBefore(later, months, day)
  }
  return { months, days: monthsFrom.number - earlier.number, monthsFrom }
}

/**
 * The day of the month of a series of dates: its latest day. When every date is the last of its month, the series may be
 * one of month ends that began on a longer month, so the day of the start counts too.
 */
export function seriesDayOf(dates: readonly CalendarDate[], start: CalendarDate): number {
  const latest = Math.max(0, ...dates.map(({ day }) => day))
  return dates.every(isMonthEnd) ? Math.max(latest, start.day) : latest
}

/** A date by its number of days since 1970-01-01. */
export function dateOfNumber(number: number): CalendarDate {
  const date = new Date(number * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), number }
}
