// Signing in. Every refusal is the same and takes the same work; only the audit log has the reason.
//
// The password is hashed first. The decision follows under the lock on the user's row, after the check of the lockout.
// So concurrent guesses are decided one by one: after the fifth wrong one the user is locked and the rest are refused,
// even the right one. If the lockout were checked before hashing, every guess in flight would be tried.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { accessProblem } from '../access-problems.ts'
import { type Turns, UNLIMITED } from '../admission/admission.ts'
import type { AccessTokens } from '../keys/access-tokens.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { scopeOf } from '../principal/scopes.ts'
import type { Mfa } from '../second-factor/mfa.ts'
import type { RecoveryCodes } from '../second-factor/recovery-codes.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'
import { clearLockout, countFailure } from './lockout.ts'
import { actorOf, type Origin, type SessionUser } from './session-user.ts'
import type { Sessions, SessionTokens } from './sessions.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SecondFactor {
  readonly mfaCode?: string
  readonly recoveryCode?: string
}

export interface SignedIn extends SessionTokens {
  readonly accessToken: string
  readonly expiresInSeconds: number
}

interface SignInParts {
  readonly database: Database
  readonly clock: Clock
  readonly accessTokens: Pick<AccessTokens, 'sign'>
  readonly sessions: Pick<Sessions, 'openSession' | 'refresh'>
  readonly mfa: Pick<Mfa, 'verifyCode'>
  readonly recoveryCodes: Pick<RecoveryCodes, 'use'>
  /** Does the same work when there is no hash to compare with. */
  verifyPassword(hash: string | undefined, password: string, turns: Turns): Promise<boolean>
}

/** The reasons of refusals, as the audit log has them. */
type Reason =
  | 'unknown-user'
  | 'locked'
  | 'inactive'
  | 'role-disabled'
  | 'invited'
  | 'wrong-password'
  | 'code-required'
  | 'wrong-code'

class Refusal {
  readonly reason: Reason
  /** Set when this attempt locked the user. */
  readonly lockedUntilMs: number | undefined

  constructor(reason: Reason, lockedUntilMs?: number) {
    this.reason = reason
    this.lockedUntilMs = lockedUntilMs
  }
}

export class SignIn {
  readonly #parts: SignInParts

  constructor(parts: SignInParts) {
    this.#parts = parts
  }

  /**
   * Opens a session. Throws `credentials-refused` when e-mail and password do not open one, `code-required` when they do
   * and a code is missing, `code-refused` when the code is wrong.
   */
  async signIn(credentials: Credentials & SecondFactor, origin: Origin): Promise<SignedIn> {
    const tokens = await this.#withPassword(credentials, origin, async (sql, user) => {
      const refusal = await this.#checkSecondFactor(sql, user, credentials)
      return refusal ?? this.#open(sql, user, origin, 'password')
    })
    return this.#withAccessToken(tokens)
  }

  /** Opens a session for a user whom the identity provider has authenticated, including the second factor. */
  async signInBySso(email: string, origin: Origin): Promise<SignedIn> {
    const tokens = await this.#decide(email, origin, async (sql, user) => {
      return objectionTo(user, this.#parts.clock.now()) ?? this.#open(sql, user, origin, 'sso')
    })
    return this.#withAccessToken(tokens)
  }

  /**
   * Checks a password as signIn does, counting and recording failures, without opening a session. For operations that ask
   * for the password again: they must not allow unlimited guesses.
   */
  checkPassword(credentials: Credentials, origin: Origin): Promise<SessionUser> {
    return this.#withPassword(credentials, origin, async (_sql, user) => sessionUserOf(user))
  }

  /** Exchanges a refresh token for its successor and a new access token. Throws `refresh-token-refused`. */
  async refresh(refreshToken: string, origin: Origin): Promise<SignedIn> {
    return this.#withAccessToken(await this.#parts.sessions.refresh(refreshToken, origin))
  }

  async #withPassword<T extends object>(
    { email, password }: Credentials,
    origin: Origin,
    proceed: (sql: Sql, user: Candidate) => Promise<T | Refusal>,
  ): Promise<T> {
    const { database, clock, verifyPassword } = this.#parts
    const hash = await passwordHashOf(database, email)
    const isRight = await verifyPassword(hash, password, origin.turns ?? UNLIMITED)
    return this.#decide(email, origin, async (sql, user) => {
      const objection = objectionTo(user, clock.now())
      if (objection !== undefined) return objection
      if (user.passwordHash === null) return new Refusal('invited')
      // The password may have been changed since it was compared.
      if (isRight && user.passwordHash === hash) return proceed(sql, user)
      return new Refusal('wrong-password', await countFailure(sql, clock.now(), user, 'PASSWORD'))
    })
  }

  /** Decides under the lock on the user's row. A refusal is returned, not thrown: what it has counted must be committed. */
  async #decide<T extends object>(
    email: string,
    origin: Origin,
    judge: (sql: Sql, user: Candidate) => Promise<T | Refusal>,
  ): Promise<T> {
    const decision = await this.#parts.database.transaction(async (sql) => {
      const user = await lockUser(sql, email)
      const decided = user === undefined ? new Refusal('unknown-user') : await judge(sql, user)
      if (decided instanceof Refusal) await this.#recordRefusal(sql, decided, user, email, origin)
      return decided
    })
    if (decision instanceof Refusal) throw problemOf(decision)
    return decision
  }

  async #checkSecondFactor(sql: Sql, user: Candidate, factor: SecondFactor): Promise<Refusal | undefined> {
    if (!user.mfaEnable) return undefined
    const { mfa, recoveryCodes, clock } = this.#parts
    const { mfaCode, recoveryCode } = factor
    if (mfaCode === undefined && recoveryCode === undefined) return new Refusal('code-required')
    const isRight =
      mfaCode === undefined
        ? await recoveryCodes.use(sql, user.userId, recoveryCode as string)
        : await mfa.verifyCode(sql, user, mfaCode)
    return isRight ? undefined : new Refusal('wrong-code', await countFailure(sql, clock.now(), user, 'CODE'))
  }

  async #open(sql: Sql, user: Candidate, origin: Origin, method: 'password' | 'sso'): Promise<SessionTokens> {
    const { clock, sessions } = this.#parts
    await clearLockout(sql, user.userId)
    await sql.query('UPDATE users SET last_login_at = $2 WHERE user_id = $1', [user.userId, new Date(clock.now())])
    const tokens = await sessions.openSession(sql, sessionUserOf(user), origin)
    await recordAudit(sql, clock.now(), actorOf(user, origin), {
      action: 'session.login',
      resource: 'session',
      resourceId: tokens.sessionId,
      after: { method },
    })
    return tokens
  }

  async #recordRefusal(
    sql: Sql,
    { reason, lockedUntilMs }: Refusal,
    user: Candidate | undefined,
    email: string,
    origin: Origin,
  ): Promise<void> {
    // The field may hold a password by mistake, so only what looks like an address is recorded.
    const { ip, correlationId } = origin
    const stranger = { ip, correlationId, ...(looksLikeEmail(email) ? { email } : {}) }
    await recordAudit(sql, this.#parts.clock.now(), user === undefined ? stranger : actorOf(user, origin), {
      action: 'session.login-failed',
      resource: 'session',
      outcome: 'FAILURE',
      after: { reason, ...(lockedUntilMs === undefined ? {} : { lockedUntil: isoTimestamp(lockedUntilMs) }) },
    })
  }

  async #withAccessToken(tokens: SessionTokens): Promise<SignedIn> {
    const { userId, email, roleName, scope } = tokens.user
    const tenant = scope.subTenantId ?? scope.institutionId
    const { token, expiresInSeconds } = await this.#parts.accessTokens.sign({
      sub: userId,
      email,
      role: roleName,
      sid: tokens.sessionId,
      ...(tenant === undefined ? {} : { tenant }),
    })
    return { ...tokens, accessToken: token, expiresInSeconds }
  }
}

