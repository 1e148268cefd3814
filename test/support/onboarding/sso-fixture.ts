// Single sign-on on a database, with identity providers to start and people who sign in there.

import assert from 'node:assert/strict'
import { Mfa } from '../../../src/administration/access/second-factor/mfa.ts'
import { RecoveryCodes } from '../../../src/administration/access/second-factor/recovery-codes.ts'
import { Sessions } from '../../../src/administration/access/sessions/sessions.ts'
import { type SignedIn, SignIn } from '../../../src/administration/access/sessions/sign-in.ts'
import {
  SingleSignOn,
  type SsoCode,
  SsoRefusal,
} from '../../../src/administration/access/single-sign-on/single-sign-on.ts'
import { SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import {
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from '../peers/identity-provider.ts'
import { insertUser } from './user-rows.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])

export const ORIGIN = { ip: '192.0.2.1', userAgent: 'test', correlationId: '11111111-1111-4111-8111-111111111111' }
export const PUBLIC_URL = 'https://tillgate.bank.example'
export const RETURN = `${PUBLIC_URL}/console/sso`
export const PARTNER_RETURN = 'https://partner.example/callback'
const PEOPLE = {
  ann: { email: 'Ann@Bank.example', email_verified: true },
  bob: { email: 'bob@bank.example', email_verified: false },
  eve: { email: 'eve@elsewhere.example', email_verified: true },
  kim: { email: 'kim@bank.example', email_verified: true },
  // U+212A, the Kelvin sign, whose lower case is k.
  kelvin: { email: '\u212aim@bank.example', email_verified: true },
  nobody: { email_verified: true },
  text: { email: 'kim@bank.example', email_verified: 'true' as unknown as boolean },
  lou: { email: 'lou@bank.example', email_verified: true },
  ina: { email: 'ina@bank.example', email_verified: true },
}
export type Person = keyof typeof PEOPLE
/** What a browser returns with. */
export type Return = SsoCode & { readonly state: string }

/** A provider in this process answers, but a busy machine may take long. */
const PATIENT_SECONDS = 60

export class SsoFixture {
  readonly database: Database
  readonly #providers: IdentityProvider[] = []
  #offsetMs = 0
  readonly #clock = { now: () => systemClock.now() + this.#offsetMs }

  private constructor(database: Database) {
    this.database = database
  }

  /** Ann, Bob and Kim are users; Ina is inactive and Lou is locked. */
  static async open(database: Database): Promise<SsoFixture> {
    for (const email of ['ann@bank.example', 'bob@bank.example', 'kim@bank.example']) {
      await insertUser(database, { email })
    }
    await insertUser(database, { email: 'ina@bank.example', isActive: false })
    await insertUser(database, { email: 'lou@bank.example', lockedUntilMs: systemClock.now() + 3_600_000 })
    return new SsoFixture(database)
  }

  async close(): Promise<void> {
    for (const provider of this.#providers) await provider.stop()
  }

  async provide(options: Partial<IdentityProviderOptions> = {}): Promise<IdentityProvider> {
    const provider = await startIdentityProvider({
      redirectUris: [RETURN, PARTNER_RETURN],
      people: PEOPLE,
      ...options,
    })
    this.#providers.push(provider)
    return provider
  }

  ssoAt(
    { issuer, clientId, clientSecret }: IdentityProvider,
    { withSecret = true, believesLoopback = false, timeoutSeconds = PATIENT_SECONDS } = {},
  ): SingleSignOn {
    const { database } = this
    const clock = this.#clock
    const sessions = new Sessions({ database, clock, secretBox, authenticator: { announced: (_id, end) => end() } })
    const signIn = new SignIn({
      database,
      clock,
      sessions,
      accessTokens: { sign: async ({ sub }) => ({ token: `token of ${sub}`, expiresInSeconds: 900 }) },
      mfa: new Mfa({ database, secretBox, clock }),
      recoveryCodes: new RecoveryCodes({ secretBox, clock }),
      verifyPassword: () => assert.fail('no password is asked for'),
    })
    const oidc = { issuer, clientId, ...(withSecret && { clientSecret }) }
    const publicUrl = () => PUBLIC_URL
    return new SingleSignOn({ oidc, database, clock, secretBox, signIn, publicUrl, believesLoopback, timeoutSeconds })
  }

  /** A complete login as the console does it; `change` is an attacker's modification. */
  async login(
    provider: IdentityProvider,
    sso: SingleSignOn,
    person: Person,
    change: (sent: Return) => SsoCode = (sent) => sent,
  ): Promise<SignedIn | SsoRefusal> {
    return sso.finish(change(await this.comeBack(provider, sso, person)), ORIGIN)
  }

  async comeBack(provider: IdentityProvider, sso: SingleSignOn, person: Person): Promise<Return> {
    const started = await sso.start(RETURN, undefined)
    const back = await provider.signIn(started.location, person)
    assert.equal(back.origin + back.pathname, RETURN)
    const [code, state] = [back.searchParams.get('code'), back.searchParams.get('state')]
    assert.ok(code !== null && state !== null, back.href)
    return { code, redirectUri: RETURN, clientId: provider.clientId, state, keptState: started.state }
  }

  async tenMinutesLater<T>(work: () => Promise<T>): Promise<T> {
    this.#offsetMs = 10 * 60_000
    try {
      return await work()
    } finally {
      this.#offsetMs = 0
    }
  }

  async lastAudit(): Promise<{ action: string; after: unknown }> {
    const { rows } = await this.database.query<{ action: string; after: string }>(
      'SELECT action, after FROM audit_log ORDER BY position DESC LIMIT 1',
    )
    return { action: rows[0]?.action ?? '', after: JSON.parse(rows[0]?.after ?? 'null') }
  }

  async assertRefused(outcome: SignedIn | SsoRefusal, error: SsoRefusal['error'], reason: string): Promise<void> {
    assert.ok(outcome instanceof SsoRefusal, 'a user was signed in')
    assert.equal(outcome.error, error)
    const audit = await this.lastAudit()
    assert.equal(audit.action, 'session.login-failed')
    assert.equal((audit.after as { reason: string }).reason, reason)
  }
}
