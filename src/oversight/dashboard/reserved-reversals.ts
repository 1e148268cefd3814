// What rollups count as reversed although the outcome of the reversal is unknown: reversed amounts of the dashboard go without it.

import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { VolumeRow } from './figures.ts'

/** Rollups have counted a reversal of this age. A younger one is on its way, and they may not know of it. */
const COUNTED_AFTER_MS = 10_000

export interface ReservedRange {
  /** Undefined: all. */
  readonly institutionId: string | undefined
  readonly from: BusinessDate
  readonly to: BusinessDate
  readonly nowMs: number
}

export interface ReservedRow extends VolumeRow {
  business_date: BusinessDate
  hour: Date
}

/** Rows to add to those of rollups, by business date and hour of the original. They take back amounts and count nothing. */
export async function readReserved(
  database: Database,
  { institutionId, from, to, nowMs }: ReservedRange,
): Promise<ReservedRow[]> {
  const ofInstitution = institutionId === undefined ? '' : 'AND u.institution_id = $4 AND o.institution_id = $4'
  const { rows } = await database.query<ReservedRow>(
    `SELECT o.business_date, date_bin('1 hour', o.recorded_at, 'epoch') AS hour, false AS is_reversal, '000' AS response_code,
            o.currency, 0::bigint AS count, '0' AS amount_minor, (-sum(u.amount_minor))::text AS reversed_minor
       FROM transactions u
       JOIN transactions o
         ON o.institution_id = u.institution_id AND o.account_id = u.account_id AND o.transaction_id = u.original_id
      WHERE u.response_code = '911' AND u.original_id IS NOT NULL AND u.recorded_at < $1
        AND o.response_code = '000' AND o.business_date BETWEEN $2 AND $3 ${ofInstitution}
      GROUP BY 1, 2, o.currency`,
    [new Date(nowMs - COUNTED_AFTER_MS), from, to, ...(institutionId === undefined ? [] : [institutionId])],
  )
  return rows
}
