// The statements of the built-in ledger that run in batches of the posting pipeline, for all institutions of a batch at once.
// Ids of accounts are unique over all books; the institution of a row says whose it is.

import type { Statement } from '../../../platform/storage/database.ts'

export const LOCK_ACCOUNTS: Statement = {
  name: 'lock-builtin-ledger-accounts',
  text: `SELECT institution_id, account_id, asset_id, balance_minor, held_minor, restrictions
           FROM builtin_ledger_accounts
          WHERE account_id = ANY ($1::uuid[])
          ORDER BY institution_id, account_id
            FOR NO KEY UPDATE`,
}

/** The same for one institution, whose rows are on a server of their own. */
export const LOCK_ACCOUNTS_IN_BOOK: Statement = {
  name: 'lock-builtin-ledger-accounts-in-book',
  text: `SELECT institution_id, account_id, asset_id, balance_minor, held_minor, restrictions
           FROM builtin_ledger_accounts
          WHERE institution_id = $1 AND account_id = ANY ($2::uuid[])
          ORDER BY account_id
            FOR NO KEY UPDATE`,
}

export interface AccountRow {
  readonly institution_id: string
  readonly account_id: string
  readonly asset_id: string
  readonly balance_minor: bigint
  readonly held_minor: bigint
  readonly restrictions: readonly string[]
}

// Operations and holds are read after the locks, so that they include what the locks waited for.
export const READ_OPERATIONS: Statement = {
  name: 'read-builtin-ledger-operations',
  text: 'SELECT op_id, reason, ended_at FROM builtin_ledger_operations WHERE op_id = ANY ($1::uuid[])',
}

export interface OperationRow {
  readonly op_id: string
  readonly reason: string | null
  readonly ended_at: Date
}

export const READ_HOLDS: Statement = {
  name: 'read-builtin-ledger-holds',
  text: `SELECT h.institution_id, h.hold_id, h.account_id, h.amount_minor, h.state
           FROM unnest($1::text[], $2::uuid[]) AS k (institution_id, hold_id)
           JOIN builtin_ledger_holds h ON h.institution_id = k.institution_id AND h.hold_id = k.hold_id`,
}

export const READ_HOLDS_IN_BOOK: Statement = {
  name: 'read-builtin-ledger-holds-in-book',
  text: `SELECT institution_id, hold_id, account_id, amount_minor, state
           FROM builtin_ledger_holds WHERE institution_id = $1 AND hold_id = ANY ($2::uuid[])`,
}

export interface HoldRow {
  readonly institution_id: string
  readonly hold_id: string
  readonly account_id: string
  readonly amount_minor: bigint
  readonly state: 'HELD' | 'CAPTURED' | 'RELEASED'
}

export const COPY_OPERATIONS: Statement = {
  name: 'copy-builtin-ledger-operations',
  text: 'COPY builtin_ledger_operations (op_id, institution_id, kind, reason, ended_at) FROM STDIN',
}

export const COPY_HOLDS: Statement = {
  name: 'copy-builtin-ledger-holds',
  text: `COPY builtin_ledger_holds (institution_id, hold_id, account_id, amount_minor, state, created_at, ended_at)
         FROM STDIN`,
}

export const END_HOLDS: Statement = {
  name: 'end-builtin-ledger-holds',
  text: `UPDATE builtin_ledger_holds AS h
            SET state = n.state, ended_at = $2::timestamptz
           FROM unnest($3::uuid[], $4::text[]) AS n (hold_id, state)
          WHERE h.institution_id = $1 AND h.hold_id = n.hold_id`,
}

export const UPDATE_BALANCES: Statement = {
  name: 'update-builtin-ledger-balances',
  text: `UPDATE builtin_ledger_accounts AS a
            SET balance_minor = n.balance_minor, held_minor = n.held_minor
           FROM (SELECT unnest($1::uuid[]) AS account_id, unnest($2::bigint[]) AS balance_minor,
                        unnest($3::bigint[]) AS held_minor) AS n
          WHERE a.account_id = n.account_id`,
}

export const UPDATE_BALANCES_IN_BOOK: Statement = {
  name: 'update-builtin-ledger-balances-in-book',
  text: `UPDATE builtin_ledger_accounts AS a
            SET balance_minor = n.balance_minor, held_minor = n.held_minor
           FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS n (account_id, balance_minor, held_minor)
          WHERE a.institution_id = $1 AND a.account_id = n.account_id`,
}

export const UPDATE_RESTRICTIONS: Statement = {
  name: 'update-builtin-ledger-restrictions',
  text: `UPDATE builtin_ledger_accounts AS a
            SET restrictions = string_to_array(n.restrictions, ' ')
           FROM unnest($2::uuid[], $3::text[]) AS n (account_id, restrictions)
          WHERE a.institution_id = $1 AND a.account_id = n.account_id`,
}
