// Days that are not rolled up yet need their transactions.

import type { Cut } from '../../../platform/history/history-group.ts'
import type { Sql } from '../../../platform/storage/database.ts'

export async function uncountedDays(sql: Sql, cut: Cut): Promise<string[]> {
  const isCounted = sql.isDistributed === true ? await areMarksCounted(sql, cut) : await areDaysCounted(sql, cut)
  return isCounted ? [] : ['transactions are still being rolled up; run a gateway, or `tillgate rollups rebuild`']
}

async function areDaysCounted(sql: Sql, { institutionId, lastDay }: Cut): Promise<boolean> {
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
}

/** Distributed books: transactions are counted by marks. */
async function areMarksCounted(sql: Sql, { institutionId, lastDay }: Cut): Promise<boolean> {
  for (const [text, ...values] of [
    ['rollup_rebuilds WHERE institution_id = $1 AND business_date <= $2', lastDay],
    ['transaction_changes WHERE institution_id = $1 AND business_date <= $2', lastDay],
    [
      `transactions t JOIN posting_marks m ON m.institution_id = t.institution_id AND m.mark = t.insert_xid
        WHERE t.institution_id = $1 AND NOT m.counted AND t.business_date <= $2`,
      lastDay,
    ],
  ] as const) {
    const { rows } = await sql.query(`SELECT 1 FROM ${text} LIMIT 1`, [institutionId, ...values])
    if (rows.length > 0) return false
  }
  return true
}
