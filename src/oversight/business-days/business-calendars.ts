// The calendar of an institution's business days: its first date, the day that is held or cannot be closed, and the lease of the node
// that closes days at present. A hold has the lease of its own: nodes of the version before know no holds, but leave the days of an
// institution to who has its lease.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import {
  addDays,
  type BusinessDate,
  type BusinessDay,
  businessDateAt,
  type Clock,
  endOfDateMs,
  isoTimestamp,
} from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'

/** Holds the lease for a hold. */
const HOLD = '00000000-0000-7000-8000-0000000000d1'

export interface Lease {
  /** Throws once another node may have taken it. */
  assertHeld(): void
  release(): Promise<void>
}

/**
 * The first business date: that of the activation, or of the oldest transaction when the institution is older. Asked of one institution:
 * transactions may lie on another server than the directory.
 */
async function firstDateOf(sql: Sql, institutionId: string, closedThrough: BusinessDate): Promise<BusinessDate> {
  const { rows } = await sql.query<{ date: string | null }>(
    `SELECT min(business_date COLLATE "C") AS date FROM transactions
      WHERE institution_id = $1 AND institution_id COLLATE "POSIX" = $1`,
    [institutionId],
  )
  const oldest = rows[0]?.date ?? null
  const activated = addDays(closedThrough, 1)
  return oldest !== null && oldest < activated ? oldest : activated
}

/** A day that is not closed before an instant. */
export interface Hold {
  readonly date: BusinessDate
  readonly untilMs: number
  readonly reason: string
}

/** Attempts to close a day that failed, without one that succeeded since. */
export interface FailedClosing {
  readonly date: BusinessDate
  readonly step: string
  readonly error: string
  readonly sinceMs: number
  readonly times: number
}

export interface InstitutionCalendar extends BusinessDay {
  readonly institutionId: string
  /** Null while the institution has never been active: it has no business days then. */
  readonly firstDate: BusinessDate | null
  readonly closedThrough: BusinessDate | null
  readonly endedThrough: BusinessDate | null
  /** When `endedThrough` was ended, ahead of its cutover. */
  readonly endedAtMs: number | undefined
  /** Also one whose time is over. */
  readonly hold: Hold | undefined
  readonly failure: FailedClosing | undefined
}

interface CalendarRow {
  institution_id: string
  time_zone: string
  cutover_time: string
  closed_through: string | null
  ended_through: string | null
  first_date: string | null
  ended_at: Date | null
  held_date: string | null
  held_until: Date | null
  held_reason: string | null
  failed_date: string | null
  failed_step: string | null
  failed_error: string | null
  failed_since: Date | null
  failed_times: number | null
}

const CALENDARS = `
  SELECT i.institution_id, i.time_zone, i.cutover_time, i.closed_through, i.ended_through, c.first_date, c.ended_at, c.held_date,
         c.held_until, c.held_reason, c.failed_date, c.failed_step, c.failed_error, c.failed_since, c.failed_times
    FROM institutions i LEFT JOIN business_calendars c USING (institution_id)`

/** By the id of the institution's record; undefined when there is none. `lock` keeps its days from being closed meanwhile. */
export async function readCalendar(sql: Sql, id: string, lock?: 'lock'): Promise<InstitutionCalendar | undefined> {
  // By itself: a statement that waits for a lock does not see what the transaction before changed in other tables.
  if (lock !== undefined) await sql.query('SELECT FROM institutions WHERE id = $1 FOR NO KEY UPDATE', [id])
  const { rows } = await sql.query<CalendarRow>(`${CALENDARS} WHERE i.id = $1`, [id])
  const [row] = rows
  if (row === undefined) return undefined
  const { institution_id: institutionId, closed_through: closedThrough } = row
  const firstDate = closedThrough && (row.first_date ?? (await firstDateOf(sql, institutionId, closedThrough)))
  return calendarOf(row, firstDate)
}

/** Of one institution, or of all whose days are closed. `firstDate` is null where no node has begun the calendar yet. */
export async function readCalendars(sql: Sql, institutionId?: string): Promise<InstitutionCalendar[]> {
  const { rows } = await sql.query<CalendarRow>(
    `${CALENDARS}
      WHERE i.status IN ('ACTIVE', 'SUSPENDED', 'TERMINATED') AND i.closed_through IS NOT NULL
        AND ($1::text IS NULL OR i.institution_id = $1)
      ORDER BY i.institution_id`,
    [institutionId ?? null],
  )
  return rows.map((row) => calendarOf(row, row.first_date))
}

