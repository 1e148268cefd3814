// Marks of postings. On books that lie on several servers no transaction id tells what is new: each batch chooses a mark, which its
// transactions and journals get, and leaves a row in `posting_marks` that commits with them (docs/decisions/0057).

import { newShortId } from '../platform/kernel/identifiers/ids.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import type { Sql, Statement, Step } from '../platform/storage/database.ts'

// For the defaults of the rows that follow. A statement of its own: Citus plans an INSERT with such a function on every use.
const SET_MARK: Statement = { name: 'set-mark', text: `SELECT set_config('tillgate.mark', $1, true)` }

const INSERT_MARK: Statement = {
  name: 'insert-mark',
  text: 'INSERT INTO posting_marks (institution_id, mark) VALUES ($1, $2::bigint)',
}

/**
 * By the time, so that the index of the rows grows at its end. Two batches of an institution that choose the same one meet at the
 * key of `posting_marks`, and the second is repeated.
 */
function newMark(): string {
  return newShortId(systemClock.now()).toString()
}

/** The first steps of a batch's writes; the institutions of a batch have one mark. */
export function markSteps(institutionIds: Iterable<string>): Step[] {
  const mark = newMark()
  return [
    { statement: SET_MARK, values: [mark] },
    ...Array.from(institutionIds, (institutionId) => ({ statement: INSERT_MARK, values: [institutionId, mark] })),
  ]
}

/** Before a writer outside the pipeline inserts transactions or journals. Does nothing when the books lie on one server. */
export async function markPostings(sql: Sql, institutionIds: Iterable<string>): Promise<void> {
  await sql.query('SELECT mark_postings($1)', [[...institutionIds]])
}
