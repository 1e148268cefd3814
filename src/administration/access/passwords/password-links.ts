// The one-time links of invitation and reset mails. A link carries an encrypted value with a random id; only a hash of
// the id is stored, and only the database decides whether the link is still valid.

import type { Scope } from '../../../platform/kernel/scope.ts'
import { newSecret, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../../platform/kernel/time/clock.ts'
import { invitationMail, resetMail } from '../../../platform/mail/mails.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import type { EncryptedStrings, LinkPurpose, MintedValue } from '../keys/encrypted-strings.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { scopeOf } from '../principal/scopes.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'

/** What a password is set by. A link that confirms an address sets none. */
export type PasswordPurpose = Exclude<LinkPurpose, 'MAIL'>

const LIFETIME_MS: Readonly<Record<PasswordPurpose, number>> = { INVITE: 72 * HOUR_MS, RESET: 30 * MINUTE_MS }
const RESETS_PER_HOUR = 3

export interface LinkReceiver {
  readonly userId: string
  readonly email: string
  readonly firstName: string
}

/** The user of a valid link. */
export interface LinkHolder extends LinkReceiver {
  readonly scope: Scope
  readonly purpose: PasswordPurpose
}

/** A dummy recipient, for doing the same work without a user. */
const NOBODY: LinkReceiver = {
  userId: '00000000-0000-0000-0000-000000000000',
  email: 'nobody@example.invalid',
  firstName: 'Nobody',
}

interface PasswordLinksParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly encryptedStrings: Pick<EncryptedStrings, 'mint'>
  readonly outbox: Pick<Outbox, 'queue'>
  /** URL of the public listener, without a trailing slash. */
  publicUrl(): string
}

export class PasswordLinks {
  readonly #parts: PasswordLinksParts

  constructor(parts: PasswordLinksParts) {
    this.#parts = parts
  }

  /** Invites a user to choose a first password. Creates link and mail in the caller's transaction. */
  async invite(sql: Sql, user: LinkReceiver): Promise<void> {
    await this.#send(sql, user, 'INVITE')
  }

  async reset(sql: Sql, user: LinkReceiver): Promise<void> {
    await this.#send(sql, user, 'RESET')
  }

