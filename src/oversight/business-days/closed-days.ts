// Months whose business days are not all closed yet are not history.

import type { Cut } from '../../platform/history/history-group.ts'
import type { Sql } from '../../platform/storage/database.ts'

/** None for a book without business days: that of a digital institution alone. */
export async function unclosedDays(sql: Sql, { institutionId, lastDay }: Cut): Promise<string[]> {
  const { rows } = await sql.query<{ closed_through: string | null }>(
    `SELECT closed_through FROM institutions WHERE institution_id = $1 AND coalesce(closed_through, '') < $2`,
    [institutionId, lastDay],
  )
  if (rows[0] === undefined) return []
  return [`business days are closed through ${rows[0].closed_through ?? 'none'} only`]
}
