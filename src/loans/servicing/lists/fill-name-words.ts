// Gives loans the words that searches by name compare: loans that were made before there were such words, or by a node of an
// earlier version during an upgrade. Afterwards there is nothing to find.

import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { institutionsWith } from '../../../platform/storage/distribution/institutions-with.ts'
import { partnersWords } from '../../origination/applications/applicant-name.ts'
import type { JsonObject } from '../loan-record.ts'

const EVERY_MS = 2_000
const BUDGET_MS = 1_000
const PER_STEP = 200

export function fillNameWordsSweep(database: Database): Sweep {
  return {
    name: 'fill-loan-names',
    everyMs: EVERY_MS,
    async run() {
      const startedMs = monotonicMs()
      for (const institutionId of await placesOf(database))
        for (let filled = PER_STEP; filled === PER_STEP && monotonicMs() - startedMs < BUDGET_MS; )
          filled = await database.transaction((sql) => fillNext(sql, institutionId))
    },
  }
}

/** On distributed books a statement that locks or writes is for one institution. */
async function placesOf(database: Database): Promise<readonly (string | undefined)[]> {
  return database.isDistributed ? await institutionsWith(database, 'loans WHERE name_words IS NULL') : [undefined]
}

/** Skips loans that a posting has locked: waiting for several locks could end in a deadlock. Returns how many it filled. */
async function fillNext(sql: Sql, institutionId: string | undefined): Promise<number> {
  const ofIt = institutionId === undefined ? [] : [institutionId]
  const { rows } = await sql.query<{ loan_id: string; partner_id: string; applicant: JsonObject }>(
    `SELECT loan_id, partner_id, applicant FROM loans
      WHERE name_words IS NULL ${institutionId === undefined ? '' : 'AND institution_id = $1'}
      ORDER BY loan_id LIMIT ${PER_STEP} FOR NO KEY UPDATE SKIP LOCKED`,
    ofIt,
  )
  if (rows.length === 0) return 0
  const named = rows.map(({ loan_id: loanId, partner_id: partnerId, applicant }) => ({
    loanId,
    words: partnersWords(partnerId, applicant),
  }))
  await sql.query(
    `UPDATE loans l
        SET name_words = array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(named.words)))
       FROM jsonb_to_recordset($1::jsonb) AS named ("loanId" uuid, words jsonb)
      WHERE l.loan_id = named."loanId" ${institutionId === undefined ? '' : 'AND l.institution_id = $2'}`,
    [JSON.stringify(named), ...ofIt],
  )
  return rows.length
}
