// The mark of an institution's closed days, which lies with its books (docs/decisions/0074). Every transaction that posts checks it
// after its writes, right before its commit. Whoever closes a day moves the mark first and then waits for the transactions that have
// written by then (jobs/postings-under-way.ts): the others see the mark, fail, and are decided again on the next day.

import type { BusinessDate } from '../platform/kernel/time/clock.ts'
import { textArray } from '../platform/storage/batches/array-literal.ts'
import type { Sql, Statement, Step } from '../platform/storage/database.ts'
import { DAY_CLOSED } from '../platform/storage/statements/sqlstate.ts'

/** The dates that a transaction posts under in the books of one institution. */
export interface PostedDates {
  readonly institutionId: string
  /** The earliest business date of its orders. */
  readonly businessDate: BusinessDate
  /** The earliest date of what the end of a day posts on the day that it closes. */
  readonly closingDate?: BusinessDate | undefined
}

// The cast fails when the day is closed. It must be an error: the commit is sent in the same round trip.
const CHECKED = (businessDate: string, closingDate: string) => `
  (CASE WHEN d.ended_through >= ${businessDate} OR d.closed_through >= ${closingDate}
        THEN '${DAY_CLOSED} ' || d.institution_id || ' ' || d.ended_through ELSE '0' END)::integer AS closed`

const CHECK_DAY: Statement = {
  name: 'check-day',
  text: `SELECT ${CHECKED('$2', '$3')} FROM book_days d WHERE institution_id = $1`,
}

const CHECK_DAYS_OF_SEVERAL: Statement = {
  name: 'check-days-of-several',
  text: `SELECT ${CHECKED('k.business_date', 'k.closing_date')}
           FROM unnest($1::text[], $2::text[], $3::text[]) AS k (key_institution, business_date, closing_date)
           JOIN book_days d ON d.institution_id = k.key_institution`,
}

/** No date is later. */
const NEVER = '99999999'

/** The last writes of a batch: fail unless all its dates are open. */
export function checkDaySteps(posted: readonly PostedDates[], isDistributed: boolean): Step[] {
  if (posted.length === 1 || isDistributed) {
    return posted.map(({ institutionId, businessDate, closingDate = NEVER }) => {
      return { statement: CHECK_DAY, values: [institutionId, businessDate, closingDate] }
    })
  }
  const values = [
    textArray(posted.map(({ institutionId }) => institutionId)),
    textArray(posted.map(({ businessDate }) => businessDate)),
    textArray(posted.map(({ closingDate = NEVER }) => closingDate)),
  ]
  return [{ statement: CHECK_DAYS_OF_SEVERAL, values }]
}

/** The same for a writer outside the pipeline, in its transaction and after its writes. */
export async function checkDay(sql: Sql, institutionId: string, businessDate: BusinessDate): Promise<void> {
  await sql.query(CHECK_DAY, [institutionId, businessDate, NEVER])
}

/** The last date that the books of an institution have ended; '' when there is none. */
export async function readEndedThrough(sql: Sql, institutionId: string): Promise<BusinessDate> {
  const { rows } = await sql.query<{ ended_through: string }>(
    'SELECT ended_through FROM book_days WHERE institution_id = $1',
    [institutionId],
  )
  return rows[0]?.ended_through ?? ''
}

/**
 * The last days that books have ended, learned from checks that failed. What was learned holds until the ended days that the node
 * knows of change: then they include it, or the sandbox was reset.
 */
export class EndedDays {
  readonly #learned = new Map<string, { readonly date: BusinessDate; readonly known: BusinessDate }>()

  /** At least `known`, the last ended day that the node knows of. */
  of(institutionId: string, known: BusinessDate): BusinessDate {
    const learned = this.#learned.get(institutionId)
    if (learned === undefined) return known
    if (learned.known === known && learned.date > known) return learned.date
    this.#learned.delete(institutionId)
    return known
  }

  learn(institutionId: string, date: BusinessDate, known: BusinessDate): void {
    this.#learned.set(institutionId, { date, known })
  }
}
