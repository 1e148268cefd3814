// The books as history: journals and released holds of closed months. What remains of them is the balance of every account at
// the end of the month.

import type { Cut, Exported, ExportedRow, HistoryTable } from '../../platform/history/history-group.ts'
import type { Month } from '../../platform/history/month.ts'
import type { Sql } from '../../platform/storage/database.ts'

/** Removes what another concept has derived from journals, with them. */
export type JournalsRemoved = (sql: Sql, cut: Cut, journals: readonly ExportedRow[]) => Promise<void>

export function journalsHistory(derived: readonly JournalsRemoved[]): HistoryTable {
  return {
    name: 'journals',
    key: [
      ['institution_id', 'text'],
      ['journal_id', 'uuid'],
    ],
    due: 't.institution_id = $1 AND t.effective_date <= $2',
    // As entries of accounts are listed: those of a batch are then the oldest ones of their accounts.
    order: 't.recorded_at, t.journal_id',
    async onRemoved(sql, cut, journals) {
      for (const remove of derived) await remove(sql, cut, journals)
    },
  }
}

export const HOLDS_HISTORY: HistoryTable = {
  name: 'holds',
  key: [
    ['institution_id', 'text'],
    ['account_id', 'text'],
    ['hold_id', 'uuid'],
  ],
  due: 't.institution_id = $1 AND t.released_at < $3',
}

/** The month of the oldest journal. */
export async function firstMonthOfBooks(sql: Sql, institutionId: string): Promise<Month | undefined> {
  const { rows } = await sql.query<{ date: string | null }>(
    'SELECT min(effective_date) AS date FROM journals WHERE institution_id = $1',
    [institutionId],
  )
  return rows[0]?.date?.slice(0, 6)
}

const CLOSE_MONTH = `
  INSERT INTO account_month_balances (institution_id, book, account, currency, month, balance_minor)
  SELECT $1, moved.book, moved.account, moved.currency, $3, coalesce(earlier.balance_minor, 0) + moved.amount_minor
    FROM (SELECT l.book, l.account, l.currency, sum(l.amount_minor)::bigint AS amount_minor
            FROM journals AS j
           CROSS JOIN LATERAL unnest(string_to_array(j.books, NULL), j.accounts, j.currencies, j.amounts_minor)
                 AS l (book, account, currency, amount_minor)
           WHERE j.institution_id = $1 AND j.effective_date <= $2
             AND j.effective_date > coalesce((SELECT through FROM archive_cuts WHERE institution_id = $1), '')
           GROUP BY l.book, l.account, l.currency) AS moved
    LEFT JOIN LATERAL (
         SELECT b.balance_minor FROM account_month_balances b
          WHERE b.institution_id = $1 AND b.book = moved.book AND b.account = moved.account AND b.currency = moved.currency
          ORDER BY b.month DESC
          LIMIT 1) AS earlier ON true`

/** Writes the balances at the end of the month, and the cut. */
export async function closeMonth(sql: Sql, { institutionId, lastDay, month }: Cut, exported: Exported): Promise<void> {
  const { rows } = await sql.query<{ journals: bigint }>(
    'SELECT count(*) AS journals FROM journals WHERE institution_id = $1 AND effective_date <= $2',
    [institutionId, lastDay],
  )
  if (Number(rows[0]?.journals) !== exported.rows.get('journals'))
    throw new Error(`journals of ${institutionId} have been posted to ${month} while it was exported`)
  await sql.query(CLOSE_MONTH, [institutionId, lastDay, month])
  await sql.query(
    `INSERT INTO archive_cuts (institution_id, through) VALUES ($1, $2)
         ON CONFLICT (institution_id) DO UPDATE SET through = excluded.through`,
    [institutionId, lastDay],
  )
}
