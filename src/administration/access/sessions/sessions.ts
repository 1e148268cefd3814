// Sessions: from a sign-in until sign-out, twelve idle hours or seven days. A session is extended by its refresh token,
// which is numbered and replaced by every use.
//
//   presented                                    | answer
//   the newest token                             | its successor, which is the newest from then on
//   the one before it, within 30 s of that       | the same successor: two tabs, or an answer that got lost
//   the one before it later, or any older one    | refused, and the session ends: the token was copied
//   one that we did not issue                    | refused; the session stays, or anyone could end it

import { earliestIdAt, newId } from '../../../platform/kernel/identifiers/ids.ts'
import { newSecret, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { accessProblem } from '../access-problems.ts'
import { scopeOf } from '../principal/scopes.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'
import type { Authenticator } from './authenticator.ts'
import { isGenuine, type PresentedToken, parseRefreshToken, refreshTokenFor } from './refresh-tokens.ts'
import { actorOf, type Origin, type SessionUser } from './session-user.ts'

const IDLE_MS = 12 * 60 * 60_000
const LIFETIME_MS = 7 * 24 * 60 * 60_000
const GRACE_MS = 30_000
const KEPT_AFTER_END_MS = 30 * 24 * 60 * 60_000
const DELETED_AT_ONCE = 1_000
const USER_AGENT_LENGTH = 255

export interface SessionTokens {
  readonly sessionId: string
  readonly user: SessionUser
  readonly refreshToken: string
  /** How long the refresh token is valid when it is not used. */
  readonly refreshExpiresInSeconds: number
}

export interface SessionRecord {
  readonly sessionId: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
  readonly expiresAtMs: number
  readonly ip: string
  readonly userAgent: string
}

interface SessionsParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly authenticator: Pick<Authenticator, 'announced'>
}

export class Sessions {
  readonly #database: Database
  readonly #clock: Clock
  readonly #secretBox: SecretBox
  readonly #authenticator: SessionsParts['authenticator']

  constructor(parts: SessionsParts) {
    this.#database = parts.database
    this.#clock = parts.clock
    this.#secretBox = parts.secretBox
    this.#authenticator = parts.authenticator
  }

  /** Opens a session, always with a new id. The caller holds the lock on the user's row. */
  async openSession(sql: Sql, user: SessionUser, from: Pick<Origin, 'ip' | 'userAgent'>): Promise<SessionTokens> {
    const nowMs = this.#clock.now()
    const session = { sessionId: newId(nowMs), salt: newSecret(), generation: 1 }
    const expiresAtMs = nowMs + LIFETIME_MS
    await sql.query(
      `INSERT INTO sessions (session_id, user_id, created_at, last_used_at, expires_at, ip, user_agent, refresh_salt,
                             generation, rotated_at)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $3)`,
      [
        session.sessionId,
        user.userId,
        new Date(nowMs),
        new Date(expiresAtMs),
        from.ip,
        from.userAgent.slice(0, USER_AGENT_LENGTH),
        session.salt,
        session.generation,
      ],
    )
    return this.#tokens(session, user, nowMs, expiresAtMs)
  }

  /** Exchanges a refresh token for its successor. Throws `refresh-token-refused` for every fault. */
  async refresh(refreshToken: string, origin: Origin): Promise<SessionTokens> {
    const presented = parseRefreshToken(refreshToken)
    // A refusal is returned, not thrown: what it has written must be committed.
    const tokens =
      presented === undefined
        ? undefined
        : await this.#database.transaction((sql) => this.#rotate(sql, presented, origin))
    if (tokens !== undefined) return tokens
    throw accessProblem('refresh-token-refused', 'The refresh token is not accepted')
  }

  /** Ends the session that is calling. */
  async signOut(principal: { readonly sessionId: string; readonly userId: string }, actor: Actor): Promise<void> {
    await this.#end(principal.userId, principal.sessionId, 'session.logout', actor)
  }

