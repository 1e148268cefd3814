// The four balances of a digital asset account. `asset` and `locked` are those of the holding in the ledger; `pending` is what
// open movements will credit.
//
//   deposits      from FUNDS_DEBITED on
//   transfers     to the account, from RESERVED on
//   redemptions   RETURNING: the tokens are minted again

import type { Sql, Statement } from '../../platform/storage/database.ts'
import { byBook, readIncoming } from '../movements/movement-homes.ts'
import type { DigitalAccount } from './digital-account.ts'

export interface Balances {
  readonly assetMinor: bigint
  readonly lockedMinor: bigint
  readonly pendingMinor: bigint
}

interface BalanceRow {
  readonly asset_minor: bigint
  readonly locked_minor: bigint
  readonly pending_minor: bigint
}

// One statement, hence one snapshot: a credit is either pending or in the holding. Each part has an index of open movements.
const READ_BALANCES: Statement = {
  name: 'read-digital-balances',
  text: `
    SELECT d.balance_minor AS asset_minor,
           d.held_minor AS locked_minor,
           (SELECT coalesce(sum(credit.amount_minor), 0)::bigint
              FROM (SELECT amount_minor
                      FROM token_movements
                     WHERE account_id = $2::uuid AND is_open
                       AND ((kind = 'DEPOSIT' AND state IN ('FUNDS_DEBITED', 'MINTING'))
                            OR (kind = 'REDEMPTION' AND state = 'RETURNING'))
                     UNION ALL
                    SELECT amount_minor
                      FROM token_movements
                     WHERE payee_account_id = $2::uuid AND is_open AND state IN ('RESERVED', 'COMMITTING')) AS credit
           ) AS pending_minor
      FROM accounts d
     WHERE d.institution_id = $1 AND d.account_id = ($2::uuid)::text`,
}

/** Distributed books: what comes from the account's own book. */
const READ_BALANCES_IN_BOOK: Statement = {
  name: 'read-digital-balances-in-book',
  text: `
    SELECT d.balance_minor AS asset_minor,
           d.held_minor AS locked_minor,
           (SELECT coalesce(sum(credit.amount_minor), 0)::bigint
              FROM (SELECT amount_minor
                      FROM token_movements
                     WHERE institution_id = $1 AND account_id = $2::uuid AND is_open
                       AND ((kind = 'DEPOSIT' AND state IN ('FUNDS_DEBITED', 'MINTING'))
                            OR (kind = 'REDEMPTION' AND state = 'RETURNING'))
                     UNION ALL
                    SELECT amount_minor
                      FROM token_movements
                     WHERE institution_id = $1 AND payee_account_id = $2::uuid AND is_open
                       AND state IN ('RESERVED', 'COMMITTING')) AS credit
           ) AS pending_minor
      FROM accounts d
     WHERE d.institution_id = $1 AND d.account_id = ($2::uuid)::text`,
}

export async function readBalances(
  sql: Sql,
  { bookId, accountId }: Pick<DigitalAccount, 'bookId' | 'accountId'>,
): Promise<Balances> {
  if (sql.isDistributed === true) return readFromBooks(sql, bookId, accountId)
  return readBalanceRow(sql, READ_BALANCES, bookId, accountId)
}

async function readBalanceRow(sql: Sql, statement: Statement, bookId: string, accountId: string): Promise<Balances> {
  const { rows } = await sql.query<BalanceRow>(statement, [bookId, accountId])
  const [row] = rows
  if (row === undefined) throw new Error('a digital asset account has no holding')
  return { assetMinor: row.asset_minor, lockedMinor: row.locked_minor, pendingMinor: row.pending_minor }
}

/** A holding that changes while transfers from other books are read is read again, so often at most. */
const MOST_READS = 3

/** Transfers from other books are pending at their servers: a credit that arrives between two readings must not count twice, nor be lost. */
async function readFromBooks(sql: Sql, bookId: string, accountId: string): Promise<Balances> {
  for (let reads = 1; ; reads++) {
    const incoming = await readIncoming(sql, { accountId })
    const before = await readBalanceRow(sql, READ_BALANCES_IN_BOOK, bookId, accountId)
    if (incoming.length === 0) return before
    let incomingMinor = 0n
    for (const [payersBook, movementIds] of byBook(incoming)) {
      const { rows } = await sql.query<{ amount_minor: bigint }>(
        `SELECT coalesce(sum(amount_minor), 0)::bigint AS amount_minor FROM token_movements
          WHERE institution_id = $1 AND movement_id = ANY ($2::uuid[]) AND state IN ('RESERVED', 'COMMITTING')`,
        [payersBook, movementIds],
      )
      incomingMinor += rows[0]?.amount_minor ?? 0n
    }
    const after = await readBalanceRow(sql, READ_BALANCES_IN_BOOK, bookId, accountId)
    if (before.assetMinor === after.assetMinor || reads === MOST_READS)
      return { ...after, pendingMinor: after.pendingMinor + incomingMinor }
  }
}

const HAS_OPEN_MOVEMENTS: Statement = {
  name: 'has-open-token-movements',
  text: `SELECT EXISTS (SELECT FROM token_movements WHERE account_id = $1 AND is_open)
             OR EXISTS (SELECT FROM token_movements WHERE payee_account_id = $1 AND is_open) AS is_open`,
}

/** Whether anything of the account has begun and not ended, on either side. */
export async function hasOpenMovements(
  sql: Sql,
  { bookId, accountId }: Pick<DigitalAccount, 'bookId' | 'accountId'>,
): Promise<boolean> {
  if (sql.isDistributed === true) {
    const { rowCount } = await sql.query(
      `SELECT 1 FROM token_movements
        WHERE institution_id = $1 AND (account_id = $2::uuid OR payee_account_id = $2::uuid) AND is_open LIMIT 1`,
      [bookId, accountId],
    )
    return rowCount === 1 || (await readIncoming(sql, { accountId })).length > 0
  }
  const { rows } = await sql.query<{ is_open: boolean }>(HAS_OPEN_MOVEMENTS, [accountId])
  return rows[0]?.is_open === true
}
