// Days and hours of charts. The gateway leaves out those without transactions; a chart needs them, to be true to scale.

import { addDays, type DateRange, daysIn, type Granularity } from './period.ts'

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

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** `16 Nov`, or `16 Nov 10:00` in UTC. */
export function bucketLabel(bucket: string, granularity: Granularity): string {
  const at = new Date(bucket)
  return granularity === 'day' ? days.format(at) : `${days.format(at)} ${hours.format(at)}`
}
