// The sandbox's clock: real time plus an offset that only grows. The offset is stored in the database, so that all
// nodes show the same time, also after a restart.

import type { Directory } from '../institutions/directory.ts'
import {
  addDays,
  type Clock,
  DAY_MS,
  daysBetween,
  isCalendarDate,
  isoTimestamp,
  MovableClock,
} from '../kernel/clock.ts'
import { invalidFields } from '../kernel/problem.ts'
import type { Database, Sql } from '../storage/database.ts'

const MAX_ADVANCE_DAYS = 3_660

export interface OpenSandboxClock {
  readonly clock: MovableClock
  /** Reads the offset from the database; another node may have changed it. */
  refresh(): Promise<void>
  close(): void
}

export interface SandboxClockOptions {
  readonly database: Database
  /** The real clock. */
  readonly base: Clock
  readonly pollMs?: number
}

export async function openSandboxClock({
  database,
  base,
  pollMs = 1000,
}: SandboxClockOptions): Promise<OpenSandboxClock> {
  const clock = new MovableClock(base)
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function refresh(): Promise<void> {
    clock.moveTo(await readOffset(database))
  }

  function schedule(): void {
    if (closed) return
    timer = setTimeout(() => {
      // If the database is unavailable the clock keeps going, and the next poll retries.
      refresh().then(schedule, schedule)
    }, pollMs).unref()
  }

  await refresh()
  schedule()
  return {
    clock,
    refresh,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** A number of days of 24 hours, or a date: its noon UTC, when it is that date almost everywhere. */
export type ClockStep = { readonly advanceDays: number } | { readonly date: string }

export interface AdvanceOptions {
  readonly database: Database
  readonly clock: MovableClock
  /** Closes the past business days; called after the clock has moved. */
  closePassedDays(): Promise<unknown>
  /** Reloaded afterwards: it may have cached an institution during its cutover. */
  readonly directory?: Directory
}

/** Moves the clock forward and closes every day that has passed. Throws a Problem `invalid` unless it moves forward. */
export async function advanceSandboxClock(step: ClockStep, options: AdvanceOptions): Promise<{ now: string }> {
  const { database, clock, directory } = options
  const offsetMs = await database.transaction(async (sql) => {
    const current = await lockOffset(sql)
    const realNow = clock.now() - clock.offsetMs
    const next = current + advanceMs(step, realNow + current)
    await sql.query(`UPDATE settings SET value = $1::jsonb WHERE key = 'clock'`, [JSON.stringify({ offsetMs: next })])
    return next
  })
  clock.moveTo(offsetMs)
  await options.closePassedDays()
  await directory?.reload()
  return { now: isoTimestamp(clock.now()) }
}

function advanceMs(step: ClockStep, nowMs: number): number {
  if ('advanceDays' in step) {
    const { advanceDays } = step
    if (!Number.isInteger(advanceDays) || advanceDays < 1 || advanceDays > MAX_ADVANCE_DAYS) {
      throw invalidFields([{ path: 'advanceDays', message: `must be a whole number from 1 to ${MAX_ADVANCE_DAYS}` }])
    }
    return advanceDays * DAY_MS
  }
  const date = /^\d{4}-\d{2}-\d{2}$/.test(step.date) ? step.date.replaceAll('-', '') : ''
  if (!isCalendarDate(date)) throw invalidFields([{ path: 'date', message: 'must be a date YYYY-MM-DD' }])
  const nowDate = isoTimestamp(nowMs).slice(0, 10).replaceAll('-', '')
  const noon = Math.floor(nowMs / DAY_MS) * DAY_MS + daysBetween(nowDate, date) * DAY_MS + DAY_MS / 2
  if (noon <= nowMs || date > addDays(nowDate, MAX_ADVANCE_DAYS)) {
    throw invalidFields([{ path: 'date', message: `must lie ahead, by at most ${MAX_ADVANCE_DAYS} days` }])
  }
  return noon - nowMs
}

async function readOffset(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ offset_ms: string | null }>(
    `SELECT value ->> 'offsetMs' AS offset_ms FROM settings WHERE key = 'clock'`,
  )
  return Number(rows[0]?.offset_ms ?? 0)
}

/** Reads the offset under a lock, so that concurrent steps of two nodes add up. */
async function lockOffset(sql: Sql): Promise<number> {
  await sql.query(`INSERT INTO settings (key, value) VALUES ('clock', '{"offsetMs": 0}') ON CONFLICT (key) DO NOTHING`)
  const { rows } = await sql.query<{ offset_ms: string }>(
    `SELECT value ->> 'offsetMs' AS offset_ms FROM settings WHERE key = 'clock' FOR UPDATE`,
  )
  return Number(rows[0]?.offset_ms ?? 0)
}