  /** Ends one of the user's own sessions. Throws 404 when it is another user's, unknown or ended. */
  async endOwn(userId: string, sessionId: string, actor: Actor): Promise<void> {
    const hasEnded = await this.#end(userId, sessionId.toLowerCase(), 'session.revoke', actor)
    if (!hasEnded) throw accessProblem('session-not-found', 'There is no such session')
  }

  /** The sessions of a user that have not ended, newest first. */
  async list(userId: string, { page, size }: PageRequest): Promise<ListPage<SessionRecord>> {
    const live = 'user_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND last_used_at > $3'
    const values = [userId, this.#now(), this.#idleSince()]
    const counted = await this.#database.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM sessions WHERE ${live}`,
      values,
    )
    const { rows } = await this.#database.query<ListedRow>(
      `SELECT session_id, created_at, last_used_at, expires_at, ip, user_agent
         FROM sessions
        WHERE ${live}
        ORDER BY created_at DESC, session_id DESC LIMIT $4 OFFSET $5`,
      [...values, size, (page - 1) * size],
    )
    return { items: rows.map(sessionOf), total: counted.rows[0]?.total ?? 0 }
  }

  /** Deletes sessions that ended a month ago, in chunks; returns how many. */
  async deleteOld(): Promise<number> {
    // Ids begin with the time, so the primary key finds the old ones.
    const before = earliestIdAt(this.#clock.now() - LIFETIME_MS - KEPT_AFTER_END_MS)
    for (let deleted = 0; ; ) {
      const { rowCount } = await this.#database.query(
        `DELETE FROM sessions WHERE session_id IN
           (SELECT session_id FROM sessions WHERE session_id < $1 ORDER BY session_id LIMIT ${DELETED_AT_ONCE})`,
        [before],
      )
      deleted += rowCount
      if (rowCount < DELETED_AT_ONCE) return deleted
    }
  }

  #end(userId: string, sessionId: string, action: string, actor: Actor): Promise<boolean> {
    return this.#authenticator.announced(sessionId, () =>
      this.#database.transaction(async (sql) => {
        const { rowCount } = await sql.query(
          `UPDATE sessions SET revoked_at = $3, revoked_for = $4
            WHERE session_id = $2 AND user_id = $1 AND revoked_at IS NULL AND expires_at > $3 AND last_used_at > $5`,
          [userId, sessionId, this.#now(), action, this.#idleSince()],
        )
        if (rowCount === 0) return false
        await recordAudit(sql, this.#clock.now(), actor, { action, resource: 'session', resourceId: sessionId })
        return true
      }),
    )
  }

  async #rotate(sql: Sql, presented: PresentedToken, origin: Origin): Promise<SessionTokens | undefined> {
    const row = await lockSession(sql, presented.sessionId)
    if (row === undefined || !isGenuine(this.#secretBox, presented, row.refresh_salt)) return undefined
    const nowMs = this.#clock.now()
    const isOver = row.revoked_at !== null || endOf(row.last_used_at.getTime(), row.expires_at.getTime()) <= nowMs
    if (isOver || !row.is_active || !row.is_enabled) return undefined
    const session = { sessionId: presented.sessionId, salt: row.refresh_salt, generation: row.generation }
    const user = userOf(row)
    const expiresAtMs = row.expires_at.getTime()
    if (presented.generation === row.generation) {
      const generation = row.generation + 1
      await sql.query('UPDATE sessions SET generation = $2, rotated_at = $3, last_used_at = $3 WHERE session_id = $1', [
        session.sessionId,
        generation,
        new Date(nowMs),
      ])
      return this.#tokens({ ...session, generation }, user, nowMs, expiresAtMs)
    }
    const isGrace = presented.generation === row.generation - 1 && nowMs - row.rotated_at.getTime() <= GRACE_MS
    if (isGrace) return this.#tokens(session, user, row.last_used_at.getTime(), expiresAtMs)
    // A genuine token of a future generation means that the database was restored from a backup, not that it was copied.
    if (presented.generation < row.generation) await this.#endForReuse(sql, session.sessionId, user, origin)
    return undefined
  }

  async #endForReuse(sql: Sql, sessionId: string, user: SessionUser, origin: Origin): Promise<void> {
    const action = 'session.refresh-reuse'
    await sql.query('UPDATE sessions SET revoked_at = $2, revoked_for = $3 WHERE session_id = $1', [
      sessionId,
      this.#now(),
      action,
    ])
    await recordAudit(sql, this.#clock.now(), actorOf(user, origin), {
      action,
      resource: 'session',
      resourceId: sessionId,
      outcome: 'FAILURE',
    })
  }

  #tokens(
    session: { readonly sessionId: string; readonly salt: string; readonly generation: number },
    user: SessionUser,
    lastUsedAtMs: number,
    expiresAtMs: number,
  ): SessionTokens {
    const leftMs = endOf(lastUsedAtMs, expiresAtMs) - this.#clock.now()
    return {
      sessionId: session.sessionId,
      user,
      refreshToken: refreshTokenFor(this.#secretBox, session, session.generation),
      refreshExpiresInSeconds: Math.floor(leftMs / 1000),
    }
  }

  #now(): Date {
    return new Date(this.#clock.now())
  }

  #idleSince(): Date {
    return new Date(this.#clock.now() - IDLE_MS)
  }
}

