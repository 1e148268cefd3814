// Clock times of a time zone and the instants they stand for. `local` times are written as inputs of type
// `datetime-local` write them: `2026-01-31T14:05:00`.

import { timeZone } from '../../reader.ts'

/** Undefined for what is no time. */
export function instantOfLocal(local: string, zone = timeZone): string | undefined {
  const wall = Date.parse(`${local}${local.length === 10 ? 'T00:00' : ''}Z`)
  if (Number.isNaN(wall)) return undefined
  // The offset at the wrong instant may be that of the other season; at the second try it is the right one. A time that
  // the clocks skip becomes the one an hour later.
  const first = wall - offsetMs(wall, zone)
  const second = wall - offsetMs(first, zone)
  return new Date(offsetMs(second, zone) === wall - second ? second : first).toISOString()
}

/** Empty for what is no instant. */
export function localOfInstant(instant: string, zone = timeZone): string {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? '' : new Date(at + offsetMs(at, zone)).toISOString().slice(0, 19)
}

/** The beginning of a day, some days later. Undefined for what is no date. */
export function startOfDay(date: string | undefined, daysLater = 0, zone = timeZone): string | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  if (date === undefined || Number.isNaN(day.getTime())) return undefined
  day.setUTCDate(day.getUTCDate() + daysLater)
  return instantOfLocal(day.toISOString().slice(0, 19), zone)
}

/** `GMT+5:30`; `UTC` for none. */
export function offsetName(at: Date, zone = timeZone): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  return /^GMT([+-]0)?$/.test(name) ? 'UTC' : name
}

/** What the clocks of the zone show more than those of UTC. */
function offsetMs(at: number, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(zone, clock)
  }
  return clock
}

/** `Europe/Zurich, UTC+1`; a zone that is called as its offset is named once. */
export function zoneInWords(now: Date, zone: string): string {
  const offset = offsetName(now, zone)
  return offset === zone ? zone : `${zone}, ${offset}`
}
