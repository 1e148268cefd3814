// What was posted at each terminal on a business date, from the rollups: at most a few seconds old, exact when it is closed.

import type { BusinessDate } from '../kernel/clock.ts'
import type { Sql } from '../storage/database.ts'

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
    `SELECT business_date, terminal_id, currency, withdrawals_count, withdrawals_minor::text, deposits_count,
            deposits_minor::text, fees_count, fees_minor::text, reversals_count, reversals_minor::text
       FROM terminal_totals
      WHERE institution_id = $1 AND business_date = ANY ($2)
        AND (withdrawals_count, deposits_count, fees_count, reversals_count) <> (0, 0, 0, 0)
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
