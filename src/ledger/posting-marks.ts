// Marks of postings. On books that lie on several servers no transaction id tells what is new: each batch chooses a mark, which its
// transactions and journals get, and leaves a row in `posting_marks` that commits with them (docs/decisions/0057).

import { randomInt } from 'node:crypto'
import type { Sql, Statement, Step } from '../storage/database.ts'

const EPOCH_MS = 1_600_000_000_000
const RANDOM_BITS = 20

// The mark is set for the defaults of the rows that follow, and stored, by one statement.
const MARK_BATCH: Statement = {
  name: 'mark-batch',
  text: `INSERT INTO posting_marks (institution_id, mark) VALUES ($1, set_config('tillgate.mark', $2, true)::bigint)`,
}

/**
 * Begins with the time, so that the index of the rows grows at its end. Two batches of an institution that choose the same one
 * meet at the key of `posting_marks`, and the second is repeated.
 */
function newMark(): string {
  return ((BigInt(Date.now() - EPOCH_MS) << BigInt(RANDOM_BITS)) | BigInt(randomInt(2 ** RANDOM_BITS))).toString()
}

/** The first steps of a batch's writes, one per institution; the batch has one mark. */
export function markSteps(institutionIds: Iterable<string>): Step[] {
  const mark = newMark()
  return Array.from(institutionIds, (institutionId) => ({ statement: MARK_BATCH, values: [institutionId, mark] }))
}

/** Before a writer outside the pipeline inserts transactions or journals. Does nothing when the books lie on one server. */
export async function markPostings(sql: Sql, institutionIds: Iterable<string>): Promise<void> {
  await sql.query('SELECT mark_postings($1)', [[...institutionIds]])
}
