// Cash of terminals and the archive. In the books the balances of the vaults stay. At another core what orders have moved that leave is
// added to the movement that cash is counted from, in the transaction that removes them.

import { APPROVED_CODE } from '../../channels/core/outcome.ts'
import type { Cut, ExportedRow } from '../../platform/history/history-group.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { BROUGHT_BY_ARCHIVED, MOVES_CASH } from './order-cash.ts'

/**
 * The months that leave are more than a year old, so a movement of today is after all of their orders. Those before the last COUNT, and
 * those before the first movement, are not counted any more.
 */
export async function carryCash(sql: Sql, { institutionId }: Cut, orders: readonly ExportedRow[]): Promise<void> {
  const moved = orders.filter((row) => row.response_code === APPROVED_CODE && MOVES_CASH.has(String(row.type)))
  if (moved.length === 0) return
  const column = (name: string) => moved.map((row) => row[name] ?? null)
  await sql.query(
    `WITH gone AS (
            SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::timestamptz[], $9::uuid[])
                       AS t (type, terminal_id, currency, amount_minor, fee_minor, cash_minor, recorded_at, original_id)),
          anchors AS (
            SELECT DISTINCT ON (m.terminal_id, m.currency) m.movement_id, m.terminal_id, m.currency, m.at
              FROM cash_movements m
             WHERE m.institution_id = $1 AND NOT m.is_posted AND m.terminal_id IN (SELECT terminal_id FROM gone)
             ORDER BY m.terminal_id, m.currency, m.kind <> 'COUNT', CASE m.kind WHEN 'COUNT' THEN m.at END DESC,
                      CASE m.kind WHEN 'COUNT' THEN m.movement_id END DESC, m.movement_id),
          moved AS (
            SELECT a.movement_id, sum(${BROUGHT_BY_ARCHIVED})::bigint AS amount_minor
              FROM gone t JOIN anchors a ON a.terminal_id = t.terminal_id AND a.currency = t.currency AND t.recorded_at > a.at
             GROUP BY a.movement_id)
     UPDATE cash_movements AS m SET archived_minor = m.archived_minor + moved.amount_minor
       FROM moved WHERE m.institution_id = $1 AND m.movement_id = moved.movement_id`,
    [
      institutionId,
      column('type'),
      column('terminal_id'),
      column('currency'),
      column('amount_minor'),
      column('fee_minor'),
      column('cash_minor'),
      column('recorded_at'),
      column('original_id'),
    ],
  )
}
