// Sets a password: by the one-time link of a mail, or by the signed-in user. Both end the user's sessions, because
// an attacker who knew the old password may have one of them.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { accessProblem } from '../access-problems.ts'
import { type Turns, UNLIMITED } from '../admission/admission.ts'
import type { MintedValue } from '../keys/encrypted-strings.ts'
import type { Principal } from '../principal/principal.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { type PasswordLinks, voidLinksOf } from './password-links.ts'
import { checkPasswordRules } from './password-rules.ts'
import { assertNotRecent, type hashPassword, setPassword } from './passwords.ts'

interface SetPasswordParts {
  readonly database: Database
  readonly clock: Clock
  readonly passwordLinks: Pick<PasswordLinks, 'holderOf' | 'use'>
  readonly hashPassword: typeof hashPassword
}

export class SetPassword {
  readonly #parts: SetPasswordParts

  constructor(parts: SetPasswordParts) {
    this.#parts = parts
  }

  /**
   * Sets the password of the link's holder, who need not be signed in. A lock stays: an attacker who reads the mails
   * must not get to guess codes again. Throws `not-signed-in` when the link does not count, and `password-refused` when
   * the password breaks a rule; then the link still counts.
   */
  async byLink(minted: MintedValue, password: string, actor: Actor, turns: Turns = UNLIMITED): Promise<void> {
    const { database, clock, passwordLinks } = this.#parts
    const holder = await passwordLinks.holderOf(database, minted)
    if (holder === undefined) throw passwordNotYours()
    const hash = await this.#hash(holder.userId, password, turns)
    await database.transaction(async (sql) => {
      const user = await passwordLinks.use(sql, minted)
      if (user === undefined) throw passwordNotYours()
      await setPassword(sql, { userId: user.userId, hash, nowMs: clock.now() })
      await endSessionsOf(sql, clock.now(), user.userId, 'password.set')
      await recordAudit(
        sql,
        clock.now(),
        { ...actor, userId: user.userId, email: user.email, scope: user.scope },
        { action: 'password.set', resource: 'user', resourceId: user.userId, after: { by: user.purpose } },
      )
    })
  }

  /** Sets the caller's own password and ends their other sessions. Throws `password-refused` when it breaks a rule. */
  async own(principal: Principal, password: string, actor: Actor, turns: Turns = UNLIMITED): Promise<void> {
    const { database, clock } = this.#parts
    const hash = await this.#hash(principal.userId, password, turns)
    await database.transaction(async (sql) => {
      await setPassword(sql, { userId: principal.userId, hash, nowMs: clock.now() })
      await voidLinksOf(sql, clock.now(), principal.userId)
      await endSessionsOf(sql, clock.now(), principal.userId, 'password.set', principal.sessionId)
      await recordAudit(
        sql,
        clock.now(),
        { ...actor, userId: principal.userId, email: principal.email, scope: principal.scope },
        { action: 'password.set', resource: 'user', resourceId: principal.userId, after: { by: 'SIGNED_IN' } },
      )
    })
  }

  /** Checks and hashes outside of any transaction: both are slow and would hold a connection. */
  async #hash(userId: string, password: string, turns: Turns): Promise<string> {
    const fault = checkPasswordRules(password)
    if (fault !== undefined) throw accessProblem('password-refused', `the password ${fault}`)
    await assertNotRecent(this.#parts.database, userId, password, turns)
    return this.#parts.hashPassword(password, turns)
  }
}

/** The same message whether the link is invalid or the token is not the user's own. */
export function passwordNotYours(): Problem {
  return accessProblem('not-signed-in', 'A valid link, or the bearer token of this user, is needed')
}
