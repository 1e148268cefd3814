// The records that administration keeps of accounts and cards: id, version, authors. They have tables of their own, so that
// postings neither read nor write them. Who adds an account or a card adds its record; for nodes of the version before a trigger
// does, which finds the record here.
//
// Locks: the account or the card first, then its record.

import type { Sql } from '../../../../platform/storage/database.ts'

/** Who makes a change, and when. */
export interface Stamp {
  readonly author: string
  readonly atMs: number
}

export interface AccountKey {
  readonly institutionId: string
  readonly accountId: string
}

export interface CardKey {
  readonly institutionId: string
  readonly panHash: string
}

/** Without a stamp the author is the system. */
export async function recordAccounts(sql: Sql, accounts: readonly AccountKey[], stamp?: Stamp): Promise<void> {
  await insertRecords(
    sql,
    'account_records (institution_id, account_id',
    accounts.map(({ institutionId, accountId }) => [institutionId, accountId]),
    stamp,
  )
}

export async function recordCards(sql: Sql, cards: readonly CardKey[], stamp?: Stamp): Promise<void> {
  await insertRecords(
    sql,
    'card_records (institution_id, pan_hash',
    cards.map(({ institutionId, panHash }) => [institutionId, panHash]),
    stamp,
  )
}

async function insertRecords(
  sql: Sql,
  into: string,
  keys: readonly (readonly [string, string])[],
  stamp: Stamp | undefined,
): Promise<void> {
  await sql.query(
    `INSERT INTO ${into}, created_at, updated_at, created_by, updated_by)
     SELECT institution_id, key, coalesce($3, now()), coalesce($3, now()), $4, $4
       FROM unnest($1::text[], $2::text[]) AS n (institution_id, key)
         ON CONFLICT DO NOTHING`,
    [
      keys.map(([institutionId]) => institutionId),
      keys.map(([, key]) => key),
      stamp === undefined ? null : new Date(stamp.atMs),
      stamp?.author ?? 'system',
    ],
  )
}

/** A new version of accounts that were changed. */
export async function stampAccounts(
  sql: Sql,
  institutionId: string,
  accountIds: readonly string[],
  { author, atMs }: Stamp,
): Promise<void> {
  await sql.query(
    `UPDATE account_records SET version = version + 1, updated_at = $3, updated_by = $4
      WHERE institution_id = $1 AND account_id = ANY ($2::text[])`,
    [institutionId, accountIds, new Date(atMs), author],
  )
}

/** A new version of cards that were changed. */
export async function stampCards(
  sql: Sql,
  institutionId: string,
  panHashes: readonly string[],
  { author, atMs }: Stamp,
): Promise<void> {
  await sql.query(
    `UPDATE card_records SET version = version + 1, updated_at = $3, updated_by = $4
      WHERE institution_id = $1 AND pan_hash = ANY ($2::text[])`,
    [institutionId, panHashes, new Date(atMs), author],
  )
}