  /**
   * Handles a forgotten password. The mail goes to active users who have a password, at most three times an hour. The
   * caller learns nothing, and the same work is done for everybody, so that the response time reveals nothing either.
   */
  async forgotten(email: string, actor: Actor): Promise<void> {
    await this.#parts.database.transaction(async (sql) => {
      const user = await this.#lockUser(sql, email)
      const refusal = await this.#whyNoReset(sql, user)
      if (user !== undefined && refusal === undefined) await this.reset(sql, user)
      else await this.#send(sql, NOBODY, 'RESET', { dryRun: true })
      await recordAudit(sql, this.#parts.clock.now(), actor, {
        action: 'password.forgot',
        resource: 'user',
        ...(user !== undefined && { resourceId: user.userId }),
        ...user?.scope,
        ...(refusal !== undefined && { after: { reason: refusal } }),
        outcome: refusal === undefined ? 'SUCCESS' : 'FAILURE',
      })
    })
  }

  /** The user of a valid link: not used, replaced or expired, and the user is active and still has that address. */
  async holderOf(sql: Sql, minted: MintedValue): Promise<LinkHolder | undefined> {
    if (minted.purpose === 'MAIL') return undefined
    const { rows } = await sql.query<HolderRow>(
      `SELECT u.user_id, u.mail_id, u.first_name, u.institution_id, u.sub_tenant_id, l.purpose
         FROM password_links l
         JOIN users u USING (user_id)
        WHERE l.link_hash = $1 AND l.purpose = $2 AND l.used_at IS NULL AND l.expires_at > $3
          AND ${maySignIn('u')} AND u.mail_key = $4`,
      [this.#hashOf(minted.jti), minted.purpose, this.#now(), emailKeyOf(minted.email)],
    )
    const [row] = rows
    return (
      row && {
        userId: row.user_id,
        email: row.mail_id,
        firstName: row.first_name,
        scope: scopeOf(row),
        purpose: row.purpose,
      }
    )
  }

  /** Uses up the link and all other links of the user. Of concurrent attempts, one gets the user. */
  async use(sql: Sql, minted: MintedValue): Promise<LinkHolder | undefined> {
    // Locks the user before the links, as everywhere, so that a waiting transaction sees what the previous one did.
    await sql.query(
      'SELECT FROM users WHERE user_id = (SELECT user_id FROM password_links WHERE link_hash = $1) FOR UPDATE',
      [this.#hashOf(minted.jti)],
    )
    const holder = await this.holderOf(sql, minted)
    if (holder !== undefined) await voidLinksOf(sql, this.#parts.clock.now(), holder.userId)
    return holder
  }

  async #send(sql: Sql, user: LinkReceiver, purpose: PasswordPurpose, { dryRun = false } = {}): Promise<void> {
    const { clock, encryptedStrings, outbox, publicUrl } = this.#parts
    const jti = newSecret()
    const expiresAtMs = clock.now() + LIFETIME_MS[purpose]
    const value = await encryptedStrings.mint({ email: user.email, purpose, jti, expiresAtMs })
    await sql.query('UPDATE password_links SET used_at = $3 WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL', [
      user.userId,
      purpose,
      this.#now(),
    ])
    // Deletes old links with each new one; those of the last hour still count towards the limit.
    await sql.query('DELETE FROM password_links WHERE user_id = $1 AND expires_at <= $2', [
      user.userId,
      new Date(clock.now() - HOUR_MS),
    ])
    await sql.query(
      `INSERT INTO password_links (link_hash, user_id, purpose, expires_at)
       SELECT $1::text, $2::uuid, $3::text, $4::timestamptz WHERE $5::boolean`,
      [this.#hashOf(jti), user.userId, purpose, new Date(expiresAtMs), !dryRun],
    )
    // After the #, which browsers do not send and proxies do not log.
    const link = `${publicUrl()}/console/set-password#${value}`
    const mailOf = purpose === 'INVITE' ? invitationMail : resetMail
    await outbox.queue(sql, mailOf({ to: user.email, firstName: user.firstName, link, expiresAtMs }), { dryRun })
  }

  async #whyNoReset(sql: Sql, user: Forgetful | undefined): Promise<string | undefined> {
    // Links created within the last hour expire after this instant. Replaced links are still stored, as used.
    const since = this.#parts.clock.now() - HOUR_MS + LIFETIME_MS.RESET
    const { rows } = await sql.query<{ recent: number }>(
      `SELECT count(*)::int AS recent FROM password_links
        WHERE user_id = $1 AND purpose = 'RESET' AND expires_at > $2`,
      [user?.userId ?? null, new Date(since)],
    )
    if (user === undefined) return 'unknown-user'
    if (!user.isActive) return 'inactive'
    if (!user.hasPassword) return 'invited'
    return (rows[0]?.recent ?? 0) >= RESETS_PER_HOUR ? 'too-many' : undefined
  }

  async #lockUser(sql: Sql, email: string): Promise<Forgetful | undefined> {
    const { rows } = await sql.query<ForgetfulRow>(
      `SELECT user_id, mail_id, first_name, institution_id, sub_tenant_id, ${maySignIn('users')} AS is_active,
              password_hash IS NOT NULL AS has_password
         FROM users
        WHERE mail_key = $1
          FOR UPDATE`,
      [emailKeyOf(email)],
    )
    const [row] = rows
    return (
      row && {
        userId: row.user_id,
        email: row.mail_id,
        firstName: row.first_name,
        scope: scopeOf(row),
        isActive: row.is_active,
        hasPassword: row.has_password,
      }
    )
  }

  #hashOf(jti: string): string {
    return this.#parts.secretBox.lookupHash(jti, 'password-link')
  }

  #now(): Date {
    return new Date(this.#parts.clock.now())
  }
}

/** Invalidates all links of the user. */
export async function voidLinksOf(sql: Sql, nowMs: number, userId: string): Promise<void> {
  await sql.query('UPDATE password_links SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [
    userId,
    new Date(nowMs),
  ])
}

interface HolderRow {
  readonly user_id: string
  readonly mail_id: string
  readonly first_name: string
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
  readonly purpose: PasswordPurpose
}

interface Forgetful extends LinkReceiver {
  readonly scope: Scope
  readonly isActive: boolean
  readonly hasPassword: boolean
}

interface ForgetfulRow {
  readonly user_id: string
  readonly mail_id: string
  readonly first_name: string
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
  readonly is_active: boolean
  readonly has_password: boolean
}
