// A moved clock for a whole run of the tests: libfaketime, loaded into every process of the run (its PostgreSQL, gateways and
// browsers too), adds an offset to the time of day. Clocks that only count go on as they are.
import { globSync } from 'node:fs'
import { aptGet, canInstallPackages } from './debian-packages.ts'

/** Node has threads, so the variant for threads. */
const LIBRARIES = '/usr/lib/*/faketime/libfaketimeMT.so.1'

export function findFakeTime(): string | undefined {
  return globSync(LIBRARIES)[0]
}

/** Its path, or why there is none, in one line. */
export function getFakeTime(): { readonly library: string } | { readonly why: string } {
  const found = findFakeTime()
  if (found !== undefined) return { library: found }
  if (!canInstallPackages()) return { why: 'libfaketime is not installed (Debian: apt-get install libfaketime)' }
  const why = aptGet('update') ?? aptGet('install', '-y', '--no-install-recommends', 'libfaketime')
  const library = findFakeTime()
  return library === undefined ? { why: why ?? 'libfaketime has no variant for threads here' } : { library }
}

/** The environment of processes whose time of day is `seconds` ahead. */
export function movedBy(seconds: number, library: string): NodeJS.ProcessEnv {
  return { LD_PRELOAD: library, FAKETIME: `+${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

/** The part of this process's environment that moves its clock, for children that get no other part of it. */
export function movedClock(): NodeJS.ProcessEnv {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env
  return FAKETIME === undefined ? {} : { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC }
}

/** Seconds until it is `HH:MM` in UTC; undefined if the text is no time of day. */
export function secondsUntil(timeOfDay: string, nowMs: number): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(timeOfDay) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const day = 86_400
  const now = Math.floor(nowMs / 1000) % day
  return (Number(hours) * 3600 + Number(minutes) * 60 - now + day) % day
}
