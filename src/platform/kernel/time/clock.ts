// Time is injected: every part that needs the time gets a Clock, so that tests and the sandbox can move it.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that the sandbox can move forward; it ticks at the pace of the clock it wraps. */
export class MovableClock implements Clock {
  #offsetMs = 0
  readonly #base: Clock

  constructor(base: Clock) {
    this.#base = base
  }

  now(): number {
    return this.#base.now() + this.#offsetMs
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  moveTo(offsetMs: number): void {
    this.#offsetMs = offsetMs
  }
}

/** Milliseconds of monotonic time, for durations; it never jumps when the wall clock is set. */
export function monotonicMs(): number {
  return performance.now()
}

export function isoTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** A calendar date `YYYYMMDD`. Text compares in date order, which is all the ledger needs. */
export type BusinessDate = string

export interface BusinessDay {
  /** IANA time zone of the institution. */
  readonly timeZone: string
  /** Local time `HH:mm` at which the next business date begins; `00:00` is midnight, the calendar's own. */
  readonly cutoverTime: string
  /** The last date that is closed, when one is. */
  readonly closedThrough?: BusinessDate | null | undefined
  /** The last date that was ended ahead of its cutover, when one was. */
  readonly endedThrough?: BusinessDate | null | undefined
}

/**
 * The business date of an institution at an instant: its local date, or the next one once the cutover has passed, but never one
 * that has ended. It does not go back when clocks do: in an hour that comes twice the cutover passes the first time.
 */
export function businessDateAt(epochMs: number, day: BusinessDay): BusinessDate {
  const date = dateByClock(epochMs, day)
  const ended = lastEndedDate(day)
  return ended !== undefined && ended >= date ? addDays(ended, 1) : date
}

/** The last date that no order gets any more, whatever clocks show: closed, or ended ahead of its cutover. */
export function lastEndedDate({ closedThrough, endedThrough }: BusinessDay): BusinessDate | undefined {
  if (closedThrough == null) return endedThrough ?? undefined
  return endedThrough != null && endedThrough > closedThrough ? endedThrough : closedThrough
}

/** When a date ends by the clock: the first minute of a later one. */
export function endOfDateMs(date: BusinessDate, day: BusinessDay): number {
  let [within, past] = [epochOf(date) - 3 * DAY_MS, epochOf(date) + 4 * DAY_MS]
  while (past - within > MINUTE_MS) {
    const middle = within + Math.floor((past - within) / 2 / MINUTE_MS) * MINUTE_MS
    if (computeBusinessDate(middle, day) > date) past = middle
    else within = middle
  }
  return past
}

/** The date of the clock alone: the local date, or the next one once the cutover has passed. */
export function dateByClock(epochMs: number, day: BusinessDay): BusinessDate {
  const minute = Math.floor(epochMs / MINUTE_MS)
  const key = `${day.timeZone}|${day.cutoverTime}`
  const cached = lastDates.get(key)
  if (cached !== undefined && cached.minute === minute) return cached.date
  const date = computeBusinessDate(minute * MINUTE_MS, day)
  lastDates.set(key, { minute, date })
  return date
}

// Intl costs microseconds and the result changes at most once a minute, so the last one is cached per calendar.
const lastDates = new Map<string, { minute: number; date: BusinessDate }>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** No clock is set back by more than this. */
const LONGEST_SET_BACK_MS = 3 * HOUR_MS

function computeBusinessDate(epochMs: number, day: BusinessDay): BusinessDate {
  const date = shownDate(epochMs, day)
  const setBackMs = lastSetBack(epochMs, day.timeZone)
  if (setBackMs === undefined) return date
  const before = shownDate(setBackMs - MINUTE_MS, day)
  return before > date ? before : date
}

/** When clocks were set back in the hours before an instant; undefined when they were not. */
function lastSetBack(epochMs: number, timeZone: string): number | undefined {
  const now = utcOffsetMs(epochMs, timeZone)
  let [before, after] = [epochMs - LONGEST_SET_BACK_MS, epochMs]
  if (utcOffsetMs(before, timeZone) <= now) return undefined
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (utcOffsetMs(middle, timeZone) > now) before = middle
    else after = middle
  }
  return after
}

/** Of a whole minute. */
function utcOffsetMs(epochMs: number, timeZone: string): number {
  const { year, month, day, hour, minute } = localParts(epochMs, timeZone)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - epochMs
}

/** The date that a clock on the wall and the cutover give. */
function shownDate(epochMs: number, day: BusinessDay): BusinessDate {
  const local = localParts(epochMs, day.timeZone)
  const date = `${local.year}${local.month}${local.day}`
  const afterCutover = day.cutoverTime !== '00:00' && `${local.hour}:${local.minute}` >= day.cutoverTime
  return afterCutover ? addDays(date, 1) : date
}

/** Local date and time as `2026-11-15 22:30:00`, which decision tables read as both. */
export function localTimeAt(epochMs: number, timeZone: string): string {
  const minute = Math.floor(epochMs / MINUTE_MS)
  let cached = lastMinutes.get(timeZone)
  if (cached === undefined || cached.minute !== minute) {
    const local = localParts(minute * MINUTE_MS, timeZone)
    cached = { minute, text: `${local.year}-${local.month}-${local.day} ${local.hour}:${local.minute}` }
    lastMinutes.set(timeZone, cached)
  }
  // Offsets of time zones are whole minutes, so the seconds are those of UTC.
  const second = Math.floor(epochMs / 1000) - minute * 60
  return `${cached.text}:${second < 10 ? '0' : ''}${second}`
}

const lastMinutes = new Map<string, { minute: number; text: string }>()

function localParts(epochMs: number, timeZone: string): Record<string, string> {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(epochMs).map((part) => [part.type, part.value]))
}

export function addDays(date: BusinessDate, days: number): BusinessDate {
  return dateOf(epochOf(date) + days * 86_400_000)
}

/** The number of days from one date to another. */
export function daysBetween(from: BusinessDate, to: BusinessDate): number {
  return Math.round((epochOf(to) - epochOf(from)) / 86_400_000)
}

/** True for `YYYYMMDD` of a real date: 20240229 is one, 20230229 is not. */
export function isCalendarDate(text: string): boolean {
  return /^\d{8}$/.test(text) && text >= '00010101' && dateOf(epochOf(text)) === text
}

function epochOf(date: BusinessDate): number {
  const epoch = new Date(0)
  // setUTCFullYear, because Date.UTC reads the years 0 to 99 as 1900 to 1999.
  epoch.setUTCFullYear(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6, 8)))
  return epoch.getTime()
}

function dateOf(epochMs: number): BusinessDate {
  const date = new Date(epochMs)
  const year = String(date.getUTCFullYear()).padStart(4, '0')
  const month = String(date.getUTCMonth() + 1).padStart(2, '0')
  return `${year}${month}${String(date.getUTCDate()).padStart(2, '0')}`
}
