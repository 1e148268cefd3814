// Entries of accounts that are not listed yet need their journals.

import type { Cut } from '../../history/history-group.ts'
import type { Sql } from '../../storage/database.ts'

export async function unlistedEntries(sql: Sql, { institutionId }: Cut): Promise<string[]> {
  const { rows } = await sql.query(
    `SELECT FROM entry_history WHERE institution_id = $1
      UNION ALL
     SELECT FROM institutions i WHERE i.institution_id = $1 AND NOT EXISTS (SELECT FROM entry_state WHERE snapshot IS NOT NULL)
      LIMIT 1`,
    [institutionId],
  )
  return rows.length === 0 ? [] : ['entries of accounts are still being listed; run a gateway']
}
