// Users of digital banking as they are stored.

import type { Sql, Statement } from '../../platform/storage/database.ts'
import { requireOneOf } from '../../platform/storage/statements/closed-values.ts'
import { searchWords } from '../search/search-words.ts'
import { type DigitalUser, USER_STATES, USER_TYPES } from './digital-user.ts'
import { type MadeRow, type StoredMove, toMade } from './institution-records.ts'
import type { UserTarget } from './party-states.ts'

export const USER_COLUMNS = `user_id, institution_id, partner_id, user_type, first_name, last_name, legal_name, external_id, email, phone,
  country, state, transaction_ref, channel_type, version, created_at, updated_at`

export interface UserRow extends MadeRow {
  readonly user_id: string
  readonly institution_id: string
  readonly partner_id: string
  readonly user_type: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly legal_name: string | null
  readonly external_id: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly country: string | null
  readonly state: string
}

export function toUser(row: UserRow): DigitalUser {
  const place = { table: 'digital_users', key: row.user_id }
  return {
    userId: row.user_id,
    institutionId: row.institution_id,
    partnerId: row.partner_id,
    type: requireOneOf(USER_TYPES, row.user_type, { ...place, column: 'user_type' }),
    ...(row.first_name !== null && { firstName: row.first_name }),
    ...(row.last_name !== null && { lastName: row.last_name }),
    ...(row.legal_name !== null && { legalName: row.legal_name }),
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...(row.email !== null && { email: row.email }),
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.country !== null && { country: row.country }),
    state: requireOneOf(USER_STATES, row.state, { ...place, column: 'state' }),
    made: toMade(row),
  }
}

const FIND_USER: Statement = {
  name: 'find-digital-user',
  text: `SELECT ${USER_COLUMNS} FROM digital_users WHERE user_id = $1 AND partner_id = $2`,
}

/** A user of the partner. */
export async function readUser(sql: Sql, partnerId: string, userId: string): Promise<DigitalUser | undefined> {
  const { rows } = await sql.query<UserRow>(FIND_USER, [userId, partnerId])
  return rows[0] && toUser(rows[0])
}

/** FOR UPDATE waits for accounts that are being opened for the user, FOR KEY SHARE keeps the user's state as it is. */
export async function lockUser(
  sql: Sql,
  partnerId: string,
  userId: string,
  lock: 'FOR UPDATE' | 'FOR KEY SHARE',
): Promise<DigitalUser | undefined> {
  const { rows } = await sql.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM digital_users WHERE user_id = $1 AND partner_id = $2 ${lock}`,
    [userId, partnerId],
  )
  return rows[0] && toUser(rows[0])
}

/** What the partner knows of the user's identity. Never returned. */
export interface Kyc {
  readonly reference?: string
  readonly level?: string
}

/** Its violation names an externalId that another user of the institution has. */
export const USER_INDEXES = { digital_users_by_external_id: 'externalId' } as const

export async function hasUserWith(sql: Sql, institutionId: string, externalId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT FROM digital_users
      WHERE institution_id = $1 AND external_id = $2 AND state NOT IN ('REJECTED', 'CLOSED')`,
    [institutionId, externalId],
  )
  return rowCount > 0
}

export async function insertUser(sql: Sql, user: DigitalUser, kyc: Kyc | undefined, author: string): Promise<void> {
  const { firstName, lastName, legalName, externalId, made } = user
  await sql.query(
    `INSERT INTO digital_users (${USER_COLUMNS}, kyc, search_words, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20)`,
    [
      user.userId,
      user.institutionId,
      user.partnerId,
      user.type,
      firstName ?? null,
      lastName ?? null,
      legalName ?? null,
      externalId ?? null,
      user.email ?? null,
      user.phone ?? null,
      user.country ?? null,
      user.state,
      made.ref,
      made.channelType,
      made.version,
      made.createdAt,
      made.updatedAt,
      kyc === undefined ? null : JSON.stringify(kyc),
      searchWords([firstName, lastName, legalName, externalId, made.ref]),
      author,
    ],
  )
}

/** Moves a user that the caller has locked. */
export async function moveUser(
  sql: Sql,
  userId: string,
  { target, reason, author, nowMs }: StoredMove<UserTarget>,
): Promise<DigitalUser> {
  const { rows } = await sql.query<UserRow>(
    `UPDATE digital_users
        SET state = $2, status_reason = $3, version = version + 1, updated_at = $4, updated_by = $5
      WHERE user_id = $1
      RETURNING ${USER_COLUMNS}`,
    [userId, target, reason, new Date(nowMs), author],
  )
  if (rows[0] === undefined) throw new Error(`user ${userId} is locked and cannot be read`)
  return toUser(rows[0])
}

/** An account that is neither closed nor failed. */
export async function hasAccounts(sql: Sql, userId: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT FROM digital_accounts WHERE user_id = $1 AND state NOT IN ('CLOSED', 'FAILED') LIMIT 1`,
    [userId],
  )
  return rowCount > 0
}
