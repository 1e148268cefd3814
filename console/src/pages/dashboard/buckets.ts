// Days and hours of charts. The gateway leaves out those without transactions; a chart needs them, to be true to scale.

import { addDays, type DateRange, daysIn, type Granularity } from './period.ts'

const HOUR_MS = 3_600_000

/** Every bucket of the range: all days, or all hours between the first and the last that is there. */
export function bucketsOf(range: DateRange, granularity: Granularity, present: readonly string[]): string[] {
  if (granularity === 'day') return Array.from({ length: daysIn(range) }, (_, day) => addDays(range.from, day))
  const [first, last] = [present[0], present.at(-1)]
  if (first === undefined || last === undefined) return []
  const hours = Math.round((Date.parse(last) - Date.parse(first)) / HOUR_MS) + 1
  return Array.from({ length: hours }, (_, hour) => new Date(Date.parse(first) + hour * HOUR_MS).toISOString())
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** `16 Nov`, or `16 Nov 10:00` in UTC. */
export function bucketLabel(bucket: string, granularity: Granularity): string {
  const at = new Date(bucket)
  return granularity === 'day' ? days.format(at) : `${days.format(at)} ${hours.format(at)}`
}
