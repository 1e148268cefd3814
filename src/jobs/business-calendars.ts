// The calendar of an institution's business days: its first date, and the lease of the node that closes days at present.

import { addDays, type BusinessDate, type BusinessDay, businessDateAt, type Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Database, Sql } from '../storage/database.ts'

export interface Lease {
  /** Throws once another node may have taken it. */
  assertHeld(): void
  release(): Promise<void>
}

/** The first business date: that of the activation, or of the oldest transaction when the institution is older. */
const FIRST_DATE = `
  least((SELECT min(t.business_date COLLATE "C") FROM transactions t
          WHERE t.institution_id COLLATE "POSIX" = i.institution_id),
        to_char(to_date(i.closed_through, 'YYYYMMDD') + 1, 'YYYYMMDD'))`

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
            CASE WHEN i.closed_through IS NOT NULL THEN coalesce(c.first_date, ${FIRST_DATE}) END AS first_date
       FROM institutions i LEFT JOIN business_calendars c USING (institution_id)
      WHERE i.id = $1`,
    [id],
  )
  const [row] = rows
  return (
    row && {
      institutionId: row.institution_id,
      timeZone: row.time_zone,
      cutoverTime: row.cutover_time,
      firstDate: row.first_date,
      closedThrough: row.closed_through,
    }
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
    await this.#database.query(
      `INSERT INTO business_calendars (institution_id, first_date)
       SELECT i.institution_id, ${FIRST_DATE}
         FROM institutions i
        WHERE i.closed_through IS NOT NULL
          AND NOT EXISTS (SELECT FROM business_calendars c WHERE c.institution_id = i.institution_id)
       ON CONFLICT DO NOTHING`,
    )
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
