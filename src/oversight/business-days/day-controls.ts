// Business days by hand: a day is held, let go, closed ahead of its cutover, or tried again.
//
//   state     hold               release      close                       retry
//   OPEN      until after its    of a hold    ends now, once it has begun 409
//             cutover                         at the institution
//   CLOSING   as long            of a hold    409                         unless it is held
//   CLOSED    409                409          409                         409
//
// Closing by hand moves the mark of the books (ledger/book-days.ts) in the transaction that asks for it. From that commit on no order
// gets the date, on nodes that have not heard of it and on nodes of the version before too; what follows is the end of day, which any
// node goes on with (docs/decisions/0093).

import { setTimeout as delay } from 'node:timers/promises'
import { recordAudit } from '../../administration/audit/audit-log.ts'
import { storeEvent } from '../../administration/events/event-outbox.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import {
  addDays,
  type BusinessDate,
  type Clock,
  dateByClock,
  HOUR_MS,
  isoTimestamp,
  monotonicMs,
} from '../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import {
  beginCalendar,
  endHold,
  endOf,
  type Hold,
  holdInForce,
  type InstitutionCalendar,
  storeHold,
} from './business-calendars.ts'
import { businessDayProblem } from './business-day-problems.ts'
import { type BusinessDayRecord, type BusinessDayState, type BusinessDays, readDay } from './business-days.ts'
import { CUTOVER_MS, type EndOfDay } from './end-of-day.ts'

/** After the cutover of the day. */
const LONGEST_HOLD_MS = 12 * HOUR_MS
/** How long a hold waits for a node that is closing days, and for how long a caller sees a day being closed. */
const PATIENCE_MS = 5_000
const POLL_MS = 100

export interface DayControlsParts {
  readonly database: Database
  /** Business time: in the sandbox it can be moved. */
  readonly clock: Clock
  /** Real time, for the audit log. */
  readonly auditClock: Clock
  readonly businessDays: BusinessDays
  readonly endOfDay: Pick<EndOfDay, 'closeDaysOf' | 'assertClosesDays'>
}

export interface NewHold {
  /** ISO 8601. */
  readonly until: string
  readonly reason: string
}

/** A day whose institution is locked: no node closes it meanwhile. */
interface LockedDay {
  readonly sql: Sql
  readonly nowMs: number
  readonly calendar: InstitutionCalendar
  readonly date: BusinessDate
  readonly state: BusinessDayState
}

export class DayControls {
  readonly #parts: DayControlsParts

  constructor(parts: DayControlsParts) {
    this.#parts = parts
  }

