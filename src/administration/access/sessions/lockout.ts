// Lockout: five wrong passwords, or five wrong codes, within a quarter of an hour lock the user. The first lock lasts a
// quarter of an hour, each one after it twice as long, until a good sign-in. All of it happens under the lock on the
// user's row, which the caller holds.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Sql } from '../../../platform/storage/database.ts'

export type FailureKind = 'PASSWORD' | 'CODE'

const TRIES = 5
const WINDOW_MS = 15 * 60_000
const FIRST_LOCK_MS = 15 * 60_000
const LONGEST_LOCK_MS = 24 * 60 * 60_000

/** The duration of a lock after `earlierLocks` locks. */
export function lockDurationMs(earlierLocks: number): number {
  return Math.min(FIRST_LOCK_MS * 2 ** earlierLocks, LONGEST_LOCK_MS)
}

/** Counts one failure. When it locks the user, returns the end of the lock. */
export async function countFailure(
  sql: Sql,
  nowMs: number,
  user: { readonly userId: string; readonly locks: number },
  kind: FailureKind,
): Promise<number | undefined> {
  await sql.query('INSERT INTO sign_in_failures (user_id, kind, at, failure_id) VALUES ($1, $2, $3, $4)', [
    user.userId,
    kind,
    new Date(nowMs),
    newId(nowMs),
  ])
  const { rows } = await sql.query<{ recent: bigint }>(
    'SELECT count(*) AS recent FROM sign_in_failures WHERE user_id = $1 AND kind = $2 AND at > $3',
    [user.userId, kind, new Date(nowMs - WINDOW_MS)],
  )
  if ((rows[0]?.recent ?? 0n) < TRIES) return undefined
  const lockedUntilMs = nowMs + lockDurationMs(user.locks)
  await sql.query('UPDATE users SET locked_until = $2, locks = locks + 1 WHERE user_id = $1', [
    user.userId,
    new Date(lockedUntilMs),
  ])
  // These failures caused the lock: after it the count starts from zero.
  await sql.query('DELETE FROM sign_in_failures WHERE user_id = $1 AND kind = $2', [user.userId, kind])
  return lockedUntilMs
}

/** Deletes failures that no longer count. */
export async function forgetOldFailures(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('DELETE FROM sign_in_failures WHERE at < $1', [new Date(nowMs - WINDOW_MS)])
}

/** Clears every failure and every lock: after a successful sign-in, or when an administrator unlocks the user. */
export async function clearLockout(sql: Sql, userId: string): Promise<void> {
  await sql.query('UPDATE users SET locked_until = NULL, locks = 0 WHERE user_id = $1', [userId])
  await sql.query('DELETE FROM sign_in_failures WHERE user_id = $1', [userId])
}
