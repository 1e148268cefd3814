// Digital asset accounts as rows. The holding is the row of `accounts` with the same id: it is locked before the digital row.

import type { IsoReason } from '../../platform/kernel/identifiers/iso-reason.ts'
import type { Sql, Statement } from '../../platform/storage/database.ts'
import { requireOneOf } from '../../platform/storage/statements/closed-values.ts'
import type { Restriction } from '../ledgers/digital-ledger.ts'
import { searchWords } from '../search/search-words.ts'
import {
  ACCOUNT_STATES,
  type AccountState,
  type DigitalAccount,
  type LinkedType,
  type Outcome,
} from './digital-account.ts'

export const ACCOUNT_COLUMNS = `book_id, account_id, institution_id, user_id, partner_id, currency, label, is_default, linked_account_id,
  linked_type, state, restrictions, outcome_code, outcome_iso, transaction_ref, channel_type, version, created_at, updated_at`

export interface DigitalAccountRow {
  readonly book_id: string
  readonly account_id: string
  readonly institution_id: string
  readonly user_id: string
  readonly partner_id: string
  readonly currency: string
  readonly label: string | null
  readonly is_default: boolean
  readonly linked_account_id: string
  readonly linked_type: string | null
  readonly state: string
  readonly restrictions: readonly Restriction[]
  readonly outcome_code: string | null
  readonly outcome_iso: string | null
  readonly transaction_ref: string
  readonly channel_type: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

export function toDigitalAccount(row: DigitalAccountRow): DigitalAccount {
  const place = { table: 'digital_accounts', key: row.account_id, column: 'state' }
  return {
    bookId: row.book_id,
    accountId: row.account_id,
    institutionId: row.institution_id,
    userId: row.user_id,
    partnerId: row.partner_id,
    currency: row.currency,
    ...(row.label !== null && { label: row.label }),
    isDefault: row.is_default,
    linkedAccountId: row.linked_account_id,
    ...(row.linked_type !== null && { linkedType: row.linked_type as LinkedType }),
    state: requireOneOf(ACCOUNT_STATES, row.state, place),
    restrictions: row.restrictions,
    ...(row.outcome_code !== null && {
      outcome: {
        reasonCode: row.outcome_code,
        ...(row.outcome_iso !== null && { isoReason: row.outcome_iso as IsoReason }),
      },
    }),
    made: {
      ref: row.transaction_ref,
      channelType: row.channel_type,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  }
}

const FIND_ACCOUNT: Statement = {
  name: 'find-digital-account',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM digital_accounts WHERE account_id = $1`,
}

/** Regardless of owner. */
export async function readAccount(sql: Sql, accountId: string): Promise<DigitalAccount | undefined> {
  const { rows } = await sql.query<DigitalAccountRow>(FIND_ACCOUNT, [accountId])
  return rows[0] && toDigitalAccount(rows[0])
}

/** Locks the holding, then the account, as every change of an account's state does. */
export async function lockAccount(
  sql: Sql,
  { bookId, accountId }: Pick<DigitalAccount, 'bookId' | 'accountId'>,
): Promise<DigitalAccount | undefined> {
  await sql.query('SELECT FROM accounts WHERE institution_id = $1 AND account_id = $2 FOR NO KEY UPDATE', [
    bookId,
    accountId,
  ])
  const { rows } = await sql.query<DigitalAccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM digital_accounts WHERE book_id = $1 AND account_id = $2 FOR NO KEY UPDATE`,
    [bookId, accountId],
  )
  return rows[0] && toDigitalAccount(rows[0])
}

/** No order of family A can name the holding, and no capability allows it anything. */
const HOLDING = { type: 'TOKENS', description: 'Tokenized deposits', capability: '00', branchId: '' } as const

export async function insertAccount(sql: Sql, account: DigitalAccount, author: string): Promise<void> {
  const { bookId, accountId, userId, currency, label, linkedAccountId, made, outcome } = account
  await sql.query(
    `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, status, txn_capability,
                           branch_id, overdraft_minor)
     VALUES ($1, $2, $3, $4, $5, $6, 'OPEN', $7, $8, 0)`,
    [bookId, accountId, userId, HOLDING.type, HOLDING.description, currency, HOLDING.capability, HOLDING.branchId],
  )
  await sql.query(
    `INSERT INTO digital_accounts (${ACCOUNT_COLUMNS}, search_words, created_by, updated_by, has_statement)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $20, true)`,
    [
      bookId,
      accountId,
      account.institutionId,
      userId,
      account.partnerId,
      currency,
      label ?? null,
      account.isDefault,
      linkedAccountId,
      account.linkedType ?? null,
      account.state,
      [...account.restrictions],
      outcome?.reasonCode ?? null,
      outcome?.isoReason ?? null,
      made.ref,
      made.channelType,
      made.version,
      made.createdAt,
      searchWords([label, linkedAccountId, made.ref]),
      author,
    ],
  )
}

export interface AccountChange {
  readonly state: AccountState
  readonly restrictions?: readonly Restriction[]
  /** What is absent stays as it is. */
  readonly label?: string | undefined
  readonly isDefault?: boolean | undefined
  /** The type is absent when a remote core keeps the account. */
  readonly linked?: { readonly accountId: string; readonly type?: LinkedType | undefined } | undefined
  readonly outcome?: Outcome
  readonly reason?: string
  readonly author: string
  readonly nowMs: number
}

/** Changes an account that the caller has locked. One that ends is no default any more. */
export async function updateAccount(sql: Sql, before: DigitalAccount, change: AccountChange): Promise<DigitalAccount> {
  const { bookId, accountId, made } = before
  const { state, restrictions = [], outcome, reason, author, nowMs } = change
  const label = change.label ?? before.label
  const linked = change.linked ?? { accountId: before.linkedAccountId, type: before.linkedType }
  const words = searchWords([label, linked.accountId, made.ref])
  const { rows } = await sql.query<DigitalAccountRow>(
    `UPDATE digital_accounts
        SET state = $3, restrictions = $4, outcome_code = $5, outcome_iso = $6, status_reason = coalesce($7, status_reason),
            is_default = $8 AND $3 NOT IN ('CLOSED', 'FAILED'),
            version = version + 1, updated_at = $9, updated_by = $10,
            label = $11, linked_account_id = $12, linked_type = $13, search_words = $14
      WHERE book_id = $1 AND account_id = $2
      RETURNING ${ACCOUNT_COLUMNS}`,
    [
      bookId,
      accountId,
      state,
      [...restrictions],
      outcome?.reasonCode ?? null,
      outcome?.isoReason ?? null,
      reason ?? null,
      change.isDefault ?? before.isDefault,
      new Date(nowMs),
      author,
      label ?? null,
      linked.accountId,
      linked.type ?? null,
      words,
    ],
  )
  if (rows[0] === undefined) throw new Error('a locked account is gone')
  await replaceWords(sql, before, words)
  return toDigitalAccount(rows[0])
}

/** `entity` of accounts in digital_words, whose rows a trigger inserts with the account. */
const ACCOUNT_WORDS = 3

/** What search finds the account by follows its label and its linked account. */
async function replaceWords(sql: Sql, before: DigitalAccount, words: readonly string[]): Promise<void> {
  const known = searchWords([before.label, before.linkedAccountId, before.made.ref])
  const gone = known.filter((word) => !words.includes(word))
  const added = words.filter((word) => !known.includes(word))
  const { partnerId, accountId } = before
  if (gone.length > 0) {
    await sql.query(
      `DELETE FROM digital_words
        WHERE partner_id = $1 AND entity = ${ACCOUNT_WORDS} AND word = ANY ($2::text[]) AND resource_id = $3`,
      [partnerId, gone, accountId],
    )
  }
  if (added.length > 0) {
    await sql.query(
      `INSERT INTO digital_words (partner_id, entity, word, resource_id)
       SELECT $1, ${ACCOUNT_WORDS}, unnest($2::text[]), $3::uuid ON CONFLICT DO NOTHING`,
      [partnerId, added, accountId],
    )
  }
}
