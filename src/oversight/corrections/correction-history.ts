// Corrections and the archive: a transaction that counts as reversed because of a later correction stays until the correction's
// journal may leave too.

import { type Cut, DATE_SLACK } from '../../platform/history/history-group.ts'
import type { Sql } from '../../platform/storage/database.ts'

export async function correctedTransactions(sql: Sql, { institutionId, end }: Cut): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT DISTINCT transaction_id AS id FROM corrections
      WHERE institution_id = $1 AND counted_minor <> 0 AND created_at >= $2::timestamptz - ${DATE_SLACK}`,
    [institutionId, end],
  )
  return rows.map((row) => row.id)
}
