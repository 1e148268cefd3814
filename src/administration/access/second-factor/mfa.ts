// The second factor: an authenticator app is offered a secret, proves with a first code that it has it, and from then
// on each of its codes is accepted once. Secrets are encrypted at rest.

import { equalInConstantTime, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { emailKeyOf } from '../principal/email-addresses.ts'
import { scopeOf } from '../principal/scopes.ts'
import { maySignIn } from '../sub-tenants/shut-out.ts'
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts'

const OFFER_MS = 10 * 60_000
const TRIES_PER_OFFER = 5
const ISSUER = 'Tillgate'
const USER_SECRET = 'users.totp_sealed'
const OFFERED_SECRET = 'totp_offers.secret_sealed'

export interface MfaOffer {
  /** The secret in base32. */
  readonly encodedSecret: string
  /** The same as a QR code: a PNG in base64. */
  readonly qrCode: string
}

export interface MfaStatus {
  readonly isEnabled: boolean
  /** Present when a device can be registered now. */
  readonly offer?: MfaOffer
}

export interface MfaRegistration {
  readonly email: string
  readonly encodedSecret: string
  readonly code: string
  readonly deviceName?: string
  /** Replaces the current device; only for the signed-in user. */
  readonly overwrite?: boolean
  /** The user of the access token, if one was sent. */
  readonly signedInUserId?: string
}

type Refusal =
  | 'unknown user'
  | 'nothing offered'
  | 'offer expired'
  | 'another secret'
  | 'registered already'
  | 'wrong code'

interface Candidate {
  readonly user_id: string
  readonly mail_id: string
  readonly institution_id: string | null
  readonly sub_tenant_id: string | null
  readonly is_active: boolean
  readonly totp_sealed: string | null
  readonly offer: Offered | undefined
}

interface Offered {
  readonly secret_sealed: string
  readonly offered_at: Date
}

interface MfaParts {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly clock: Clock
}

export class Mfa {
  readonly #database: Database
  readonly #secretBox: SecretBox
  readonly #clock: Clock

  constructor({ database, secretBox, clock }: MfaParts) {
    this.#database = database
    this.#secretBox = secretBox
    this.#clock = clock
  }

  /** True when it is a current code of the user's device. Uses up its time step and all earlier ones. */
  async verifyCode(sql: Sql, user: { readonly userId: string }, code: string): Promise<boolean> {
    const { rows } = await sql.query<{ totp_sealed: string | null }>(
      'SELECT totp_sealed FROM users WHERE user_id = $1',
      [user.userId],
    )
    const sealed = rows[0]?.totp_sealed
    if (sealed === undefined || sealed === null) return false
    const step = totpStepOf(this.#secretBox.open(sealed, USER_SECRET), code, this.#clock.now())
    if (step === undefined) return false
    // The update decides: of two requests with the same code, the second finds the step used.
    const { rowCount } = await sql.query(
      `UPDATE users SET totp_step = $2
        WHERE user_id = $1 AND totp_sealed = $3 AND (totp_step IS NULL OR totp_step < $2)`,
      [user.userId, step, sealed],
    )
    return rowCount === 1
  }

  async isRegistered(userId: string): Promise<boolean> {
    const { rowCount } = await this.#database.query(
      'SELECT FROM users WHERE user_id = $1 AND totp_sealed IS NOT NULL',
      [userId],
    )
    return rowCount === 1
  }

  /**
   * The second factor's state for a user whose password was right. A user who must register a device is offered a new
   * secret each time. One who has a device is offered another only when signed in: a password alone must not replace
   * it.
   */
  async status(userId: string, isSignedIn: boolean): Promise<MfaStatus> {
    const { rows } = await this.#database.query<{ mail_id: string; mfa_enable: boolean; is_registered: boolean }>(
      'SELECT mail_id, mfa_enable, totp_sealed IS NOT NULL AS is_registered FROM users WHERE user_id = $1',
      [userId],
    )
    const [user] = rows
    const isEnabled = user?.mfa_enable === true
    const needsDevice = isEnabled && !user.is_registered
    if (user === undefined || !(needsDevice || isSignedIn)) return { isEnabled }
    return { isEnabled, offer: await this.#offer(userId, user.mail_id) }
  }

  /** Registers the device, if it knows the code of the offered secret. Returns false for any reason against it. */
  async register(registration: MfaRegistration, actor: Actor): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const candidate = await candidateOf(sql, registration.email)
      const secret = this.#openOffer(candidate)
      // Checked in any case, so that an unknown user takes as long.
      const step = totpStepOf(secret ?? PLACEHOLDER_SECRET, registration.code, this.#clock.now())
      const refusal = this.#refusalOf(registration, candidate, secret, step)
      if (candidate !== undefined && refusal === 'wrong code') await countTry(sql, candidate.user_id)
      if (candidate !== undefined && refusal === undefined) {
        await this.#keepDevice(sql, candidate, registration, secret as string, step as number)
      }
      await recordAudit(sql, this.#clock.now(), actor, {
        action: 'mfa.register',
        resource: 'user',
        ...(candidate !== undefined && { resourceId: candidate.user_id }),
        ...(candidate !== undefined && scopeOf(candidate)),
        after: refusal === undefined ? { deviceName: registration.deviceName ?? null } : { reason: refusal },
        outcome: refusal === undefined ? 'SUCCESS' : 'FAILURE',
      })
      return refusal === undefined
    })
  }

  async #offer(userId: string, email: string): Promise<MfaOffer> {
    const secret = newTotpSecret()
    await this.#database.query(
      `INSERT INTO totp_offers (user_id, secret_sealed, offered_at)
       VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE
          SET secret_sealed = excluded.secret_sealed, offered_at = excluded.offered_at, tries = 0`,
      [userId, this.#secretBox.seal(secret, OFFERED_SECRET), new Date(this.#clock.now())],
    )
    // Loaded on first use, not at every start.
    const { toBuffer } = await import('qrcode')
    const qrCode = await toBuffer(totpUri(secret, { issuer: ISSUER, account: email }))
    return { encodedSecret: secret, qrCode: qrCode.toString('base64') }
  }

  #openOffer(candidate: Candidate | undefined): string | undefined {
    const offer = candidate?.offer
    return offer && this.#secretBox.open(offer.secret_sealed, OFFERED_SECRET)
  }

  #refusalOf(
    registration: MfaRegistration,
    candidate: Candidate | undefined,
    secret: string | undefined,
    step: number | undefined,
  ): Refusal | undefined {
    if (candidate === undefined || !candidate.is_active) return 'unknown user'
    if (secret === undefined || candidate.offer === undefined) return 'nothing offered'
    if (this.#clock.now() >= candidate.offer.offered_at.getTime() + OFFER_MS) return 'offer expired'
    if (!equalInConstantTime(secret, registration.encodedSecret)) return 'another secret'
    const mayReplace = registration.overwrite === true && registration.signedInUserId === candidate.user_id
    if (candidate.totp_sealed !== null && !mayReplace) return 'registered already'
    return step === undefined ? 'wrong code' : undefined
  }

  /** Registering a device turns the second factor on, even if it was not required. */
  async #keepDevice(
    sql: Sql,
    candidate: Candidate,
    registration: MfaRegistration,
    secret: string,
    step: number,
  ): Promise<void> {
    await sql.query(
      `UPDATE users
          SET totp_sealed = $2, totp_device_name = $3, totp_step = $4, mfa_enable = true,
              version = version + 1, updated_at = $5, updated_by = $6
        WHERE user_id = $1`,
      [
        candidate.user_id,
        this.#secretBox.seal(secret, USER_SECRET),
        registration.deviceName ?? null,
        // The code that proved it is used up with its step.
        step,
        new Date(this.#clock.now()),
        candidate.mail_id,
      ],
    )
    await sql.query('DELETE FROM totp_offers WHERE user_id = $1', [candidate.user_id])
  }
}

const PLACEHOLDER_SECRET = newTotpSecret()

async function candidateOf(sql: Sql, email: string): Promise<Candidate | undefined> {
  const { rows } = await sql.query<Omit<Candidate, 'offer'>>(
    `SELECT user_id, mail_id, institution_id, sub_tenant_id, ${maySignIn('users')} AS is_active, totp_sealed
       FROM users
      WHERE mail_key = $1
        FOR UPDATE`,
    [emailKeyOf(email)],
  )
  const [user] = rows
  // Read after locking the user, to see earlier changes; and also without a user, so that it takes as long.
  const { rows: offers } = await sql.query<Offered>(
    'SELECT secret_sealed, offered_at FROM totp_offers WHERE user_id = $1',
    [user?.user_id ?? null],
  )
  return user && { ...user, offer: offers[0] }
}

async function countTry(sql: Sql, userId: string): Promise<void> {
  await sql.query('UPDATE totp_offers SET tries = tries + 1 WHERE user_id = $1', [userId])
  await sql.query('DELETE FROM totp_offers WHERE user_id = $1 AND tries >= $2', [userId, TRIES_PER_OFFER])
}