/** Reasons to refuse a user before the password counts. No failure is counted then, so a lock is not extended. */
function objectionTo(user: Candidate, nowMs: number): Refusal | undefined {
  if (user.lockedUntilMs > nowMs) return new Refusal('locked')
  if (!user.isActive) return new Refusal('inactive')
  return user.isRoleEnabled ? undefined : new Refusal('role-disabled')
}

function problemOf({ reason }: Refusal): Problem {
  if (reason === 'code-required') return accessProblem('code-required', 'MFA code required')
  if (reason === 'wrong-code') return accessProblem('code-refused', 'The code is not accepted')
  return accessProblem('credentials-refused', 'The e-mail address or password is not accepted')
}

/** The user who may be signing in. */
interface Candidate extends SessionUser {
  readonly isActive: boolean
  readonly isRoleEnabled: boolean
  readonly mfaEnable: boolean
  readonly passwordHash: string | null
  readonly lockedUntilMs: number
  readonly locks: number
}

async function passwordHashOf(sql: Sql, email: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ password_hash: string | null }>(
    'SELECT password_hash FROM users WHERE mail_key = $1',
    [keyOf(email)],
  )
  return rows[0]?.password_hash ?? undefined
}

async function lockUser(sql: Sql, email: string): Promise<Candidate | undefined> {
  const { rows } = await sql.query<{
    user_id: string
    mail_id: string
    institution_id: string | null
    sub_tenant_id: string | null
    is_active: boolean
    mfa_enable: boolean
    password_hash: string | null
    locked_until: Date | null
    locks: number
    role_name: string
    is_enabled: boolean
  }>(
    `SELECT u.user_id, u.mail_id, u.institution_id, u.sub_tenant_id, ${maySignIn('u')} AS is_active, u.mfa_enable, u.password_hash,
            u.locked_until, u.locks, r.role_name, r.is_enabled
       FROM users u
       JOIN roles r ON r.role_id = u.role_id
      WHERE u.mail_key = $1
        FOR UPDATE OF u`,
    [keyOf(email)],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return {
    userId: row.user_id,
    email: row.mail_id,
    roleName: row.role_name,
    scope: scopeOf(row),
    isActive: row.is_active,
    isRoleEnabled: row.is_enabled,
    mfaEnable: row.mfa_enable,
    passwordHash: row.password_hash,
    lockedUntilMs: row.locked_until?.getTime() ?? 0,
    locks: row.locks,
  }
}

/** The lookup key. Text that is not an address gets a key too, so that the lookup takes the same work. */
function keyOf(email: string): string {
  return looksLikeEmail(email) ? emailKeyOf(email) : ''
}

function looksLikeEmail(text: string): boolean {
  // The domain must have a dot: other text may be a password in the wrong field.
  return text.length <= 254 && /^[!-~]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/.test(text)
}

/** Without the fields that only sign-in may see. */
function sessionUserOf({ userId, email, roleName, scope }: Candidate): SessionUser {
  return { userId, email, roleName, scope }
}
