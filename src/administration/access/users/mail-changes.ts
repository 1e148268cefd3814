// New mail addresses of users. One counts only when its owner confirms it by the mailed link; until then it is reserved, and
// nobody signs in with it. The old address is told at once, so that its owner can object in time.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { newSecret, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import { confirmAddressMail, newAddressMail } from '../../../platform/mail/mails.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { readRecord } from '../../records/read-records.ts'
import { accessProblem } from '../access-problems.ts'
import type { EncryptedStrings, MintedValue } from '../keys/encrypted-strings.ts'
import { voidLinksOf } from '../passwords/password-links.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'
import { USERS } from './user-records.ts'

const LIFETIME_MS = 72 * HOUR_MS
const HASH_CONTEXT = 'users.pending_mail'

export interface NewAddress {
  readonly userId: string
  /** The present address. */
  readonly email: string
  readonly firstName: string
  readonly newEmail: string
}

/** Reserves the new address and sends both mails, in the caller's transaction. The address must be free. */
export interface MailConfirmations {
  request(sql: Sql, user: NewAddress): Promise<void>
}

/** The user of a link that counts. */
export interface MailHolder {
  readonly userId: string
  readonly firstName: string
  readonly newEmail: string
}

interface MailChangesParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly encryptedStrings: Pick<EncryptedStrings, 'mint'>
  readonly outbox: Pick<Outbox, 'queue'>
  /** URL of the public listener, without a trailing slash. */
  publicUrl(): string
}

export class MailChanges implements MailConfirmations {
  readonly #parts: MailChangesParts

  constructor(parts: MailChangesParts) {
    this.#parts = parts
  }

  /** Asked for again, the link before no longer counts. */
  async request(sql: Sql, { userId, email, firstName, newEmail }: NewAddress): Promise<void> {
    const { clock, encryptedStrings, outbox, publicUrl } = this.#parts
    const jti = newSecret()
    const expiresAtMs = clock.now() + LIFETIME_MS
    await sql.query(
      `UPDATE users SET pending_mail_id = $2, pending_mail_key = $3, pending_mail_until = $4, pending_mail_hash = $5
        WHERE user_id = $1`,
      [userId, newEmail, emailKeyOf(newEmail), new Date(expiresAtMs), this.#hashOf(jti)],
    )
    const value = await encryptedStrings.mint({ email: newEmail, purpose: 'MAIL', jti, expiresAtMs })
    // After the #, which browsers do not send and proxies do not log.
    const link = `${publicUrl()}/console/confirm-mail#${value}`
    await outbox.queue(sql, confirmAddressMail({ to: newEmail, firstName, link, expiresAtMs }))
    await outbox.queue(sql, newAddressMail({ to: email, firstName, newEmail, expiresAtMs }))
  }

  /** Tells whose link it is, without using it up. */
  async holderOf(sql: Sql, minted: MintedValue): Promise<MailHolder | undefined> {
    if (minted.purpose !== 'MAIL') return undefined
    const { rows } = await sql.query<{ user_id: string; first_name: string; pending_mail_id: string }>(
      `SELECT user_id, first_name, pending_mail_id
         FROM users
        WHERE pending_mail_key = $1 AND pending_mail_hash = $2 AND pending_mail_until > $3 AND ${maySignIn('users')}`,
      [emailKeyOf(minted.email), this.#hashOf(minted.jti), new Date(this.#parts.clock.now())],
    )
    const [row] = rows
    return row && { userId: row.user_id, firstName: row.first_name, newEmail: row.pending_mail_id }
  }

  /** From now on the user signs in with the new address: sessions and links end. Refusals: `link-refused`. */
  async confirm(minted: MintedValue, actor: Actor): Promise<void> {
    const { database, clock } = this.#parts
    const confirming = () => database.transaction((sql) => this.#confirm(sql, clock.now(), minted, actor))
    await refuseDuplicate('users_mail_key_key', linkRefused, confirming)
  }

  async #confirm(sql: Sql, nowMs: number, minted: MintedValue, actor: Actor): Promise<void> {
    await sql.query('SELECT FROM users WHERE pending_mail_key = $1 FOR UPDATE', [emailKeyOf(minted.email)])
    const holder = await this.holderOf(sql, minted)
    if (holder === undefined) throw linkRefused()
    const reader = { scope: {}, nowMs }
    const before = await readRecord(sql, USERS, reader, holder.userId)
    await sql.query(
      `UPDATE users SET mail_id = pending_mail_id, mail_key = pending_mail_key, version = version + 1, updated_at = $2,
                        updated_by = pending_mail_id
        WHERE user_id = $1`,
      [holder.userId, new Date(nowMs)],
    )
    await dropMailChange(sql, holder.userId)
    await voidLinksOf(sql, nowMs, holder.userId)
    await endSessionsOf(sql, nowMs, holder.userId, 'mail-changed')
    const after = await readRecord(sql, USERS, reader, holder.userId)
    const owner = USERS.ownerOf(before)
    await recordAudit(
      sql,
      nowMs,
      { ...actor, userId: holder.userId, email: before.email, scope: owner },
      {
        action: 'user.confirm-mail',
        resource: USERS.resource,
        resourceId: holder.userId,
        before: USERS.snapshot(before),
        after: USERS.snapshot(after),
        ...owner,
      },
    )
  }

  #hashOf(jti: string): string {
    return this.#parts.secretBox.lookupHash(jti, HASH_CONTEXT)
  }
}

/** The new address of the user is given up, and free for others. */
export async function dropMailChange(sql: Sql, userId: string): Promise<void> {
  await sql.query(
    `UPDATE users SET pending_mail_id = NULL, pending_mail_key = NULL, pending_mail_until = NULL, pending_mail_hash = NULL
      WHERE user_id = $1 AND pending_mail_key IS NOT NULL`,
    [userId],
  )
}

export function linkRefused(cause?: unknown): Problem {
  return accessProblem('link-refused', 'The link is not valid, or not any more', { cause })
}
