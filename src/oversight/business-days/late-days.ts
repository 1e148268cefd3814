// Business days that should have been closed and are not, and since when.

import {
  addDays,
  type BusinessDate,
  type BusinessDay,
  businessDateAt,
  type Clock,
  MINUTE_MS,
} from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'

/** Looked back no further: a day that is later is as late as this. */
const MOST_MINUTES = 4 * 24 * 60

export interface LateDay {
  readonly institutionId: string
  /** The oldest day that is not closed. */
  readonly date: BusinessDate
  /** When it ended. */
  readonly sinceMs: number
}

export async function readLateDays(sql: Sql, clock: Clock): Promise<readonly LateDay[]> {
  const nowMs = clock.now()
  const { rows } = await sql.query<{
    institution_id: string
    time_zone: string
    cutover_time: string
    closed_through: string
  }>(
    `SELECT institution_id, time_zone, cutover_time, closed_through FROM institutions
      WHERE status IN ('ACTIVE', 'SUSPENDED', 'TERMINATED') AND closed_through IS NOT NULL
      ORDER BY institution_id`,
  )
  return rows.flatMap((row) => {
    const day = { timeZone: row.time_zone, cutoverTime: row.cutover_time }
    const date = addDays(row.closed_through, 1)
    if (date >= businessDateAt(nowMs, day)) return []
    return [{ institutionId: row.institution_id, date, sinceMs: nowMs - minutesPast(nowMs, day, date) * MINUTE_MS }]
  })
}

/** How many minutes ago the date was over, halving what is left to look at. */
function minutesPast(nowMs: number, day: BusinessDay, date: BusinessDate): number {
  let [past, before] = [0, MOST_MINUTES]
  while (before - past > 1) {
    const middle = Math.floor((past + before) / 2)
    if (businessDateAt(nowMs - middle * MINUTE_MS, day) > date) past = middle
    else before = middle
  }
  return past
}
