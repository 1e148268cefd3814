// What a batch writes of holds: new ones, and those it lowers or releases.

import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import type { WorkingBooks } from '../batch/working-books.ts'
import { type BatchHead, step } from './batch-step.ts'

const INSERT_HOLDS: Statement = {
  name: 'insert-holds',
  text: `INSERT INTO holds (institution_id, hold_id, account_id, transaction_id, amount_minor, release_on, released_at)
         SELECT $1, h.hold_id, h.account_id, h.transaction_id, h.amount_minor, h.release_on, CASE WHEN h.released THEN $2::timestamptz END
           FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::bigint[], $7::text[], $8::boolean[])
             AS h (hold_id, account_id, transaction_id, amount_minor, release_on, released)`,
}

// Each hold is looked up by its whole key. With the accounts and the ids as two arrays the index would be searched for every
// pair of them: 64 holds took 3.7 ms instead of 1.3 ms in a table of 60,000.
const UPDATE_HOLDS: Statement = {
  name: 'update-holds',
  text: `UPDATE holds AS h
            SET amount_minor = n.amount_minor, released_at = CASE WHEN n.released THEN $2::timestamptz END
           FROM (SELECT unnest($3::text[]) AS account_id, unnest($4::uuid[]) AS hold_id,
                        unnest($5::bigint[]) AS amount_minor, unnest($6::boolean[]) AS released) AS n
          WHERE h.institution_id = $1 AND h.account_id = n.account_id AND h.hold_id = n.hold_id`,
}

export function holdSteps(
  head: BatchHead,
  { newHolds, changedHolds }: Pick<WorkingBooks, 'newHolds' | 'changedHolds'>,
): Step[] {
  const steps: Step[] = []
  if (newHolds.length > 0) {
    steps.push(
      step(
        head,
        INSERT_HOLDS,
        head.recordedAt,
        plainArray(newHolds.map((h) => h.holdId)),
        textArray(newHolds.map((h) => h.accountId)),
        plainArray(newHolds.map((h) => h.journalId)),
        plainArray(newHolds.map((h) => h.amountMinor)),
        textArray(newHolds.map((h) => h.releaseOn)),
        plainArray(newHolds.map((h) => h.released)),
      ),
    )
  }
  const changed = [...changedHolds].filter((hold) => !newHolds.includes(hold))
  if (changed.length > 0) {
    steps.push(
      step(
        head,
        UPDATE_HOLDS,
        head.recordedAt,
        textArray(changed.map((h) => h.accountId)),
        plainArray(changed.map((h) => h.holdId)),
        plainArray(changed.map((h) => h.amountMinor)),
        plainArray(changed.map((h) => h.released)),
      ),
    )
  }
  return steps
}
