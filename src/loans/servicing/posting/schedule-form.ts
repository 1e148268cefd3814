// When schedules are stored packed. Nodes that are older than packed schedules cannot read them, and may serve beside newer
// ones while an installation is upgraded: for a day after the upgrade, schedules are stored in the form that both read.

import { DAY_MS, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'

/** The migration that packed schedules came with, and the newest one of the version before. */
const PACKED_SINCE = '%packed-loan-states%'
const LAST_BEFORE = 35

/** Migrations of a new installation are applied together. */
const AT_ONCE = '10 minutes'

/** Whether schedules are packed by now. */
export async function schedulesArePacked(sql: Sql, nowMs: () => number = monotonicMs): Promise<() => boolean> {
  const { rows } = await sql.query<{ is_new: boolean; age_ms: number }>(
    `SELECT packed.applied_at - before.applied_at < interval '${AT_ONCE}' AS is_new,
            (extract(epoch FROM now() - packed.applied_at) * 1000)::float8 AS age_ms
       FROM schema_migrations packed, schema_migrations before
      WHERE packed.name LIKE '${PACKED_SINCE}' AND before.number = ${LAST_BEFORE}`,
  )
  const [found] = rows
  if (found === undefined || found.is_new) return () => true
  const fromMs = nowMs() + DAY_MS - found.age_ms
  return () => nowMs() >= fromMs
}
