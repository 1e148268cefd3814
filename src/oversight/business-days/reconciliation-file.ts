// The reconciliation file of a business date: CSV, a line per posting, oldest first. A posting is an approved
// transaction that moved money, in our books or in those of a remote core, or a declined reversal or advice that was posted to
// resolve an exception: its line has the date, the amount and the original of the posting. A correction is a line CORRECTION, whose
// amount is below 0 when it debits.
//
// The file shows the date as it ended: what was reversed later is left out of `reversedAmount` and `status`, so that the file
// made again is the same. An order whose outcome a remote core told after its day was closed is a line of the day on which it did,
// with its own date.

import { stringify } from 'csv-stringify/sync'
import { generalLedger } from '../../channels/core/builtin/books/general-ledger.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { spreadsheetText } from '../transactions/spreadsheet-text.ts'
import {
  NUMBER_FIELDS,
  TRANSACTION_FIELD_NAMES,
  type TransactionFieldName,
  transactionCells,
} from '../transactions/transaction-fields.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../transactions/transaction-record.ts'

const ROWS_PER_PIECE = 1_000

export const RECONCILIATION_COLUMNS = [...TRANSACTION_FIELD_NAMES, 'originalRrn', 'reasonCode'] as const

interface PostingRow extends Omit<TransactionRow, 'correlation_id'> {
  correlation_id: string | null
  /** Postings are in the order of these: the id of the transaction, or of the resolution's journal. */
  posting_id: string
  posted_minor: bigint
  posted_fee: bigint
  posted_original_id: string | null
  original_rrn: string | null
  reason_code: string | null
  /** Of an order that counts on another date than its own. */
  own_date: BusinessDate | null
  /** What was reversed up to the end of the date. */
  reversed_by_then: bigint
}

const COLUMNS = transactionColumns('$1')

// Reversals are on the account of their original and have later ids; few transactions have any.
const REVERSED_LATER = `
  SELECT sum(amount_minor) AS amount_minor
    FROM (SELECT r.amount_minor FROM transactions r
           WHERE r.institution_id = $1 AND r.account_id = t.account_id AND r.transaction_id > t.transaction_id
             AND r.original_id = t.transaction_id
             AND (r.response_code = '911' OR r.response_code = '000' AND coalesce(r.counted_on, r.business_date) > $2)
          UNION ALL
          SELECT f.amount_minor FROM reconciliation_exceptions f
            JOIN journals j ON j.institution_id = f.institution_id AND j.journal_id = f.journal_id
           WHERE f.institution_id = $1 AND f.original_id = t.transaction_id AND j.effective_date > $2
          UNION ALL
          SELECT e.amount_minor FROM exception_resolutions e
            JOIN journals j ON j.institution_id = e.institution_id AND j.journal_id = e.journal_id
           WHERE e.institution_id = $1 AND e.original_id = t.transaction_id AND j.effective_date > $2
          UNION ALL
          SELECT c.counted_minor FROM corrections c
           WHERE c.institution_id = $1 AND c.transaction_id = t.transaction_id AND c.counted_minor <> 0 AND c.business_date > $2) AS each_one`

const RRN_OF = (originalId: string) => `
  SELECT o.rrn FROM transactions o
   WHERE o.institution_id = $1 AND o.account_id = t.account_id AND o.transaction_id = ${originalId}`

// The record of the declined reversal has no fee: what its resolution gave back is in the journal.
const FEE_GIVEN_BACK = `
  SELECT coalesce(-sum(l.amount_minor), 0)::bigint FROM entries l
   WHERE l.institution_id = $1 AND l.journal_id = j.journal_id AND l.book = 'G' AND l.account = '${generalLedger.accessFees}'`

const transactionsWhere = (ownDate: string, condition: string) => `
  (SELECT ${COLUMNS}, t.reason_code, t.transaction_id AS posting_id, t.amount_minor AS posted_minor, t.fee_minor AS posted_fee,
          t.original_id AS posted_original_id, t.reversed_minor - coalesce(later.amount_minor, 0)::bigint AS reversed_by_then,
          coalesce(original.rrn, t.original_rrn) AS original_rrn, ${ownDate} AS own_date
     FROM transactions t
     LEFT JOIN LATERAL (${REVERSED_LATER}) AS later ON t.reversed_minor > 0
     LEFT JOIN LATERAL (${RRN_OF('t.original_id')}) AS original ON t.original_id IS NOT NULL
    WHERE ${condition} AND t.transaction_id > $3
      AND t.response_code = '000' AND (t.type NOT LIKE '%REVERSAL' OR t.original_id IS NOT NULL)
    ORDER BY t.transaction_id
    LIMIT $4)`

