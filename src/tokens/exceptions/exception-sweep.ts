// What a person must look at: LEG_FAILED (a ledger refuses what was decided) and FUNDS_UNCLAIMED are kept with the postings of
// their movement (movements/posting/movement-steps.ts), drift by reconciliation. One row per movement and kind: `recorded_at` says since
// when, `attempts` how often, and `ended_at` that it is over.
//
// Nodes of the version before add a row for every refused leg and end none. The sweep makes one row of them.

import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database } from '../../platform/storage/database.ts'

const EVERY_MS = 10_000
const PER_RUN = 500

export interface ExceptionSweepParts {
  readonly database: Database
  readonly clock: Clock
}

export function exceptionSweep(parts: ExceptionSweepParts): Sweep {
  return {
    name: 'token-exceptions',
    everyMs: EVERY_MS,
    async run() {
      // Nodes of the version before do not run on distributed books.
      if (parts.database.isDistributed) return
      await mergeExceptions(parts)
      await endExceptions(parts)
    },
  }
}

/** Locked rows are left for the next run: waiting for several locks could meet a posting that waits for others of them. */
async function mergeExceptions({ database }: ExceptionSweepParts): Promise<void> {
  await database.query(`
    WITH several AS (
      SELECT movement_id, kind FROM token_exceptions
       WHERE ended_at IS NULL AND movement_id IS NOT NULL
       GROUP BY movement_id, kind HAVING count(*) > 1 LIMIT ${PER_RUN}
    ), locked AS (
      SELECT e.institution_id, e.exception_id, e.movement_id, e.kind, e.detail, e.recorded_at, e.attempts,
             coalesce(e.last_at, e.recorded_at) AS last_at
        FROM token_exceptions e JOIN several s ON s.movement_id = e.movement_id AND s.kind = e.kind
       WHERE e.ended_at IS NULL
         FOR UPDATE OF e SKIP LOCKED
    ), ranked AS (
      SELECT institution_id, exception_id,
             row_number() OVER (PARTITION BY movement_id, kind ORDER BY recorded_at, exception_id) AS place,
             sum(attempts) OVER (PARTITION BY movement_id, kind) AS attempts,
             max(last_at) OVER (PARTITION BY movement_id, kind) AS last_at
        FROM locked
    ), removed AS (
      DELETE FROM token_exceptions e USING ranked r
       WHERE r.place > 1 AND e.institution_id = r.institution_id AND e.exception_id = r.exception_id
    )
    UPDATE token_exceptions e SET attempts = r.attempts, last_at = r.last_at
      FROM ranked r
     WHERE r.place = 1 AND e.institution_id = r.institution_id AND e.exception_id = r.exception_id`)
}

/** A refused leg is over when its movement is, or when the movement waits for an operation that no refusal came before. */
async function endExceptions({ database, clock }: ExceptionSweepParts): Promise<void> {
  await database.query(
    `UPDATE token_exceptions SET ended_at = over.at
       FROM (SELECT e.institution_id, e.exception_id, coalesce(m.final_at, $1::timestamptz) AS at
               FROM token_exceptions e
               JOIN token_movements m ON m.movement_id = e.movement_id
              WHERE e.kind = 'LEG_FAILED' AND e.ended_at IS NULL
                AND (NOT m.is_open OR coalesce((m.work -> 'op' ->> 'tries')::integer, 1) = 1)
              LIMIT ${PER_RUN}
                FOR UPDATE OF e SKIP LOCKED) AS over
      WHERE token_exceptions.institution_id = over.institution_id AND token_exceptions.exception_id = over.exception_id
        AND token_exceptions.ended_at IS NULL`,
    [isoTimestamp(clock.now())],
  )
}