function calendarOf(row: CalendarRow, firstDate: BusinessDate | null): InstitutionCalendar {
  const { held_until: heldUntil, failed_since: failedSince } = row
  return {
    institutionId: row.institution_id,
    timeZone: row.time_zone,
    cutoverTime: row.cutover_time,
    firstDate,
    closedThrough: row.closed_through,
    endedThrough: row.ended_through,
    endedAtMs: row.ended_at?.getTime(),
    hold:
      row.held_date === null || heldUntil === null
        ? undefined
        : { date: row.held_date, untilMs: heldUntil.getTime(), reason: row.held_reason ?? '' },
    failure:
      row.failed_date === null || failedSince === null
        ? undefined
        : {
            date: row.failed_date,
            step: row.failed_step ?? '',
            error: row.failed_error ?? '',
            sinceMs: failedSince.getTime(),
            times: row.failed_times ?? 0,
          },
  }
}

/** The hold that keeps days from being closed: that date and those after it. */
export function holdInForce({ hold, closedThrough }: InstitutionCalendar, nowMs: number): Hold | undefined {
  if (hold === undefined || hold.untilMs <= nowMs) return undefined
  return closedThrough !== null && hold.date <= closedThrough ? undefined : hold
}

/** When a date ended, or will end: at its cutover, unless it was ended before that. */
export function endOf(calendar: InstitutionCalendar, date: BusinessDate): number {
  const { endedThrough, endedAtMs } = calendar
  const byClockMs = endOfDateMs(date, calendar)
  return endedThrough === date && endedAtMs !== undefined ? Math.min(byClockMs, endedAtMs) : byClockMs
}

/** A hold of days that are over does not keep a node from closing others. */
const FREE = `lease_holder IS NULL OR lease_holder = '${HOLD}' OR lease_until <= now()`

/** Leases last by the database's clock; a hold ends by the business clock, which the sandbox can move. */
const LEASE_OF_HOLD = (now: string) => `
  lease_holder = CASE WHEN held_until > ${now}::timestamptz THEN '${HOLD}'::uuid END,
  lease_until = CASE WHEN held_until > ${now}::timestamptz THEN now() + (held_until - ${now}::timestamptz) END`