  /**
   * Keeps the day from being closed until an instant. A day that is held already gets the new end. Refusals: as for
   * BusinessDays.find(), `invalid` unless the hold ends after the cutover and at most 12 hours after it, `conflict` for a day that is
   * closed or being closed, and while another one is held.
   */
  async hold(caller: RecordCaller, id: string, date: BusinessDate, hold: NewHold): Promise<BusinessDayRecord> {
    const startedMs = monotonicMs()
    while (!(await this.#hold(caller, id, date, hold))) {
      if (monotonicMs() - startedMs >= PATIENCE_MS)
        throw businessDayProblem('business-day-busy', 'the day is being closed at this moment: try again')
      await delay(POLL_MS)
    }
    return this.#find(caller, id, date)
  }

  /** False while a node is closing days of the institution. */
  #hold(caller: RecordCaller, id: string, date: BusinessDate, { until, reason }: NewHold): Promise<boolean> {
    return this.#locked(caller, id, date, async (day) => {
      const { sql, nowMs, calendar, state } = day
      const before = holdInForce(calendar, nowMs)
      if (state === 'CLOSED') throw wrongState(state, 'it is never opened again')
      if (before !== undefined && before.date !== date)
        throw businessDayProblem('business-day-held', `${dashed(before.date)} is held: one day at a time`)
      const untilMs = Date.parse(until)
      assertWithin(untilMs, nowMs, endOf(calendar, date))
      await beginCalendar(sql, calendar)
      if (!(await storeHold(sql, calendar.institutionId, { date, untilMs, reason }, nowMs))) return false
      const heldUntil = isoTimestamp(untilMs)
      const { institutionId } = calendar
      await storeEvent(sql, nowMs, {
        kind: 'business-day.held',
        institutionId,
        resource: `institution/${institutionId}`,
        data: { institutionId, date: dashed(date), state, heldUntil },
      })
      const was = before === undefined ? {} : { heldUntil: isoTimestamp(before.untilMs), reason: before.reason }
      await this.#audit(caller, day, 'hold', { state, ...was }, { state, heldUntil, reason })
      return true
    })
  }

  /** Ends a hold before its time. Refusals: as for BusinessDays.find(), and `conflict` when the day is not held. */
  async release(caller: RecordCaller, id: string, date: BusinessDate): Promise<BusinessDayRecord> {
    const institutionId = await this.#locked(caller, id, date, async (day) => {
      const { sql, nowMs, calendar, state } = day
      const hold = holdInForce(calendar, nowMs)
      if (hold?.date !== date) throw businessDayProblem('business-day-not-held', 'the day is not held')
      await endHold(sql, calendar.institutionId)
      const before = { state, heldUntil: isoTimestamp(hold.untilMs), reason: hold.reason }
      await this.#audit(caller, day, 'release', before, { state })
      return calendar.institutionId
    })
    await this.#goOn(institutionId)
    return this.#find(caller, id, date)
  }

  /**
   * Ends the day now: the next one begins. Refusals: as for BusinessDays.find(), and `conflict` for a day that is not OPEN, is held,
   * has not begun at the institution, or follows one that is not closed.
   */
  async close(caller: RecordCaller, id: string, date: BusinessDate): Promise<BusinessDayRecord> {
    const institutionId = await this.#locked(caller, id, date, async (day) => {
      const { calendar, state, nowMs } = day
      if (state !== 'OPEN') throw wrongState(state, 'only an OPEN day is closed by hand')
      // The day before was closed by hand.
      if (dateByClock(nowMs, calendar) < date)
        throw businessDayProblem('business-day-not-begun', 'the date has not begun at the institution yet')
      assertReleased(holdInForce(calendar, nowMs))
      if (calendar.closedThrough !== addDays(date, -1))
        throw businessDayProblem('business-day-not-closed', 'the day before is not closed yet')
      await endDay(day)
      await this.#audit(caller, day, 'close', { state }, { state: 'CLOSING' })
      return calendar.institutionId
    })
    await this.#goOn(institutionId)
    return this.#find(caller, id, date)
  }

  /** Tries again to close the day. Refusals: as for BusinessDays.find(), `conflict` for a day that is held or not CLOSING. */
  async retry(caller: RecordCaller, id: string, date: BusinessDate): Promise<BusinessDayRecord> {
    this.#parts.endOfDay.assertClosesDays()
    const institutionId = await this.#locked(caller, id, date, async (day) => {
      const { calendar, state, nowMs } = day
      if (state !== 'CLOSING') throw wrongState(state, 'only a CLOSING day is tried again')
      const hold = holdInForce(calendar, nowMs)
      if (hold !== undefined && hold.date <= date) assertReleased(hold)
      const { failure } = calendar
      const stuck = failure === undefined ? {} : { step: failure.step, error: failure.error }
      await this.#audit(caller, day, 'retry', { state, ...stuck }, { state })
      return calendar.institutionId
    })
    await this.#goOn(institutionId)
    return this.#find(caller, id, date)
  }

  /** The end of day goes on at once; the caller waits a while, and else sees the day CLOSING. */
  async #goOn(institutionId: string): Promise<void> {
    const work = this.#parts.endOfDay.closeDaysOf(institutionId)
    // What failed is noted in the calendar, and the sweep tries again.
    await withTimeout(work, PATIENCE_MS).catch(() => {})
  }

  #find(caller: RecordCaller, id: string, date: BusinessDate): Promise<BusinessDayRecord> {
    return this.#parts.businessDays.find(caller.principal.scope, id, date)
  }

  #locked<T>(caller: RecordCaller, id: string, date: BusinessDate, work: (day: LockedDay) => Promise<T>): Promise<T> {
    const { database, clock } = this.#parts
    return database.transaction(async (sql) => {
      const day = await readDay(sql, caller.principal.scope, id, date, { clock, lock: 'lock' })
      return work({ sql, ...day, date })
    })
  }

  async #audit(caller: RecordCaller, day: LockedDay, move: string, before: object, after: object): Promise<void> {
    const { institutionId } = day.calendar
    const date = dashed(day.date)
    await recordAudit(day.sql, this.#parts.auditClock.now(), caller.actor, {
      action: `business-day.${move}`,
      resource: 'business-day',
      resourceId: `${institutionId}/${date}`,
      institutionId,
      before: { institutionId, date, ...before },
      after: { institutionId, date, ...after },
    })
  }
}

/** The mark that postings check, what nodes date orders by, and 906 until the end of day is done: in one commit. */
async function endDay({ sql, nowMs, calendar, date }: LockedDay): Promise<void> {
  const { institutionId } = calendar
  await sql.query('UPDATE institutions SET ended_through = $2, cutover_until = $3 WHERE institution_id = $1', [
    institutionId,
    date,
    isoTimestamp(nowMs + CUTOVER_MS),
  ])
  await sql.query(
    `INSERT INTO book_days AS d (institution_id, ended_through, closed_through) VALUES ($1, $2, '')
     ON CONFLICT (institution_id) DO UPDATE SET ended_through = greatest(d.ended_through, excluded.ended_through)`,
    [institutionId, date],
  )
  await beginCalendar(sql, calendar)
  await sql.query('UPDATE business_calendars SET ended_at = $2 WHERE institution_id = $1', [
    institutionId,
    isoTimestamp(nowMs),
  ])
}

function assertWithin(untilMs: number, nowMs: number, endMs: number): void {
  const invalid = (message: string) => invalidFields([{ path: 'until', message }])
  if (untilMs <= nowMs) throw invalid('must be in the future')
  if (untilMs <= endMs) throw invalid(`must be after the day's cutover, ${isoTimestamp(endMs)}`)
  const latestMs = endMs + LONGEST_HOLD_MS
  if (untilMs > latestMs) throw invalid(`must be at most 12 hours after the day's cutover, ${isoTimestamp(latestMs)}`)
}

function assertReleased(hold: Hold | undefined): void {
  if (hold !== undefined) throw businessDayProblem('business-day-held', `${dashed(hold.date)} is held: release it`)
}

function wrongState(state: BusinessDayState, consequence: string) {
  return businessDayProblem('business-day-wrong-state', `the business day is ${state}: ${consequence}`)
}

function dashed(date: BusinessDate): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
}
