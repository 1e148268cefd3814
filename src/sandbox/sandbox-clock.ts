// The sandbox's clock: the real one plus an offset that only grows, until the sandbox is reset. The offset is a setting in
// the database, so that restarted nodes and all others show the same time.

import type { Directory } from '../administration/institutions/directory.ts'
import { invalidFields } from '../platform/kernel/problems/problem.ts'
import {
  addDays,
  type Clock,
  DAY_MS,
  daysBetween,
  isCalendarDate,
  isoTimestamp,
  MovableClock,
} from '../platform/kernel/time/clock.ts'
import { followChanges } from '../platform/storage/broadcast/follow-changes.ts'
import type { Database, Sql } from '../platform/storage/database.ts'

/** Announced by a trigger with the key of the setting, or with nothing when all settings are removed. */
const SETTINGS_TOPIC = 'settings'
const CLOCK_KEY = 'clock'
const MAX_ADVANCE_DAYS = 3_660

export interface OpenSandboxClock {
  readonly clock: MovableClock
  /** Stops following the offset in the database. */
  close(): void
}

export interface SandboxClockOptions {
  readonly database: Database
  /** The real clock. */
  readonly base: Clock
}

export async function openSandboxClock({ database, base }: SandboxClockOptions): Promise<OpenSandboxClock> {
  const clock = new MovableClock(base)
  // While the offset cannot be read, the clock goes on from where it is.
  const { close } = await followChanges(database, {
    topic: SETTINGS_TOPIC,
    concerns: (key) => key === CLOCK_KEY || key === '',
    read: async () => clock.moveTo(await readOffset(database)),
  })
  return { clock, close }
}

/** How far to move: a number of days of 24 hours, or to noon UTC of a date, when it is that date almost everywhere. */
export type ClockStep = { readonly advanceDays: number } | { readonly date: string }

export interface AdvanceOptions {
  readonly database: Database
  readonly clock: MovableClock
  /** Closes the business days that have passed; called when the clock has moved on every node. */
  closePassedDays(): Promise<unknown>
  /** Reloaded afterwards: it may have seen an institution in the middle of its cutover. */
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
  await database.changes.confirm(SETTINGS_TOPIC)
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

/** Locks the offset, so that the steps of two nodes add up instead of overwriting each other. */
async function lockOffset(sql: Sql): Promise<number> {
  await sql.query(`INSERT INTO settings (key, value) VALUES ('clock', '{"offsetMs": 0}') ON CONFLICT (key) DO NOTHING`)
  const { rows } = await sql.query<{ offset_ms: string }>(
    `SELECT value ->> 'offsetMs' AS offset_ms FROM settings WHERE key = 'clock' FOR UPDATE`,
  )
  return Number(rows[0]?.offset_ms ?? 0)
}
