// End of day: closes an institution's past business days, oldest first, each once and on one node.
//
//   lease  →  ended_through = the last date  →  cutover_until = now + 60 s  →  postings under way have ended
//          →  the closing steps  →  closed_through = date, cutover_until = null
//
// From the mark `ended_through` on no order gets the date (ledger/book-days.ts). A day whose postings do not end stays CLOSING and is
// tried again. A day that was ended by hand has its mark already (day-controls.ts) and is closed like one that has passed. A day that
// is held, and those after it, are left alone until the hold is over.
//
// A node takes a lease on the institution before it closes days. A lease that is not renewed expires, so the days of a node
// that died are closed by another one. Should a node lose its lease without noticing, two nodes repeat some work and nothing
// else: steps are idempotent, and closed_through only moves forward. The cutover expires in the same way.
//
// After a long gap most days have no work. They are closed together with the next day that has some: catching up on
// ten years costs a few statements per institution instead of about twenty thousand.

import { setTimeout as delay } from 'node:timers/promises'
import { storeEvent } from '../../administration/events/event-outbox.ts'
import { isUnclear, unavailable } from '../../platform/kernel/problems/problem.ts'
import {
  addDays,
  type BusinessDate,
  businessDateAt,
  type Clock,
  daysBetween,
  isoTimestamp,
  monotonicMs,
} from '../../platform/kernel/time/clock.ts'
import type { ClosingStep } from '../../platform/kernel/work/closing-step.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { asProblem } from '../../platform/storage/statements/sqlstate.ts'
import {
  BusinessCalendars,
  holdInForce,
  type InstitutionCalendar,
  type Lease,
  noteFailure,
  readCalendars,
  settleDays,
} from './business-calendars.ts'
import { PostingsUnderWay } from './postings-under-way.ts'

const EVERY_MS = 5_000
/** Orders are refused no longer than this, whatever becomes of the node that closes the day. */
export const CUTOVER_MS = 60_000
const LEASE_MS = 30_000
const IN_FLIGHT_LIMIT_MS = 8_000
const POLL_MS = 50
/** Days that partners are told of when many are closed at once after a long gap: the last ones. */
const MOST_TOLD = 31
/** Of an error that people are shown. */
const MOST_SHOWN = 500
/** How long the sandbox waits for another node that is closing the days it has moved past. */
const OTHER_NODE_LIMIT_MS = 60_000

export interface EndOfDayOptions {
  readonly database: Database
  readonly clock: Clock
  /** Run in this order for every day. */
  readonly steps: readonly ClosingStep[]
  /** False while this node leaves days to others, because its clock is too far off. */
  closesDays?(): boolean
  /** How long the days of a node that died wait for another one. */
  readonly leaseMs?: number
  /** How long postings under way may take. No batch of postings lives longer. */
  readonly inFlightLimitMs?: number
}

export interface ClosedDay {
  readonly institutionId: string
  readonly date: BusinessDate
}

export class EndOfDay {
  readonly #options: EndOfDayOptions
  readonly #calendars: BusinessCalendars
  #lags: ReadonlyMap<string, number> = new Map()
  #running: Promise<unknown> = Promise.resolve()
  /** Postings that kept a day from being closed, by institution: orders are not refused again before they have ended. */
  readonly #late = new Map<string, PostingsUnderWay>()

  constructor(options: EndOfDayOptions) {
    this.#options = options
    this.#calendars = new BusinessCalendars(options.database, options.clock, options.leaseMs ?? LEASE_MS)
  }

  sweep(): Sweep {
    return { name: 'end-of-day', everyMs: EVERY_MS, run: () => this.closePassedDays() }
  }

  /** How many past days of each institution were not closed after the last run, without those that are held. */
  lags(): ReadonlyMap<string, number> {
    return this.#lags
  }

  /**
   * Closes every past business day and returns those that this node closed. Institutions that another node is closing are
   * left to it, and all of them while this node's clock is too far off. Throws the first failure once all institutions have had
   * their turn.
   */
  closePassedDays(): Promise<ClosedDay[]> {
    return this.#alone(() => this.#closeAll())
  }

  /** As closePassedDays(), of one institution. Refusals: `unavailable` while this node leaves days to others. */
  async closeDaysOf(institutionId: string): Promise<void> {
    this.assertClosesDays()
    await this.#alone(() => this.#closeInstitution(institutionId))
  }

  /** As closePassedDays(), but returns when the days that another node is closing are closed too. */
  async closeAllPassedDays(): Promise<ClosedDay[]> {
    this.assertClosesDays()
    const startedMs = monotonicMs()
    const closed = await this.closePassedDays()
    while (this.#isBehind() && monotonicMs() - startedMs < OTHER_NODE_LIMIT_MS) {
      await delay(POLL_MS)
      closed.push(...(await this.closePassedDays()))
    }
    return closed
  }

