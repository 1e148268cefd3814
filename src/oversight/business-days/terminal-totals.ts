// What was posted at each terminal on a business date, from the rollups: at most a few seconds old, exact when it is closed.
// Reversals and advices that were posted to resolve an exception are added to the date on which they were.

import { generalLedger } from '../../channels/core/builtin/books/general-ledger.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'

export interface Total {
  readonly count: number
  readonly amountMinor: bigint
}

export interface TerminalTotals {
  /** Undefined: of transactions that name no terminal. */
  readonly terminalId: string | undefined
  readonly currencyCode: string
  /** With their access fees. */
  readonly withdrawals: Total
  readonly deposits: Total
  readonly fees: Total
  /** Those posted on this date, whatever the date of their originals. */
  readonly reversals: Total
}

interface TotalsRow {
  business_date: BusinessDate
  terminal_id: string
  currency: string
  withdrawals_count: bigint
  withdrawals_minor: string
  deposits_count: bigint
  deposits_minor: string
  fees_count: bigint
  fees_minor: string
  reversals_count: bigint
  reversals_minor: string
}

export async function readTotals(
  sql: Sql,
  institutionId: string,
  dates: readonly BusinessDate[],
): Promise<Map<BusinessDate, TerminalTotals[]>> {
  const { rows } = await sql.query<TotalsRow>(
    `SELECT business_date, terminal_id, currency, sum(withdrawals_count)::bigint AS withdrawals_count,
            sum(withdrawals_minor)::text AS withdrawals_minor, sum(deposits_count)::bigint AS deposits_count,
            sum(deposits_minor)::text AS deposits_minor, sum(fees_count)::bigint AS fees_count,
            sum(fees_minor)::text AS fees_minor, sum(reversals_count)::bigint AS reversals_count,
            sum(reversals_minor)::text AS reversals_minor
       FROM (SELECT business_date, terminal_id, currency, withdrawals_count, withdrawals_minor, deposits_count, deposits_minor,
                    fees_count, fees_minor, reversals_count, reversals_minor
               FROM terminal_totals
              WHERE institution_id = $1 AND business_date = ANY ($2)
              UNION ALL
             SELECT j.effective_date, coalesce(t.terminal_id, ''), t.currency, 0, 0, 0, 0, 0, 0, 1, e.amount_minor
               FROM exception_resolutions e
               JOIN journals j ON j.institution_id = e.institution_id AND j.journal_id = e.journal_id
               JOIN transactions t ON t.institution_id = e.institution_id AND t.partner_id = e.partner_id AND t.rrn = e.rrn
              WHERE e.institution_id = $1 AND j.effective_date = ANY ($2)
              UNION ALL
             SELECT j.effective_date, coalesce(t.terminal_id, ''), t.currency,
                    (t.type LIKE '%WITHDRAWAL')::integer, CASE WHEN t.type LIKE '%WITHDRAWAL' THEN d.amount_minor ELSE 0 END,
                    (t.type LIKE '%DEPOSIT')::integer, CASE WHEN t.type LIKE '%DEPOSIT' THEN d.amount_minor ELSE 0 END,
                    (f.fee_minor > 0)::integer, greatest(f.fee_minor, 0),
                    (t.type LIKE '%REVERSAL')::integer, CASE WHEN t.type LIKE '%REVERSAL' THEN d.amount_minor ELSE 0 END
               FROM declined_advices d
               JOIN journals j ON j.institution_id = d.institution_id AND j.journal_id = d.journal_id
               JOIN transactions t ON t.institution_id = d.institution_id AND t.partner_id = d.partner_id AND t.rrn = d.rrn
              CROSS JOIN LATERAL (
                    SELECT coalesce(sum(l.amount_minor), 0)::bigint AS fee_minor FROM entries l
                     WHERE l.institution_id = $1 AND l.journal_id = d.journal_id AND l.book = 'G'
                       AND l.account = '${generalLedger.accessFees}') AS f
              WHERE d.institution_id = $1 AND j.effective_date = ANY ($2)
              UNION ALL
             SELECT j.effective_date, coalesce(t.terminal_id, r.terminal_id, ''), r.currency,
                    (k.is_withdrawal)::integer, CASE WHEN k.is_withdrawal THEN r.amount_minor ELSE 0 END,
                    (k.is_deposit)::integer, CASE WHEN k.is_deposit THEN r.amount_minor ELSE 0 END,
                    (f.fee_minor > 0)::integer, greatest(f.fee_minor, 0),
                    (r.original_id IS NOT NULL)::integer, CASE WHEN r.original_id IS NOT NULL THEN r.amount_minor ELSE 0 END
               FROM reconciliation_exceptions r
               JOIN journals j ON j.institution_id = r.institution_id AND j.journal_id = r.journal_id
               LEFT JOIN transactions t ON t.institution_id = r.institution_id AND t.partner_id = r.partner_id AND t.rrn = r.our_rrn
              CROSS JOIN LATERAL (
                    SELECT r.original_id IS NULL AND o.type LIKE '%WITHDRAWAL' AS is_withdrawal,
                           r.original_id IS NULL AND o.type LIKE '%DEPOSIT' AS is_deposit
                      FROM (SELECT coalesce(t.type, r.type, CASE WHEN r.is_credit THEN 'CASHDEPOSIT' ELSE 'CASHWITHDRAWAL' END)) AS o (type)) AS k
              CROSS JOIN LATERAL (
                    SELECT coalesce(sum(l.amount_minor), 0)::bigint AS fee_minor FROM entries l
                     WHERE l.institution_id = $1 AND l.journal_id = r.journal_id AND l.book = 'G'
                       AND l.account = '${generalLedger.accessFees}') AS f
              WHERE r.institution_id = $1 AND j.effective_date = ANY ($2)) AS posted
      GROUP BY business_date, terminal_id, currency
     HAVING sum(withdrawals_count + deposits_count + fees_count + reversals_count) <> 0
      ORDER BY business_date, terminal_id, currency`,
    [institutionId, dates],
  )
  const totals = new Map<BusinessDate, TerminalTotals[]>()
  for (const [date, ofDate] of Map.groupBy(rows, (row) => row.business_date)) totals.set(date, ofDate.map(totalsOf))
  return totals
}

function totalsOf(row: TotalsRow): TerminalTotals {
  return {
    terminalId: row.terminal_id === '' ? undefined : row.terminal_id,
    currencyCode: row.currency,
    withdrawals: total(row.withdrawals_count, row.withdrawals_minor),
    deposits: total(row.deposits_count, row.deposits_minor),
    fees: total(row.fees_count, row.fees_minor),
    reversals: total(row.reversals_count, row.reversals_minor),
  }
}

function total(count: bigint, minor: string): Total {
  return { count: Number(count), amountMinor: BigInt(minor) }
}
