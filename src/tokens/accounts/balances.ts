// The four balances of a digital asset account. `asset` and `locked` are those of the holding in the ledger; `pending` is what
// open movements will credit.
//
//   deposits      from FUNDS_DEBITED on
//   transfers     to the account, from RESERVED on
//   redemptions   RETURNING: the tokens are minted again

import type { Sql, Statement } from '../../storage/database.ts'
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

export async function readBalances(
  sql: Sql,
  { bookId, accountId }: Pick<DigitalAccount, 'bookId' | 'accountId'>,
): Promise<Balances> {
  const { rows } = await sql.query<BalanceRow>(READ_BALANCES, [bookId, accountId])
  const [row] = rows
  if (row === undefined) throw new Error('a digital asset account has no holding')
  return { assetMinor: row.asset_minor, lockedMinor: row.locked_minor, pendingMinor: row.pending_minor }
}

const HAS_OPEN_MOVEMENTS: Statement = {
  name: 'has-open-token-movements',
  text: `SELECT EXISTS (SELECT FROM token_movements WHERE account_id = $1 AND is_open)
             OR EXISTS (SELECT FROM token_movements WHERE payee_account_id = $1 AND is_open) AS is_open`,
}

/** Whether anything of the account has begun and not ended, on either side. */
export async function hasOpenMovements(sql: Sql, accountId: string): Promise<boolean> {
  const { rows } = await sql.query<{ is_open: boolean }>(HAS_OPEN_MOVEMENTS, [accountId])
  return rows[0]?.is_open === true
}
