// The calendar of an institution's business days: its first date, and the lease of the node that closes days at present.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import {
  addDays,
  type BusinessDate,
  type BusinessDay,
  businessDateAt,
  type Clock,
} from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'

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

export interface InstitutionCalendar extends BusinessDay {
  readonly institutionId: string
  /** Null while the institution has never been active: it has no business days then. */
  readonly firstDate: BusinessDate | null
  readonly closedThrough: BusinessDate | null
}

/** By the id of the institution's record; undefined when there is none. */
export async function readCalendar(sql: Sql, id: string): Promise<InstitutionCalendar | undefined> {
  const { rows } = await sql.query<{
    institution_id: string
    time_zone: string
    cutover_time: string
    closed_through: string | null
    first_date: string | null
  }>(
    `SELECT i.institution_id, i.time_zone, i.cutover_time, i.closed_through,
            c.first_date
       FROM institutions i LEFT JOIN business_calendars c USING (institution_id)
      WHERE i.id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { institution_id: institutionId, closed_through: closedThrough } = row
  return {
    institutionId,
    timeZone: row.time_zone,
    cutoverTime: row.cutover_time,
    firstDate: closedThrough && (row.first_date ?? (await firstDateOf(sql, institutionId, closedThrough))),
    closedThrough,
  }
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
    if (!(await this.#take(institutionId, 'lease_holder IS NULL OR lease_holder = $2 OR lease_until <= now()')))
      return undefined
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
          `UPDATE business_calendars SET lease_holder = NULL, lease_until = NULL
            WHERE institution_id = $1 AND lease_holder = $2`,
          [institutionId, this.#holder],
        )
      },
    }
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
