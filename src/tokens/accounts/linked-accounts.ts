// Digital asset accounts that pay into accounts of a bank.

import type { Sql } from '../../platform/storage/database.ts'
import { ACCOUNT_COLUMNS, type DigitalAccountRow, toDigitalAccount } from './account-records.ts'
import type { DigitalAccount } from './digital-account.ts'

export interface LinkedTo {
  /** The book that the bank's accounts are in. */
  readonly bookId: string
  readonly linkedAccountIds: readonly string[]
  /** Absent: of every partner. */
  readonly partnerIds?: readonly string[]
  readonly limit: number
}

/** Newest first; from the index of linked accounts. */
export async function linkedDigitalAccounts(sql: Sql, linked: LinkedTo): Promise<readonly DigitalAccount[]> {
  const { bookId, linkedAccountIds, partnerIds, limit } = linked
  if (linkedAccountIds.length === 0 || partnerIds?.length === 0) return []
  const { rows } = await sql.query<DigitalAccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM digital_accounts
      WHERE book_id = $1 AND linked_account_id = ANY ($2::text[]) AND ($3::text[] IS NULL OR partner_id = ANY ($3::text[]))
      ORDER BY created_at DESC, account_id DESC LIMIT $4`,
    [bookId, linkedAccountIds, partnerIds ?? null, limit],
  )
  return rows.map(toDigitalAccount)
}
