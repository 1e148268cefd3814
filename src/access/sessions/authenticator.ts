// Who is calling, from the bearer token. The token says which session; the session says who it is, what the role grants,
// and whether it has ended, which every node learns by a notice of the database and not by asking each time.

import type { Clock } from '../../kernel/clock.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { Database, Statement } from '../../storage/database.ts'
import { LIVE_AFTER_ANSWER_MS, type Listening } from '../../storage/notices.ts'
import { accessProblem } from '../access-problems.ts'
import type { AccessTokens } from '../keys/access-tokens.ts'
import { Grants, type Principal } from '../principal/principal.ts'
import { scopeOf } from '../principal/scopes.ts'
import { HearingRounds } from './hearing-rounds.ts'
import { type LiveSession, SessionCache } from './session-cache.ts'

const CHANNEL = 'access_changed'
/** Longer than a node that hears nothing any more goes on trusting its memory, so that a round is true even then. */
const ROUND_TIMEOUT_MS = LIVE_AFTER_ANSWER_MS + 500

interface AuthenticatorParts {
  readonly database: Database
  readonly accessTokens: Pick<AccessTokens, 'verify'>
  readonly clock: Clock
  readonly roundTimeoutMs?: number
}

export class Authenticator {
  readonly #database: Database
  readonly #accessTokens: AuthenticatorParts['accessTokens']
  readonly #clock: Clock
  readonly #sessions: SessionCache
  readonly #listening: Listening
  readonly #rounds: HearingRounds

  constructor(parts: AuthenticatorParts) {
    this.#database = parts.database
    this.#accessTokens = parts.accessTokens
    this.#clock = parts.clock
    this.#rounds = new HearingRounds({
      database: parts.database,
      channel: CHANNEL,
      timeoutMs: parts.roundTimeoutMs ?? ROUND_TIMEOUT_MS,
    })
    this.#sessions = new SessionCache({
      load: (sessionId) => this.#load(sessionId),
      isLive: () => this.#listening.isLive(),
    })
    this.#listening = parts.database.listen(CHANNEL, {
      onPayload: (notice) => this.#hear(notice),
      onGap: () => this.#sessions.drop('all'),
    })
  }

  /** The caller behind an access token. Throws `not-signed-in` when it is missing or wrong, or its session is over. */
  async authenticate(accessToken: string | undefined): Promise<Principal> {
    if (accessToken === undefined) throw notSignedIn()
    const claims = await this.#accessTokens.verify(accessToken)
    const session = await this.#sessions.find(claims.sid)
    if (session === undefined || session.expiresAtMs <= this.#clock.now()) throw notSignedIn()
    if (session.principal.userId !== claims.sub) throw notSignedIn()
    return session.principal
  }

  /**
   * Runs what ends a session, and returns once every node has heard: the next call may reach any of them, and must be
   * refused there. A node that does not answer is waited for two seconds at most; the session is over in any case.
   */
  async announced(sessionId: string, end: () => Promise<boolean>): Promise<boolean> {
    const hasEnded = await end()
    // This node does not depend on the notice.
    this.#sessions.drop(`session:${sessionId}`)
    if (hasEnded) await this.settled()
    return hasEnded
  }

  /**
   * Returns once every node has heard of what was committed before, so that whoever was told of a change meets it on
   * the next call, wherever that arrives. A node that does not answer is waited for two seconds at most.
   */
  async settled(): Promise<void> {
    if (this.#listening.isLive()) await this.#rounds.run()
  }

  /** Stops listening. */
  close(): Promise<void> {
    return this.#listening.close()
  }

  #hear(notice: string): void {
    if (!this.#rounds.hear(notice)) this.#sessions.drop(notice)
  }

  async #load(sessionId: string): Promise<LiveSession | undefined> {
    const { rows } = await this.#database.query<SessionRow>(LOAD_SESSION, [sessionId])
    const [row] = rows
    if (row === undefined) return undefined
    return { principal: principalOf(sessionId, row), expiresAtMs: row.expires_at.getTime() }
  }
}

interface SessionRow {
  readonly expires_at: Date
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
}

const LOAD_SESSION: Statement = {
  name: 'load-session',
  text: `SELECT s.expires_at, u.user_id, u.mail_id, u.first_name, u.last_name, u.institution_id, u.sub_tenant_id,
                r.role_id, r.role_name, r.is_enabled, r.grants_all, g.module_ids, g.action_ids
           FROM sessions s
           JOIN users u ON u.user_id = s.user_id
           JOIN roles r ON r.role_id = u.role_id
          CROSS JOIN LATERAL (SELECT coalesce(array_agg(module_id ORDER BY module_id, action_id), '{}') AS module_ids,
                                     coalesce(array_agg(action_id ORDER BY module_id, action_id), '{}') AS action_ids
                                FROM role_grants WHERE role_id = r.role_id) g
          WHERE s.session_id = $1 AND s.revoked_at IS NULL AND u.is_active`,
}

function principalOf(sessionId: string, row: SessionRow): Principal {
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

/** A disabled role grants nothing, whatever it says. */
function grantsOf(row: SessionRow): Grants {
  if (!row.is_enabled) return Grants.of([])
  if (row.grants_all) return Grants.all()
  return Grants.of(row.module_ids.map((moduleId, i) => ({ moduleId, actionId: row.action_ids[i] as string })))
}

function notSignedIn(): Problem {
  return accessProblem('not-signed-in', 'the access token is missing, invalid, expired or revoked')
}