/**
 * Ends the sessions of a user, all or all but one. Hold the user's row first, in the same transaction: a sign-in holds
 * it while it opens a session, which could otherwise appear after this has looked.
 */
export async function endSessionsOf(
  sql: Sql,
  nowMs: number,
  userId: string,
  reason: string,
  exceptSessionId?: string,
): Promise<void> {
  await sql.query(
    `UPDATE sessions SET revoked_at = $2, revoked_for = $3
      WHERE user_id = $1 AND revoked_at IS NULL AND session_id IS DISTINCT FROM $4::uuid`,
    [userId, new Date(nowMs), reason, exceptSessionId ?? null],
  )
}

/** Ends the sessions of a sub-tenant's users. Its state refuses those that a sign-in opens at the same time. */
export async function endSessionsOfSubTenant(
  sql: Sql,
  nowMs: number,
  subTenantId: string,
  reason: string,
): Promise<void> {
  await sql.query(
    `UPDATE sessions SET revoked_at = $2, revoked_for = $3
      WHERE user_id IN (SELECT user_id FROM users WHERE sub_tenant_id = $1) AND revoked_at IS NULL`,
    [subTenantId, new Date(nowMs), reason],
  )
}

function sessionOf(row: ListedRow): SessionRecord {
  return {
    sessionId: row.session_id,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at.getTime(),
    expiresAtMs: endOf(row.last_used_at.getTime(), row.expires_at.getTime()),
    ip: row.ip,
    userAgent: row.user_agent,
  }
}

function endOf(lastUsedAtMs: number, expiresAtMs: number): number {
  return Math.min(lastUsedAtMs + IDLE_MS, expiresAtMs)
}

interface ListedRow {
  readonly session_id: string
  readonly created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
  readonly ip: string
  readonly user_agent: string
}

interface LockedRow {
  readonly last_used_at: Date
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly refresh_salt: string
  readonly generation: number
  readonly rotated_at: Date
  readonly user_id: string
  readonly mail_id: string
  readonly is_active: boolean
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
  readonly role_name: string
  readonly is_enabled: boolean
}

async function lockSession(sql: Sql, sessionId: string): Promise<LockedRow | undefined> {
  const { rows } = await sql.query<LockedRow>(
    `SELECT s.last_used_at, s.expires_at, s.revoked_at, s.refresh_salt, s.generation, s.rotated_at,
            u.user_id, u.mail_id, ${maySignIn('u')} AS is_active, u.institution_id, u.sub_tenant_id, r.role_name, r.is_enabled
       FROM sessions s
       JOIN users u ON u.user_id = s.user_id
       JOIN roles r ON r.role_id = u.role_id
      WHERE s.session_id = $1
        FOR UPDATE OF s`,
    [sessionId],
  )
  return rows[0]
}

function userOf(row: LockedRow): SessionUser {
  return { userId: row.user_id, email: row.mail_id, roleName: row.role_name, scope: scopeOf(row) }
}