/** Holds a day. False while a node is closing days of the institution. */
export async function storeHold(sql: Sql, institutionId: string, hold: Hold, nowMs: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE business_calendars
        SET held_date = $2, held_until = $3, held_reason = $4,
            lease_holder = '${HOLD}', lease_until = now() + ($3::timestamptz - $5::timestamptz)
      WHERE institution_id = $1 AND (${FREE})`,
    [institutionId, hold.date, isoTimestamp(hold.untilMs), hold.reason, isoTimestamp(nowMs)],
  )
  return rowCount > 0
}

export async function endHold(sql: Sql, institutionId: string): Promise<void> {
  await sql.query(
    `UPDATE business_calendars
        SET held_date = NULL, held_until = NULL, held_reason = NULL,
            lease_until = CASE WHEN lease_holder = '${HOLD}' THEN NULL ELSE lease_until END,
            lease_holder = nullif(lease_holder, '${HOLD}')
      WHERE institution_id = $1`,
    [institutionId],
  )
}

/** An institution that has just become active has no calendar yet. */
export async function beginCalendar(sql: Sql, { institutionId, firstDate }: InstitutionCalendar): Promise<void> {
  await sql.query(
    'INSERT INTO business_calendars (institution_id, first_date) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [institutionId, firstDate],
  )
}

export async function noteFailure(
  sql: Sql,
  institutionId: string,
  failure: Omit<FailedClosing, 'times'>,
): Promise<void> {
  const { date, step, error, sinceMs } = failure
  await sql.query(
    `UPDATE business_calendars
        SET failed_since = CASE WHEN failed_date = $2 THEN failed_since ELSE $5 END,
            failed_times = CASE WHEN failed_date = $2 THEN failed_times + 1 ELSE 1 END,
            failed_date = $2, failed_step = $3, failed_error = $4
      WHERE institution_id = $1`,
    [institutionId, date, step, error, isoTimestamp(sinceMs)],
  )
}

/** Forgets holds and failures of days that are closed now. */
export async function settleDays(sql: Sql, institutionId: string, closedThrough: BusinessDate): Promise<void> {
  await sql.query(
    `UPDATE business_calendars SET failed_date = NULL, failed_step = NULL, failed_error = NULL, failed_since = NULL, failed_times = 0
      WHERE institution_id = $1 AND failed_date <= $2`,
    [institutionId, closedThrough],
  )
  await sql.query(
    `UPDATE business_calendars SET held_date = NULL, held_until = NULL, held_reason = NULL
      WHERE institution_id = $1 AND held_date <= $2`,
    [institutionId, closedThrough],
  )
}

export class BusinessCalendars {
  readonly #database: Database
  readonly #clock: Clock
  readonly #leaseMs: number
  readonly #holder: string

  constructor(database: Database, clock: Clock, leaseMs: number) {
    this.#database = database
    this.#clock = clock
    this.#leaseMs = leaseMs
    this.#holder = newId(clock.now())
  }

  /** Gives every institution that has become active its calendar, which begins today unless activation has said so. */
  async begin(): Promise<void> {
    const { rows } = await this.#database.query<{ institution_id: string; time_zone: string; cutover_time: string }>(
      `SELECT institution_id, time_zone, cutover_time FROM institutions
        WHERE status IN ('ACTIVE', 'SUSPENDED') AND closed_through IS NULL`,
    )
    for (const row of rows) {
      const today = businessDateAt(this.#clock.now(), { timeZone: row.time_zone, cutoverTime: row.cutover_time })
      await this.#database.query(
        'UPDATE institutions SET closed_through = $2 WHERE institution_id = $1 AND closed_through IS NULL',
        [row.institution_id, addDays(today, -1)],
      )
    }
    const missing = await this.#database.query<{ institution_id: string; closed_through: string }>(
      `SELECT i.institution_id, i.closed_through
         FROM institutions i
        WHERE i.closed_through IS NOT NULL
          AND NOT EXISTS (SELECT FROM business_calendars c WHERE c.institution_id = i.institution_id)`,
    )
    for (const { institution_id: institutionId, closed_through: closedThrough } of missing.rows) {
      await this.#database.query(
        'INSERT INTO business_calendars (institution_id, first_date) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [institutionId, await firstDateOf(this.#database, institutionId, closedThrough)],
      )
    }
  }

  /** Undefined while another node has it. Expiry goes by the database's clock, which all nodes share. */
  async lease(institutionId: string): Promise<Lease | undefined> {
    if (!(await this.#take(institutionId, `${FREE} OR lease_holder = $2`))) return undefined
    let isHeld = true
    const renewal = setInterval(() => {
      // When the database cannot be reached the lease may expire; the next statement of the work fails anyway.
      this.#take(institutionId, 'lease_holder = $2').then(
        (renewed) => {
          isHeld &&= renewed
        },
        () => {},
      )
    }, this.#leaseMs / 3).unref()
    return {
      assertHeld() {
        if (!isHeld) throw new Error('another node has taken over')
      },
      release: async () => {
        clearInterval(renewal)
        await this.#database.query(
          `UPDATE business_calendars SET ${LEASE_OF_HOLD('$3')} WHERE institution_id = $1 AND lease_holder = $2`,
          [institutionId, this.#holder, isoTimestamp(this.#clock.now())],
        )
      },
    }
  }

  /** Gives back to holds the leases of nodes that died. */
  async guardHolds(): Promise<void> {
    await this.#database.query(
      `UPDATE business_calendars SET ${LEASE_OF_HOLD('$1')}
        WHERE held_until > $1 AND (lease_holder IS NULL OR lease_until <= now())`,
      [isoTimestamp(this.#clock.now())],
    )
  }

  async #take(institutionId: string, condition: string): Promise<boolean> {
    const { rowCount } = await this.#database.query(
      `UPDATE business_calendars SET lease_holder = $2, lease_until = now() + $3 * interval '1 millisecond'
        WHERE institution_id = $1 AND (${condition})`,
      [institutionId, this.#holder, this.#leaseMs],
    )
    return rowCount > 0
  }
}
