// End of day: closes the business days of an institution that have passed, oldest first, each once.
//
//   cutover_until = now + 60 s  →  the closing steps  →  closed_through = date, cutover_until = null
//
// Nothing here needs a lock. The steps are idempotent and safe beside themselves, and closed_through only moves
// forward, so two nodes that close the same day at once do some work twice and no harm. The cutover mark lies ahead
// rather than being a switch: after a crash it runs out by itself, and the next sweep finds the day still open.
//
// After a long gap most days have no work. They are closed together with the next day that has some, so that catching
// up on ten years costs a few statements per institution instead of some twenty thousand.

import { addDays, type BusinessDate, businessDateAt, type Clock, isoTimestamp } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'

const CUTOVER_MS = 60_000

/** Work that belongs to the end of a day. Concepts above this folder hand theirs in. */
export interface ClosingStep {
  run(institutionId: string, date: BusinessDate): Promise<unknown>
  /** Which of the days from `first` to `last` it has work on; every day when absent. The last one is always run. */
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

/** Closes every business day that has passed at any working institution, and tells which. */
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

/** Closes one day of one institution and all before it; a day that is closed already is left alone. */
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
    // The day stays open and is tried again; until then the institution works on.
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