const POSTINGS = `
  ${transactionsWhere('NULL', `t.institution_id COLLATE "POSIX" = $1 AND t.business_date COLLATE "C" = $2 AND t.counted_on IS NULL`)}
  UNION ALL
  ${transactionsWhere('t.business_date', 't.institution_id = $1 AND t.counted_on = $2')}
  UNION ALL
  (SELECT ${COLUMNS}, t.reason_code, j.journal_id, e.amount_minor, (${FEE_GIVEN_BACK}), e.original_id, 0, original.rrn, NULL
     FROM exception_resolutions e
     JOIN journals j ON j.institution_id = e.institution_id AND j.journal_id = e.journal_id
     JOIN transactions t ON t.institution_id = e.institution_id AND t.partner_id = e.partner_id AND t.rrn = e.rrn
     LEFT JOIN LATERAL (${RRN_OF('e.original_id')}) AS original ON true
    WHERE e.institution_id = $1 AND j.effective_date = $2 AND j.journal_id > $3
    ORDER BY j.journal_id
    LIMIT $4)
  UNION ALL
  (SELECT ${COLUMNS}, t.reason_code, j.journal_id, d.amount_minor,
          CASE WHEN t.type LIKE '%REVERSAL' THEN (${FEE_GIVEN_BACK}) ELSE -(${FEE_GIVEN_BACK}) END, d.reverses_id, 0, original.rrn, NULL
     FROM declined_advices d
     JOIN journals j ON j.institution_id = d.institution_id AND j.journal_id = d.journal_id
     JOIN transactions t ON t.institution_id = d.institution_id AND t.partner_id = d.partner_id AND t.rrn = d.rrn
     LEFT JOIN LATERAL (${RRN_OF('d.reverses_id')}) AS original ON true
    WHERE d.institution_id = $1 AND j.effective_date = $2 AND j.journal_id > $3
    ORDER BY j.journal_id
    LIMIT $4)
  UNION ALL
  (SELECT coalesce(r.transaction_id, r.exception_id), coalesce(t.rrn, r.rrn),
          coalesce(t.type, r.type, CASE WHEN r.is_credit THEN 'CASHDEPOSIT' ELSE 'CASHWITHDRAWAL' END)
            || CASE WHEN r.original_id IS NULL THEN '' ELSE 'REVERSAL' END, r.institution_id, r.partner_id,
          coalesce(t.terminal_id, r.terminal_id), r.posted_account_id, t.beneficiary_account_id, t.biller_id, t.masked_pan, r.amount_minor,
          0, r.currency, 0, '000', NULL, r.original_id, j.effective_date, 0, NULL, r.resolved_at, t.reason_code, j.journal_id,
          r.amount_minor, (${FEE_GIVEN_BACK}) * CASE WHEN r.original_id IS NULL THEN -1 ELSE 1 END, r.original_id, 0,
          CASE WHEN r.original_id IS NOT NULL THEN t.rrn END, NULL
     FROM reconciliation_exceptions r
     JOIN journals j ON j.institution_id = r.institution_id AND j.journal_id = r.journal_id
     LEFT JOIN transactions t ON t.institution_id = r.institution_id AND t.partner_id = r.partner_id AND t.rrn = r.our_rrn
    WHERE r.institution_id = $1 AND j.effective_date = $2 AND j.journal_id > $3
    ORDER BY j.journal_id
    LIMIT $4)
  UNION ALL
  (SELECT c.correction_id, '', 'CORRECTION', c.institution_id, coalesce(t.partner_id, ''), NULL,
          coalesce(c.account_id, c.suspense_account), NULL, NULL, NULL, c.amount_minor, 0, c.currency, 0, '000', NULL, c.transaction_id,
          c.business_date, 0, NULL, c.created_at, c.kind, c.correction_id,
          CASE c.direction WHEN 'CREDIT' THEN c.amount_minor ELSE -c.amount_minor END, 0, c.transaction_id, 0, t.rrn, NULL
     FROM corrections c
     LEFT JOIN LATERAL (
          SELECT o.rrn, o.partner_id FROM transactions o
           WHERE o.institution_id = $1 AND o.account_id = c.account_id AND o.transaction_id = c.transaction_id) AS t
       ON c.transaction_id IS NOT NULL
    WHERE c.institution_id = $1 AND c.business_date = $2 AND c.correction_id > $3
    ORDER BY c.correction_id
    LIMIT $4)
  ORDER BY posting_id
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
    if (rows.length > 0) yield stringify(rows.map((row) => cellsOf(row, date)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPiece) return
    after = last.posting_id
  }
}

function cellsOf(row: PostingRow, date: BusinessDate): string[] {
  const record = transactionOf({
    ...row,
    // A correction has none.
    correlation_id: row.correlation_id ?? '',
    business_date: row.own_date ?? date,
    amount_minor: row.posted_minor,
    fee_minor: row.posted_fee,
    original_id: row.posted_original_id,
    reversed_minor: row.reversed_by_then,
  })
  const cells = [...transactionCells(record), row.original_rrn ?? '', row.reason_code ?? '']
  return cells.map((cell, i) => (isNumber(i) ? cell : spreadsheetText(cell)))
}

function isNumber(column: number): boolean {
  return NUMBER_FIELDS.has(RECONCILIATION_COLUMNS[column] as TransactionFieldName)
}
