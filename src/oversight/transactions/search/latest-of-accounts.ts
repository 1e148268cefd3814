// The last transactions of a few accounts of one institution. Each account is read from the end of transactions_by_account, so
// that the cost does not grow with its history.

import type { Sql } from '../../../platform/storage/database.ts'
import {
  type TransactionRecord,
  type TransactionRow,
  transactionColumns,
  transactionOf,
} from '../transaction-record.ts'

export interface LatestOf {
  readonly institutionId: string
  readonly accountIds: readonly string[]
  readonly limit: number
}

/** Newest first. Those that the accounts were debited or credited by as the first account; inquiries are left out. */
export async function latestOfAccounts(
  sql: Sql,
  { institutionId, accountIds, limit }: LatestOf,
): Promise<readonly TransactionRecord[]> {
  if (accountIds.length === 0) return []
  const { rows } = await sql.query<TransactionRow>(
    `SELECT r.*
       FROM unnest($2::text[]) AS k (account_id)
      CROSS JOIN LATERAL (
            SELECT ${transactionColumns('$1')} FROM transactions t
             WHERE t.institution_id = $1 AND t.account_id = k.account_id
             ORDER BY t.transaction_id DESC LIMIT $3) AS r
      ORDER BY r.transaction_id DESC LIMIT $3`,
    [institutionId, accountIds, limit],
  )
  return rows.map(transactionOf)
}
