// Identifies the caller by the bearer token. The token names the session; the session has the user, the grants of the
// role, and whether it has ended. Sessions are cached, and the database announces every change of them.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Statement, Subscription } from '../../../platform/storage/database.ts'
import { accessProblem } from '../access-problems.ts'
import type { AccessTokens } from '../keys/access-tokens.ts'
import { Grants, type Principal } from '../principal/principal.ts'
import { scopeOf } from '../principal/scopes.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'
import { type LiveSession, SessionCache } from './session-cache.ts'

/** Announced by triggers on sessions, users, roles and their grants, and sub-tenants, with what SessionCache.drop() takes. */
const TOPIC = 'access'

interface AuthenticatorParts {
  readonly database: Database
  readonly accessTokens: Pick<AccessTokens, 'verify'>
  readonly clock: Clock
  readonly confirmTimeoutMs?: number
}

export class Authenticator {
  readonly #database: Database
  readonly #accessTokens: AuthenticatorParts['accessTokens']
  readonly #clock: Clock
  readonly #sessions: SessionCache
  readonly #confirmTimeoutMs: number | undefined
  readonly #subscription: Subscription

  constructor(parts: AuthenticatorParts) {
    this.#database = parts.database
    this.#accessTokens = parts.accessTokens
    this.#clock = parts.clock
    this.#confirmTimeoutMs = parts.confirmTimeoutMs
    const { changes } = parts.database
    this.#sessions = new SessionCache({
      load: (sessionId) => this.#load(sessionId),
      isLive: () => changes.isLive(),
    })
    this.#subscription = changes.subscribe(TOPIC, {
      onChange: (changed) => this.#sessions.drop(changed),
      onGap: () => this.#sessions.drop('all'),
    })
  }

  /** The caller of an access token. Throws `not-signed-in` when it is missing or wrong, or its session has ended. */
  async authenticate(accessToken: string | undefined): Promise<Principal> {
    if (accessToken === undefined) throw notSignedIn()
    const claims = await this.#accessTokens.verify(accessToken)
    const session = await this.#sessions.find(claims.sid)
    if (session === undefined || session.expiresAtMs <= this.#clock.now()) throw notSignedIn()
    if (session.principal.userId !== claims.sub) throw notSignedIn()
    return session.principal
  }

  /** A user as a session of theirs would show them now; undefined when they may not sign in. */
  async userById(userId: string): Promise<Principal | undefined> {
    const { rows } = await this.#database.query<UserRow>(LOAD_USER, [userId])
    const [row] = rows
    return row && principalOf('', row)
  }

  /**
   * Runs `end` and returns once every node has dropped the session: the next call may reach any of them and must be
   * refused there. A node that does not answer is waited for two seconds at most; the session has ended in any case.
   */
  async announced(sessionId: string, end: () => Promise<boolean>): Promise<boolean> {
    const hasEnded = await end()
    // Needed when this node does not receive announcements at the moment.
    this.#sessions.drop(`session:${sessionId}`)
    if (hasEnded) await this.settled()
    return hasEnded
  }

  /**
   * Returns once every node applies the access changes that were committed before, so that the caller's next call sees
   * them on any node. A node that does not answer is waited for two seconds at most.
   */
  async settled(): Promise<void> {
    const timeoutMs = this.#confirmTimeoutMs
    await this.#database.changes.confirm(TOPIC, timeoutMs === undefined ? {} : { timeoutMs })
  }

  /** Drops cached sessions: those with these ids or of the users with these ids, or all of them. */
  drop(ids?: readonly string[]): void {
    if (ids === undefined) this.#sessions.drop('all')
    for (const id of ids ?? []) {
      this.#sessions.drop(`session:${id}`)
      this.#sessions.drop(`user:${id}`)
    }
  }

  close(): void {
    this.#subscription.close()
  }

  async #load(sessionId: string): Promise<LiveSession | undefined> {
    const { rows } = await this.#database.query<SessionRow>(LOAD_SESSION, [sessionId])
    const [row] = rows
    if (row === undefined) return undefined
    return { principal: principalOf(sessionId, row), expiresAtMs: row.expires_at.getTime() }
  }
}

interface SessionRow extends UserRow {
  readonly expires_at: Date
}

interface UserRow {
  readonly user_id: string
  readonly mail_id: string
  readonly first_name: string
  readonly last_name: string
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
  readonly role_id: string
  readonly role_name: string
  readonly is_enabled: boolean
  readonly grants_all: boolean
  readonly module_ids: readonly string[]
  readonly action_ids: readonly string[]
  readonly allowed_modules: readonly string[] | null
}

const USER_COLUMNS = `u.user_id, u.mail_id, u.first_name, u.last_name, u.institution_id, u.sub_tenant_id, r.role_id, r.role_name,
                      r.is_enabled, r.grants_all, g.module_ids, g.action_ids, t.allowed_modules`

const ROLE_OF_USER = `
           JOIN roles r ON r.role_id = u.role_id
           LEFT JOIN sub_tenants t ON t.sub_tenant_id = u.sub_tenant_id
          CROSS JOIN LATERAL (SELECT coalesce(array_agg(module_id ORDER BY module_id, action_id), '{}') AS module_ids,
                                     coalesce(array_agg(action_id ORDER BY module_id, action_id), '{}') AS action_ids
                                FROM role_grants WHERE role_id = r.role_id) g`

const LOAD_SESSION: Statement = {
  name: 'load-session',
  text: `SELECT s.expires_at, ${USER_COLUMNS}
           FROM sessions s
           JOIN users u ON u.user_id = s.user_id ${ROLE_OF_USER}
          WHERE s.session_id = $1 AND s.revoked_at IS NULL AND ${maySignIn('u')}`,
}

const LOAD_USER: Statement = {
  name: 'load-user',
  text: `SELECT ${USER_COLUMNS} FROM users u ${ROLE_OF_USER} WHERE u.user_id = $1 AND ${maySignIn('u')}`,
}

function principalOf(sessionId: string, row: UserRow): Principal {
  return {
    sessionId,
    userId: row.user_id,
    email: row.mail_id,
    firstName: row.first_name,
    lastName: row.last_name,
    roleId: row.role_id,
    roleName: row.role_name,
    grants: grantsOf(row),
    scope: scopeOf(row),
  }
}

/** What the role grants, within the modules that a sub-tenant allows its users. */
function grantsOf(row: UserRow): Grants {
  const { allowed_modules: allowed } = row
  const grants = roleGrants(row)
  return allowed === null || allowed.length === 0 ? grants : grants.cappedTo(new Set(allowed))
}

/** A disabled role grants nothing. */
function roleGrants(row: UserRow): Grants {
  if (!row.is_enabled) return Grants.of([])
  if (row.grants_all) return Grants.all()
  return Grants.of(row.module_ids.map((moduleId, i) => ({ moduleId, actionId: row.action_ids[i] as string })))
}

function notSignedIn(): Problem {
  return accessProblem('not-signed-in', 'the access token is missing, invalid, expired or revoked')
}
