// The limits of an institution's terminals when its base currency changes: they are amounts in it, kept in minor units.

import { currencyExponent } from '../../../platform/kernel/money/currencies.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { institutionProblem } from '../institution-problems.ts'

/** The maximum of a bigint column. */
const MAX_MINOR = 2n ** 63n - 1n

/**
 * Keeps the amounts in major units, as the institution's own limits are kept: 50 USD become 50 JPY. Call it with the
 * institution locked. Refusals: `conflict` for an amount that the new currency cannot hold.
 */
export async function convertTerminalLimits(sql: Sql, institutionId: string, from: string, to: string): Promise<void> {
  const shift = (currencyExponent(to) ?? 0) - (currencyExponent(from) ?? 0)
  if (shift === 0) return
  const scale = 10 ** Math.abs(shift)
  const operator = shift < 0 ? '/' : '*'
  await assertExact(sql, institutionId, to, (column) =>
    shift < 0 ? `${column} % ${scale} <> 0` : `${column} > ${MAX_MINOR / BigInt(scale)}`,
  )
  await sql.query(
    `UPDATE terminals
        SET limit_per_transaction_minor = limit_per_transaction_minor ${operator} ${scale},
            limit_per_day_minor = limit_per_day_minor ${operator} ${scale}
      WHERE institution_id = $1 AND (limit_per_transaction_minor IS NOT NULL OR limit_per_day_minor IS NOT NULL)`,
    [institutionId],
  )
}

async function assertExact(
  sql: Sql,
  institutionId: string,
  currency: string,
  isInexact: (column: string) => string,
): Promise<void> {
  const { rows } = await sql.query<{ terminal_id: string }>(
    `SELECT terminal_id FROM terminals
      WHERE institution_id = $1
        AND (${isInexact('limit_per_transaction_minor')} OR ${isInexact('limit_per_day_minor')})
      ORDER BY terminal_id
      LIMIT 1`,
    [institutionId],
  )
  const [terminal] = rows
  if (terminal === undefined) return
  throw institutionProblem(
    'institution-in-use',
    `the limits of terminal ${terminal.terminal_id} are not exact in ${currency}; change them first`,
  )
}