  /** The sweep and the sandbox's controls may ask at the same time; the lease only keeps other nodes away. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#running.then(work, work)
    this.#running = next.catch(() => {})
    return next
  }

  #isBehind(): boolean {
    return [...this.#lags.values()].some((days) => days > 0)
  }

  /** Throws `unavailable` while this node leaves days to others. */
  assertClosesDays(): void {
    if (!this.#closesDays()) throw unavailable("this node's clock is too far off the database's: it closes no days")
  }

  #closesDays(): boolean {
    return this.#options.closesDays?.() ?? true
  }

  async #closeAll(): Promise<ClosedDay[]> {
    const closesDays = this.#closesDays()
    if (closesDays) {
      await this.#calendars.begin()
      await this.#calendars.guardHolds()
    }
    const closed: ClosedDay[] = []
    const failures: unknown[] = []
    const lags = new Map<string, number>()
    for (const { institutionId, dates, held } of await this.#passedDays()) {
      lags.set(institutionId, dates.length)
      if (!closesDays || (dates.length === 0 && held === undefined)) continue
      try {
        // A day that is held has ended all the same.
        if (held !== undefined) await this.#mark({ institutionId, date: held })
        if (dates.length === 0) continue
        const done = await this.#closeInstitution(institutionId)
        if (done === undefined) continue
        for (const date of done) closed.push({ institutionId, date })
        lags.set(institutionId, 0)
      } catch (error) {
        failures.push(dayFailure(institutionId, asProblem(error)))
      }
    }
    this.#lags = lags
    if (failures.length > 0) throw failures[0]
    return closed
  }

  /** Undefined when another node has the lease. */
  async #closeInstitution(institutionId: string): Promise<readonly BusinessDate[] | undefined> {
    const lease = await this.#calendars.lease(institutionId)
    if (lease === undefined) return undefined
    try {
      // The node that had the lease before may have closed some of them.
      const [passed] = await this.#passedDays(institutionId)
      const dates = passed?.dates ?? []
      const [first, last] = [dates[0], dates.at(-1)]
      if (first === undefined || last === undefined) return dates
      const busy = await this.#noting({ institutionId, date: first }, async (at) => {
        at('WORK')
        const found = await daysWithWork(institutionId, dates, this.#options.steps)
        at('POSTINGS')
        await this.#endDays({ institutionId, date: last })
        return found
      })
      let isFirst = true
      for (const date of dates) {
        if (!busy.has(date)) continue
        await this.#closeDay({ institutionId, date }, lease, isFirst)
        isFirst = false
      }
      return dates
    } finally {
      // If this fails the lease expires by itself.
      await lease.release().catch(() => {})
    }
  }

  /** From here on no order gets the date or an earlier one. */
  async #endDays({ institutionId, date }: ClosedDay): Promise<void> {
    const late = this.#late.get(institutionId)
    if (late !== undefined && (await late.left()) > 0) throw notEnded(await late.left())
    this.#late.delete(institutionId)
    await this.#mark({ institutionId, date })
  }

  async #mark({ institutionId, date }: ClosedDay): Promise<void> {
    await this.#options.database.query(
      `INSERT INTO book_days AS d (institution_id, ended_through, closed_through) VALUES ($1, $2, '')
       ON CONFLICT (institution_id) DO UPDATE SET ended_through = greatest(d.ended_through, excluded.ended_through)`,
      [institutionId, date],
    )
  }

  /** Closes one day and all days before it. */
  async #closeDay({ institutionId, date }: ClosedDay, lease: Lease, isFirst: boolean): Promise<void> {
    lease.assertHeld()
    const { database, clock, steps } = this.#options
    await database.query('UPDATE institutions SET cutover_until = $2 WHERE institution_id = $1', [
      institutionId,
      isoTimestamp(clock.now() + CUTOVER_MS),
    ])
    await this.#noting({ institutionId, date }, async (at) => {
      try {
        at('POSTINGS')
        if (isFirst) await this.#awaitPostings(institutionId)
        for (const step of steps) {
          at(step.name)
          await step.run(institutionId, date)
        }
        at('CLOSE')
        await database.transaction((sql) => this.#close(sql, { institutionId, date }))
      } catch (error) {
        // The day stays open and is retried; until then the institution keeps working.
        await database.query('UPDATE institutions SET cutover_until = NULL WHERE institution_id = $1', [institutionId])
        throw error
      }
    })
  }

  /** Runs work on a day, and notes the step that failed, for people who look at the day. */
  async #noting<T>({ institutionId, date }: ClosedDay, work: (at: (step: string) => void) => Promise<T>): Promise<T> {
    const { database, clock } = this.#options
    let step = ''
    try {
      return await work((next) => {
        step = next
      })
    } catch (error) {
      const failure = { date, step, error: shownError(error), sinceMs: clock.now() }
      // Without the database there is nowhere to note it: the log has it.
      await noteFailure(database, institutionId, failure).catch(() => {})
      throw error
    }
  }

  /** Partners are told of every day that this closes, also of those without work before it. */
  async #close(sql: Sql, { institutionId, date }: ClosedDay): Promise<void> {
    const { rows } = await sql.query<{ closed_through: string | null }>(
      'SELECT closed_through FROM institutions WHERE institution_id = $1 FOR NO KEY UPDATE',
      [institutionId],
    )
    await this.#assertNotHeld(sql, { institutionId, date })
    const closedThrough = rows[0]?.closed_through ?? date
    if (closedThrough < date)
      await this.#noteClosed(sql, institutionId, datesUntil(addDays(closedThrough, 1), addDays(date, 1)))
    await sql.query(
      `UPDATE institutions
          SET closed_through = greatest(closed_through, $2::text), cutover_until = NULL
        WHERE institution_id = $1`,
      [institutionId, date],
    )
    await settleDays(sql, institutionId, date)
    if (closedThrough >= date) return
    const nowMs = this.#options.clock.now()
    for (const day of datesUntil(latest(addDays(closedThrough, 1), addDays(date, 1 - MOST_TOLD)), addDays(date, 1))) {
      await storeEvent(sql, nowMs, {
        kind: 'business-day.closed',
        institutionId,
        resource: `institution/${institutionId}`,
        data: { institutionId, date: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`, state: 'CLOSED' },
      })
    }
  }

  /** Holds take the lease, which this node has lost then without noticing. */
  async #assertNotHeld(sql: Sql, { institutionId, date }: ClosedDay): Promise<void> {
    const [calendar] = await readCalendars(sql, institutionId)
    const hold = calendar && holdInForce(calendar, this.#options.clock.now())
    if (hold !== undefined && hold.date <= date) throw new Error(`${hold.date} is held`)
  }

  /** For `verify`. Transactions from closed_xid on begin later; on distributed books their ids do not tell. */
  async #noteClosed(sql: Sql, institutionId: string, dates: readonly BusinessDate[]): Promise<void> {
    const { database, clock } = this.#options
    const xid = database.isDistributed ? 'NULL::bigint' : 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'
    await sql.query(
      `INSERT INTO closed_days (institution_id, business_date, closed_at, closed_xid)
       SELECT $1, date, $3, ${xid} FROM unnest($2::text[]) AS closed (date)
       ON CONFLICT DO NOTHING`,
      [institutionId, dates, isoTimestamp(clock.now())],
    )
  }

  /**
   * Waits until every node refuses orders and the postings under way, which may carry the date, have ended. Throws when they do not
   * in time.
   */
  async #awaitPostings(institutionId: string): Promise<void> {
    const { database, inFlightLimitMs = IN_FLIGHT_LIMIT_MS } = this.#options
    await database.changes.confirm('directory')
    const startedMs = monotonicMs()
    const begun = await PostingsUnderWay.find(database)
    for (;;) {
      const left = await begun.left()
      if (left === 0) return
      if (monotonicMs() - startedMs >= inFlightLimitMs) {
        this.#late.set(institutionId, begun)
        throw notEnded(left)
      }
      await delay(POLL_MS)
    }
  }

  async #passedDays(institutionId?: string): Promise<PassedDays[]> {
    const { database, clock } = this.#options
    const nowMs = clock.now()
    const calendars = await readCalendars(database, institutionId)
    return calendars.map((calendar) => passedDaysOf(calendar, nowMs))
  }
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
  /** Oldest first, without those that a hold keeps from being closed. */
  readonly dates: readonly BusinessDate[]
  /** The last day that is kept so. */
  readonly held: BusinessDate | undefined
}

function passedDaysOf(calendar: InstitutionCalendar, nowMs: number): PassedDays {
  const { institutionId, closedThrough } = calendar
  const [today, hold] = [businessDateAt(nowMs, calendar), holdInForce(calendar, nowMs)]
  const isHeld = hold !== undefined && hold.date < today
  const dates = closedThrough === null ? [] : datesUntil(addDays(closedThrough, 1), isHeld ? hold.date : today)
  return { institutionId, dates, held: isHeld ? addDays(today, -1) : undefined }
}

function notEnded(postings: number): Error {
  return new Error(
    `${postings} database transactions that began before the cutover have not ended: the day stays CLOSING`,
  )
}

function latest(one: BusinessDate, other: BusinessDate): BusinessDate {
  return one > other ? one : other
}

function datesUntil(first: BusinessDate, end: BusinessDate): BusinessDate[] {
  const days = Math.max(0, daysBetween(first, end))
  return Array.from({ length: days }, (_, n) => addDays(first, n))
}

/** Stays a Problem if it is one: a database that cannot be reached is 503 for the sandbox's clock, not a defect. */
function dayFailure(institutionId: string, error: unknown): Error {
  const message = `the end of day of ${institutionId} failed: ${messageOf(error)}`
  return isUnclear(error) ? unavailable(message, error) : new Error(message, { cause: error })
}

/** Of many failures, the first one tells more than their number. */
function shownError(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : undefined
  const text = first === undefined ? messageOf(error) : `${messageOf(error)}: ${messageOf(first)}`
  return text.slice(0, MOST_SHOWN)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
