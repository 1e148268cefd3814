// Days and hours of charts. The gateway leaves out those without transactions; a chart needs them, to be true to scale.

import { locale, timeZone } from '../../../reader.ts'
import { addDays, type DateRange, daysIn, type Granularity } from '../period.ts'

const HOUR_MS = 3_600_000

/** Every bucket of the range, up to now. Business dates may begin before and end after the day in UTC. */
export function bucketsOf(range: DateRange, granularity: Granularity, present: readonly string[]): string[] {
  if (granularity === 'day') return Array.from({ length: daysIn(range) }, (_, day) => addDays(range.from, day))
  const known = present.map((bucket) => Date.parse(bucket))
  const lastHour = Math.min(Date.parse(range.to) + 23 * HOUR_MS, Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
  const first = Math.min(Date.parse(range.from), ...known)
  const last = Math.max(lastHour, first, ...known)
  return Array.from({ length: Math.round((last - first) / HOUR_MS) + 1 }, (_, hour) =>
    new Date(first + hour * HOUR_MS).toISOString(),
  )
}

const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const daysOfHours = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone })
const hours = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })

/** A business date, `16 Nov`; or an hour in the reader's time zone, `16 Nov 10:00`. */
export function bucketLabel(bucket: string, granularity: Granularity): string {
  const at = new Date(bucket)
  return granularity === 'day' ? days.format(at) : `${daysOfHours.format(at)} ${hours.format(at)}`
}
