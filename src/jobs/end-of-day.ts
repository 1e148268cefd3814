// End of day: closes an institution's past business days, oldest first, each once.
//
//   cutover_until = now + 60 s  →  the closing steps  →  closed_through = date, cutover_until = null
//
// No lock is needed. The steps are idempotent and may run concurrently, and closed_through only moves forward, so two
// nodes that close the same day only repeat some work. The cutover has an expiry instead of a flag: after a crash it
// expires by itself, and the next sweep finds the day still open.
//
// After a long gap most days have no work. They are closed together with the next day that has some: catching up on
// ten years costs a few statements per institution instead of about twenty thousand.

import { addDays, type BusinessDate, businessDateAt, type Clock, isoTimestamp } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'

const CUTOVER_MS = 60_000

/** Work at the end of a day. Concepts above this folder pass theirs in. */
export interface ClosingStep {
  run(institutionId: string, date: BusinessDate): Promise<unknown>
  /** The days from `first` to `last` with work; all days if absent. The last day always runs. */
  daysWithWork?(institutionId: string, first: BusinessDate, last: BusinessDate): Promise<Iterable<BusinessDate>>
}

export interface EndOfDayOptions {
  readonly database: Database
  readonly clock: Clock
  /** Run in this order for every day. */
  readonly steps: readonly ClosingStep[]
}

export interface ClosedDay {
  readonly institutionId: string
  readonly date: BusinessDate
}

/** Closes every past business day of active and suspended institutions, and returns them. */
export async function closePassedDays(options: EndOfDayOptions): Promise<ClosedDay[]> {
  const closed: ClosedDay[] = []
  for (const { institutionId, dates } of await findPassedDays(options)) {
    const busy = await daysWithWork(institutionId, dates, options.steps)
    for (const date of dates) if (busy.has(date)) await closeBusinessDay({ institutionId, date }, options)
    for (const date of dates) closed.push({ institutionId, date })
  }
  return closed
}

async function daysWithWork(
  institutionId: string,
  dates: readonly BusinessDate[],
  steps: readonly ClosingStep[],
): Promise<ReadonlySet<BusinessDate>> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const busy = new Set([last])
  for (const step of steps) {
    for (const date of (await step.daysWithWork?.(institutionId, first, last)) ?? dates) busy.add(date)
  }
  return busy
}

interface PassedDays {
  readonly institutionId: string
  /** Oldest first. */
  readonly dates: readonly BusinessDate[]
}

interface CalendarRow {
  institution_id: string
  time_zone: string
  cutover_time: string
  closed_through: string | null
}

async function findPassedDays({ database, clock }: EndOfDayOptions): Promise<PassedDays[]> {
  const { rows } = await database.query<CalendarRow>(
    `SELECT institution_id, time_zone, cutover_time, closed_through
       FROM institutions
      WHERE status IN ('ACTIVE', 'SUSPENDED')
      ORDER BY institution_id`,
  )
  return rows.map((row) => {
    const today = businessDateAt(clock.now(), { timeZone: row.time_zone, cutoverTime: row.cutover_time })
    // An institution that never closed a day starts with yesterday.
    const first = row.closed_through === null ? addDays(today, -1) : addDays(row.closed_through, 1)
    return { institutionId: row.institution_id, dates: datesUntil(first, today) }
  })
}

function datesUntil(first: BusinessDate, end: BusinessDate): BusinessDate[] {
  const dates: BusinessDate[] = []
  for (let date = first; date < end; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** Closes one day of one institution and all days before it; does nothing if it is already closed. */
export async function closeBusinessDay(day: ClosedDay, { database, clock, steps }: EndOfDayOptions): Promise<void> {
  const { institutionId, date } = day
  const { rowCount: open } = await database.query(
    `UPDATE institutions
        SET cutover_until = $3
      WHERE institution_id = $1 AND (closed_through IS NULL OR closed_through < $2)`,
    [institutionId, date, isoTimestamp(clock.now() + CUTOVER_MS)],
  )
  if (open === 0) return
  try {
    for (const step of steps) await step.run(institutionId, date)
  } catch (error) {
    // The day stays open and is retried; until then the institution keeps working.
    await database.query('UPDATE institutions SET cutover_until = NULL WHERE institution_id = $1', [institutionId])
    throw error
  }
  await database.query(
    `UPDATE institutions
        SET closed_through = greatest(closed_through, $2::text), cutover_until = NULL
      WHERE institution_id = $1`,
    [institutionId, date],
  )
}
