// Stored passwords: argon2id hashes. A user's last five passwords cannot be reused.

import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import type { Sql } from '../../../platform/storage/database.ts'
import { accessProblem } from '../access-problems.ts'
import { type Turns, UNLIMITED } from '../admission/admission.ts'

/** OWASP's first recommendation for argon2id. The library runs it on the thread pool, off the event loop. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
// The library's enum exists only for the compiler; 2 is Argon2id.
const ARGON2ID = 2
const OPTIONS: Options = { algorithm: ARGON2ID, memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: LANES }

/** In addition to the current one. */
const EARLIER_KEPT = 4

/** Well-formed and random: no password matches it. Verifying it takes the usual time. */
const NOBODYS_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpaddedBase64(16)}$${unpaddedBase64(32)}`

export function hashPassword(password: string, turns: Turns = UNLIMITED): Promise<string> {
  return turns.run(() => hash(canonical(password), OPTIONS))
}

/** Does the same work without a hash, so that response times do not reveal which users exist. */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  turns: Turns = UNLIMITED,
): Promise<boolean> {
  return turns.run(() => verify(passwordHash ?? NOBODYS_HASH, canonical(password)))
}

/** Throws if the password is the user's current one or one of the four before it. */
export async function assertNotRecent(
  sql: Sql,
  userId: string,
  password: string,
  turns: Turns = UNLIMITED,
): Promise<void> {
  const { rows } = await sql.query<{ password_hash: string }>(
    `SELECT password_hash FROM users WHERE user_id = $1 AND password_hash IS NOT NULL
     UNION ALL
     SELECT password_hash FROM password_history WHERE user_id = $1`,
    [userId],
  )
  for (const row of rows) {
    if (!(await verifyPassword(row.password_hash, password, turns))) continue
    throw accessProblem('password-refused', 'the password must not be one of your last 5')
  }
}

export interface NewPassword {
  readonly userId: string
  readonly hash: string
  readonly nowMs: number
}

/** Sets a user's password in the caller's transaction; the previous one goes into the history. */
export async function setPassword(sql: Sql, { userId, hash, nowMs }: NewPassword): Promise<void> {
  // Locked first: otherwise two concurrent changes would both add the same previous password to the history.
  await sql.query('SELECT 1 FROM users WHERE user_id = $1 FOR UPDATE', [userId])
  // History entries are keyed by time, so two changes within a millisecond get different times.
  await sql.query(
    `INSERT INTO password_history (user_id, set_at, password_hash)
     SELECT user_id,
            greatest($2::timestamptz, (SELECT max(set_at) + interval '1 microsecond' FROM password_history WHERE user_id = $1)),
            password_hash
       FROM users
      WHERE user_id = $1 AND password_hash IS NOT NULL`,
    [userId, new Date(nowMs)],
  )
  await sql.query('UPDATE users SET password_hash = $2 WHERE user_id = $1', [userId, hash])
  await sql.query(
    `DELETE FROM password_history
      WHERE user_id = $1
        AND set_at NOT IN (SELECT set_at FROM password_history WHERE user_id = $1 ORDER BY set_at DESC LIMIT $2)`,
    [userId, EARLIER_KEPT],
  )
}

/** Normalizes Unicode, so that the same characters are the same password on every keyboard. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

function unpaddedBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}
