// One-time passwords by mail. The caller learns nothing about the owner of an address: an unknown address is treated
// like any other, including the limits, except that no mail is sent and no code matches.
//
//   a code is valid for 5 minutes, 5 attempts and one use
//   an address gets one mail per minute and 5 per hour; a request beyond that changes nothing

import { randomInt } from 'node:crypto'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { equalInConstantTime, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS, isoTimestamp, MINUTE_MS } from '../../../platform/kernel/time/clock.ts'
import { otpMail } from '../../../platform/mail/mails.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import { plainArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { accessProblem } from '../access-problems.ts'
import type { Caller } from '../principal/caller.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { scopeOf } from '../principal/scopes.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'

const DIGITS = 6
const LIFETIME_MS = 5 * MINUTE_MS
const MAX_TRIES = 5
const PAUSE_MS = MINUTE_MS
const MAX_PER_HOUR = 5

interface MailOtpsParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly outbox: Pick<Outbox, 'queue'>
}

export class MailOtps {
  readonly #parts: MailOtpsParts

  constructor(parts: MailOtpsParts) {
    this.#parts = parts
  }

  /** Mails a code to an active user. The caller gets the same answer in any case. */
  async generate(email: string, actor: Actor): Promise<void> {
    const { database, clock, outbox } = this.#parts
    await database.transaction(async (sql) => {
      const nowMs = clock.now()
      const mailKey = emailKeyOf(email)
      const askedAt = await lockAsked(sql, mailKey, nowMs)
      // Not audited either: a flood of requests for one address must not fill the log.
      if (isTooSoon(askedAt, nowMs)) return
      const user = await findUser(sql, mailKey)
      const refusal = user === undefined ? 'unknown-user' : user.is_active ? undefined : 'inactive'
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
      const expiresAtMs = nowMs + LIFETIME_MS
      await sql.query(KEEP_CODE, [
        mailKey,
        this.#hashOf(mailKey, code, refusal === undefined),
        new Date(expiresAtMs),
        plainArray([nowMs, ...askedAt].slice(0, MAX_PER_HOUR).map(isoTimestamp)),
      ])
      // Sent to the stored address, not to the one in the request.
      const mail = otpMail({ to: user?.mail_id ?? email, code, expiresAtMs })
      await outbox.queue(sql, mail, { dryRun: refusal !== undefined })
      await recordAudit(sql, nowMs, actor, {
        action: 'otp.generate',
        resource: 'otp',
        resourceId: email,
        ...(user !== undefined && scopeOf(user)),
        ...(refusal !== undefined && { after: { reason: refusal } }),
        outcome: refusal === undefined ? 'SUCCESS' : 'FAILURE',
      })
    })
  }

  /**
   * Uses the code up. Throws `otp-refused` when it is wrong, too old, used or tried too often; only the log says which. For
   * an address that is not the caller's own it takes UPDATE on USERS, as resetting others does, and one within the
   * scope. A caller who lacks either gets the same answer, and the attempt does not count.
   */
  async validate(email: string, code: string, caller: Caller): Promise<void> {
    const { database, clock } = this.#parts
    const refusal = await database.transaction(async (sql) => {
      const nowMs = clock.now()
      const mailKey = emailKeyOf(email)
      const user = await findUser(sql, mailKey)
      const hindrance = hindranceOf(caller, user)
      const found = hindrance ?? (await this.#tryCode(sql, mailKey, code, nowMs))
      await recordAudit(sql, nowMs, caller.actor, {
        action: 'otp.validate',
        resource: 'otp',
        resourceId: email,
        // Out of scope, it is recorded under the caller's scope: the user's would reveal that the address has an owner.
        ...(hindrance === undefined && user !== undefined && scopeOf(user)),
        ...(found !== undefined && { after: { reason: found } }),
        outcome: found === undefined ? 'SUCCESS' : 'FAILURE',
      })
      return found
    })
    // Thrown outside the transaction, because the counted attempt must be committed.
    if (refusal !== undefined) {
      throw accessProblem('otp-refused', 'the one-time password is wrong or has expired')
    }
  }

  /** Deletes addresses to which no limit applies any more. */
  async forgetOld(): Promise<void> {
    await this.#parts.database.query('DELETE FROM mail_otps WHERE coalesce(asked_at[1], expires_at) <= $1', [
      new Date(this.#parts.clock.now() - HOUR_MS),
    ])
  }

