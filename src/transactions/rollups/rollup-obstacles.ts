// Days that are not rolled up yet need their transactions.

import type { Cut } from '../../history/history-group.ts'
import type { Sql } from '../../storage/database.ts'

export async function uncountedDays(sql: Sql, { institutionId, lastDay }: Cut): Promise<string[]> {
  const { rows } = await sql.query(
    `SELECT FROM rollup_rebuilds WHERE institution_id = $1 AND business_date <= $2
      UNION ALL
     SELECT FROM transaction_changes WHERE institution_id = $1 AND business_date <= $2
      UNION ALL
     SELECT FROM transactions t, rollup_state s
      WHERE t.insert_xid >= pg_snapshot_xmin(s.snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(t.insert_xid::text::xid8, s.snapshot)
        AND t.institution_id = $1 AND t.business_date <= $2
      UNION ALL
     SELECT FROM institutions i WHERE i.institution_id = $1 AND NOT EXISTS (SELECT FROM rollup_state WHERE snapshot IS NOT NULL)
      LIMIT 1`,
    [institutionId, lastDay],
  )
  return rows.length === 0
    ? []
    : ['transactions are still being rolled up; run a gateway, or `tillgate rollups rebuild`']
}
