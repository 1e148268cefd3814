// Business days that should have been closed and are not, and since when.

import { addDays, type BusinessDate, businessDateAt, type Clock } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { endOf, readCalendars } from './business-calendars.ts'

export interface LateDay {
  readonly institutionId: string
  /** The oldest day that is not closed. */
  readonly date: BusinessDate
  /** When it ended, or when it was not held any more. */
  readonly sinceMs: number
}

/** Without days that are held: they are late from the end of the hold on. */
export async function readLateDays(sql: Sql, clock: Clock): Promise<readonly LateDay[]> {
  const nowMs = clock.now()
  return (await readCalendars(sql)).flatMap((calendar) => {
    const { institutionId, closedThrough, hold } = calendar
    if (closedThrough === null) return []
    const date = addDays(closedThrough, 1)
    if (date >= businessDateAt(nowMs, calendar)) return []
    const heldUntilMs = hold?.date === date ? hold.untilMs : 0
    return heldUntilMs > nowMs ? [] : [{ institutionId, date, sinceMs: Math.max(endOf(calendar, date), heldUntilMs) }]
  })
}
