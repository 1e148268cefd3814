// The reconciliation file of a business date: CSV, a line per posting, oldest first. A posting is an approved transaction that
// moved money, in our books or in those of a remote core.
//
// The file shows the date as it ended: what was reversed later is left out of `reversedAmount` and `status`, so that the file
// made again is the same. Only an order whose outcome a remote core tells later is added later.

import { stringify } from 'csv-stringify/sync'
import type { BusinessDate } from '../kernel/clock.ts'
import type { Sql } from '../storage/database.ts'
import { spreadsheetText } from '../transactions/spreadsheet-text.ts'
import {
  NUMBER_FIELDS,
  TRANSACTION_FIELD_NAMES,
  type TransactionFieldName,
  transactionCells,
} from '../transactions/transaction-fields.ts'
import { TRANSACTION_COLUMNS, type TransactionRow, transactionOf } from '../transactions/transaction-record.ts'

const ROWS_PER_PIECE = 1_000

export const RECONCILIATION_COLUMNS = [...TRANSACTION_FIELD_NAMES, 'originalRrn', 'reasonCode'] as const

interface PostingRow extends TransactionRow {
  original_rrn: string | null
  reason_code: string | null
  /** What was reversed up to the end of the date. */
  reversed_by_then: bigint
}

// Reversals are on the account of their original and have later ids; few transactions have any.
const POSTINGS = `
  SELECT ${TRANSACTION_COLUMNS}, t.reason_code,
         t.reversed_minor - coalesce(later.amount_minor, 0)::bigint AS reversed_by_then,
         coalesce(original.rrn, t.original_rrn) AS original_rrn
    FROM transactions t
    LEFT JOIN LATERAL (
         SELECT sum(r.amount_minor) AS amount_minor FROM transactions r
          WHERE r.institution_id = $1 AND r.account_id = t.account_id AND r.transaction_id > t.transaction_id
            AND r.original_id = t.transaction_id AND r.response_code IN ('000', '911') AND r.business_date > $2
         ) AS later ON t.reversed_minor > 0
    LEFT JOIN LATERAL (
         SELECT o.rrn FROM transactions o
          WHERE o.institution_id = $1 AND o.account_id = t.account_id AND o.transaction_id = t.original_id
         ) AS original ON t.original_id IS NOT NULL
   WHERE t.institution_id COLLATE "POSIX" = $1 AND t.business_date COLLATE "C" = $2 AND t.transaction_id > $3
     AND t.response_code = '000' AND (t.type NOT LIKE '%REVERSAL' OR t.original_id IS NOT NULL)
   ORDER BY t.transaction_id
   LIMIT $4`

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Reads as fast as it is taken, and holds no connection in between. */
export async function* reconciliationLines(
  sql: Sql,
  institutionId: string,
  date: BusinessDate,
  rowsPerPiece = ROWS_PER_PIECE,
): AsyncGenerator<string> {
  yield stringify([RECONCILIATION_COLUMNS])
  for (let after = BEFORE_ALL; ; ) {
    const { rows } = await sql.query<PostingRow>(POSTINGS, [institutionId, date, after, rowsPerPiece])
    if (rows.length > 0) yield stringify(rows.map(cellsOf))
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPiece) return
    after = last.transaction_id
  }
}

function cellsOf(row: PostingRow): string[] {
  const record = transactionOf({ ...row, reversed_minor: row.reversed_by_then })
  const cells = [...transactionCells(record), row.original_rrn ?? '', row.reason_code ?? '']
  return cells.map((cell, i) => (isNumber(i) ? cell : spreadsheetText(cell)))
}

function isNumber(column: number): boolean {
  return NUMBER_FIELDS.has(RECONCILIATION_COLUMNS[column] as TransactionFieldName)
}