  /** Why the code is rejected, or undefined when it is valid and now used. */
  async #tryCode(sql: Sql, mailKey: string, code: string, nowMs: number): Promise<string | undefined> {
    const { rows } = await sql.query<{ code_hash: string; expires_at: Date; tries: number }>(
      'SELECT code_hash, expires_at, tries FROM mail_otps WHERE mail_key = $1 FOR UPDATE',
      [mailKey],
    )
    const [row] = rows
    const fits = equalInConstantTime(row?.code_hash ?? '', this.#hashOf(mailKey, code, true))
    if (row === undefined || row.code_hash === '') return 'none'
    if (row.expires_at.getTime() <= nowMs) return 'expired'
    if (row.tries >= MAX_TRIES) return 'too-many'
    await sql.query(
      fits
        ? `UPDATE mail_otps SET code_hash = '' WHERE mail_key = $1`
        : 'UPDATE mail_otps SET tries = tries + 1 WHERE mail_key = $1',
      [mailKey],
    )
    return fits ? undefined : 'wrong'
  }

  /** A code that was never sent is hashed with another prefix, so that no attempt can match it. */
  #hashOf(mailKey: string, code: string, isSent: boolean): string {
    return this.#parts.secretBox.lookupHash(`${mailKey}:${code}`, isSent ? 'mail-otp' : 'mail-otp-of-nobody')
  }
}

/** When codes were requested for the address within the hour, newest first. Creates and locks its row. */
async function lockAsked(sql: Sql, mailKey: string, nowMs: number): Promise<number[]> {
  await sql.query(
    `INSERT INTO mail_otps (mail_key, code_hash, expires_at, asked_at) VALUES ($1, '', $2, '{}') ON CONFLICT DO NOTHING`,
    [mailKey, new Date(nowMs)],
  )
  const { rows } = await sql.query<{ asked_at: Date[] }>(
    'SELECT asked_at FROM mail_otps WHERE mail_key = $1 FOR UPDATE',
    [mailKey],
  )
  const asked = rows[0]?.asked_at ?? []
  return asked.map((at) => at.getTime()).filter((atMs) => atMs > nowMs - HOUR_MS)
}

function isTooSoon(askedAt: readonly number[], nowMs: number): boolean {
  const [last] = askedAt
  return askedAt.length >= MAX_PER_HOUR || (last !== undefined && last > nowMs - PAUSE_MS)
}

const KEEP_CODE = `UPDATE mail_otps SET code_hash = $2, expires_at = $3, tries = 0, asked_at = $4::timestamptz[]
                    WHERE mail_key = $1`

interface UserRow {
  readonly user_id: string
  readonly mail_id: string
  readonly is_active: boolean
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
}

async function findUser(sql: Sql, mailKey: string): Promise<UserRow | undefined> {
  const { rows } = await sql.query<UserRow>(
    `SELECT user_id, mail_id, ${maySignIn('users')} AS is_active, institution_id, sub_tenant_id
       FROM users
      WHERE mail_key = $1`,
    [mailKey],
  )
  return rows[0]
}

/** Why the caller may not try the user's code, or undefined when they may. */
function hindranceOf({ principal }: Caller, user: UserRow | undefined): 'not-granted' | 'out-of-scope' | undefined {
  if (user !== undefined && user.user_id === principal.userId) return undefined
  if (!principal.grants.allows('USERS', 'UPDATE')) return 'not-granted'
  return isWithin(principal.scope, user) ? undefined : 'out-of-scope'
}

/** Platform scope covers every address, even unknown ones. */
function isWithin({ institutionId, subTenantId }: Scope, user: UserRow | undefined): boolean {
  if (institutionId === undefined) return true
  return user?.institution_id === institutionId && (subTenantId === undefined || user.sub_tenant_id === subTenantId)
}
