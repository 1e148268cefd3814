// Orders as history: their records, tombstones and inquiries. What remains of a record is its RRN, which is never posted again.

import type { Cut, ExportedRow, HistoryTable } from '../../../platform/history/history-group.ts'
import type { Month } from '../../../platform/history/month.ts'
import type { Sql } from '../../../platform/storage/database.ts'

export const TRANSACTIONS_HISTORY: HistoryTable = {
  name: 'transactions',
  key: [
    ['institution_id', 'text'],
    ['partner_id', 'text'],
    ['rrn', 'text'],
  ],
  due: `t.institution_id COLLATE "POSIX" = $1 AND t.business_date COLLATE "C" <= $2 AND t.response_code <> '911'
        AND coalesce(t.counted_on, '') <= $2
        AND t.transaction_id <> ALL ($4::uuid[])`,
  sums: { amount: 'amount_minor', currency: 'currency' },
  onRemoved: (sql, cut, rows) => spendRrns(sql, cut, rows, 'rrn'),
}

/** The RRN of an order that was reversed before it arrived is as good as used. */
export const TOMBSTONES_HISTORY: HistoryTable = {
  name: 'reversal_tombstones',
  key: [
    ['institution_id', 'text'],
    ['partner_id', 'text'],
    ['original_rrn', 'text'],
  ],
  due: `t.institution_id = $1 AND t.recorded_at < $3
        AND NOT EXISTS (SELECT 1 FROM transactions r
                         WHERE r.institution_id = $1 AND r.partner_id = t.partner_id AND r.rrn = t.reversal_rrn
                           AND (r.business_date > $2 OR r.transaction_id = ANY ($4::uuid[])))`,
  onRemoved: (sql, cut, rows) => spendRrns(sql, cut, rows, 'original_rrn'),
}

/** With their orders. The message of an order that never left the gateway has none. */
export const SWITCH_MESSAGES_HISTORY: HistoryTable = {
  name: 'switch_messages',
  key: [
    ['institution_id', 'text'],
    ['switch', 'text'],
    ['stan', 'text'],
    ['mti', 'text'],
    ['sent_time', 'text'],
    ['partner_id', 'text'],
    ['rrn', 'text'],
  ],
  due: `t.institution_id = $1 AND t.recorded_at < $3
        AND NOT EXISTS (SELECT 1 FROM transactions r
                         WHERE r.institution_id = $1 AND r.partner_id = t.partner_id AND r.rrn = t.rrn
                           AND (r.business_date > $2 OR r.response_code = '911' OR r.transaction_id = ANY ($4::uuid[])))`,
}

export const INQUIRIES_HISTORY: HistoryTable = {
  name: 'inquiries',
  key: [
    ['institution_id', 'text'],
    ['inquiry_id', 'uuid'],
  ],
  due: 't.institution_id COLLATE "POSIX" = $1 AND t.business_date COLLATE "C" <= $2',
}

/** In the collation of an index; on distributed books as a plain equality too, which names the server. */
function ofInstitution({ isDistributed }: Sql, column: string): string {
  const inIndex = `${column} COLLATE "POSIX" = $1`
  return isDistributed === true ? `${column} = $1 AND ${inIndex}` : inIndex
}

/** RRNs whose order is on record are left out: they are spent when that leaves. */
async function spendRrns(sql: Sql, cut: Cut, rows: readonly ExportedRow[], column: string): Promise<void> {
  await sql.query(
    `INSERT INTO spent_rrns (institution_id, partner_id, rrn, month)
     SELECT $1, gone.partner_id, gone.rrn, $2
       FROM unnest($3::text[], $4::text[]) AS gone (partner_id, rrn)
      WHERE NOT EXISTS (SELECT 1 FROM transactions t
                         WHERE t.institution_id = $1 AND t.partner_id = gone.partner_id AND t.rrn = gone.rrn)
         ON CONFLICT DO NOTHING`,
    [cut.institutionId, cut.month, rows.map((row) => row.partner_id), rows.map((row) => row[column])],
  )
}

export async function firstMonthOfInquiries(sql: Sql, institutionId: string): Promise<Month | undefined> {
  const { rows } = await sql.query<{ date: string | null }>(
    `SELECT min(business_date COLLATE "C") AS date FROM inquiries WHERE ${ofInstitution(sql, 'institution_id')}`,
    [institutionId],
  )
  return rows[0]?.date?.slice(0, 6)
}

/**
 * Originals that an order after the cut refers to, and those of reversals whose outcome is unknown. A reversal comes within its
 * institution's window after the original; a day more on either side covers cutovers.
 */
export async function referredOriginals(sql: Sql, { institutionId, lastDay, end }: Cut): Promise<string[]> {
  const windows = await sql.query<{ reversal_window_hours: number }>(
    'SELECT reversal_window_hours FROM institutions WHERE institution_id = $1',
    [institutionId],
  )
  const { rows } = await sql.query<{ original_id: string }>(
    `SELECT t.original_id FROM transactions t
      WHERE ${ofInstitution(sql, 't.institution_id')} AND t.original_id IS NOT NULL
        AND t.business_date COLLATE "C" > $2
        AND t.business_date COLLATE "C" <= to_char($3::timestamptz AT TIME ZONE 'UTC' + interval '3 days'
              + make_interval(hours => $4::integer), 'YYYYMMDD')
     UNION
     SELECT t.original_id FROM transactions t
      WHERE t.institution_id = $1 AND t.response_code = '911' AND t.original_id IS NOT NULL`,
    [institutionId, lastDay, end, windows.rows[0]?.reversal_window_hours ?? 0],
  )
  return rows.map((row) => row.original_id)
}
