// Entries of accounts that are not listed yet need their journals.

import type { Cut } from '../../../platform/history/history-group.ts'
import type { Sql } from '../../../platform/storage/database.ts'

export async function unlistedEntries(sql: Sql, cut: Cut): Promise<string[]> {
  const isListed = sql.isDistributed === true ? await areMarksListed(sql, cut) : await isHistoryListed(sql, cut)
  return isListed ? [] : ['entries of accounts are still being listed; run a gateway']
}

async function isHistoryListed(sql: Sql, { institutionId }: Cut): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT FROM entry_history WHERE institution_id = $1
      UNION ALL
     SELECT FROM institutions i WHERE i.institution_id = $1 AND NOT EXISTS (SELECT FROM entry_state WHERE snapshot IS NOT NULL)
      LIMIT 1`,
    [institutionId],
  )
  return rows.length === 0
}

/** Distributed books: journals are listed by marks. */
async function areMarksListed(sql: Sql, { institutionId, lastDay }: Cut): Promise<boolean> {
  const history = await sql.query('SELECT FROM entry_history WHERE institution_id = $1 LIMIT 1', [institutionId])
  if (history.rows.length > 0) return false
  const { rows } = await sql.query(
    `SELECT 1 FROM journals j JOIN posting_marks m ON m.institution_id = j.institution_id AND m.mark = j.insert_xid
      WHERE j.institution_id = $1 AND NOT m.listed AND j.effective_date <= $2 LIMIT 1`,
    [institutionId, lastDay],
  )
  return rows.length === 0
}
