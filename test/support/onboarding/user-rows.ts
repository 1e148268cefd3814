// Inserts users directly, for tests of what happens to existing users.

import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import type { Sql } from '../../../src/platform/storage/database.ts'

const VIEWER_ROLE = '00000000-0000-7000-8000-000000000002'

export interface UserRow {
  readonly email?: string
  readonly isActive?: boolean
  readonly mfaEnable?: boolean
  readonly passwordHash?: string | null
  readonly lockedUntilMs?: number
  /** The viewer's by default. */
  readonly roleId?: string
}

export interface InsertedUser {
  readonly userId: string
  readonly email: string
  readonly firstName: string
}

let count = 0

/** By default a user with a password (with a dummy hash) and without a second factor. */
export async function insertUser(sql: Sql, row: UserRow = {}): Promise<InsertedUser> {
  const at = new Date(Date.UTC(2026, 0, 1))
  const user = { userId: newId(at.getTime()), email: row.email ?? `User${++count}@Bank.example`, firstName: 'Una' }
  await sql.query(
    `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, is_active, mfa_enable, password_hash,
                        locked_until, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, 'User', $3, lower($3), $4, $5, $6, $7, $8, $9, $9, 'test', 'test')`,
    [
      user.userId,
      user.firstName,
      user.email,
      row.roleId ?? VIEWER_ROLE,
      row.isActive ?? true,
      row.mfaEnable ?? false,
      row.passwordHash === undefined ? 'none' : row.passwordHash,
      row.lockedUntilMs === undefined ? null : new Date(row.lockedUntilMs),
      at,
    ],
  )
  return user
}
