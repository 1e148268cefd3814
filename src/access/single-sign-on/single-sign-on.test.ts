import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachEngine } from '../../../test/support/machine/database.ts'
import { insertUser } from '../../../test/support/onboarding/user-rows.ts'
import {
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from '../../../test/support/peers/identity-provider.ts'
import { systemClock } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import { SecretBox } from '../../kernel/secrets.ts'
import type { Database } from '../../storage/database.ts'
import { Mfa } from '../second-factor/mfa.ts'
import { RecoveryCodes } from '../second-factor/recovery-codes.ts'
import { Sessions } from '../sessions/sessions.ts'
import { type SignedIn, SignIn } from '../sessions/sign-in.ts'
import { SingleSignOn, type SsoCode, SsoRefusal } from './single-sign-on.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
const ORIGIN = { ip: '192.0.2.1', userAgent: 'test', correlationId: '11111111-1111-4111-8111-111111111111' }
const PUBLIC_URL = 'https://tillgate.bank.example'
const RETURN = `${PUBLIC_URL}/console/sso`
const PARTNER_RETURN = 'https://partner.example/callback'
const PEOPLE = {
  ann: { email: 'Ann@Bank.example', email_verified: true },
  bob: { email: 'bob@bank.example', email_verified: false },
  eve: { email: 'eve@elsewhere.example', email_verified: true },
  kim: { email: 'kim@bank.example', email_verified: true },
  // A Kelvin sign, which is a k in lower case.
  kelvin: { email: '\u212aim@bank.example', email_verified: true },
  nobody: { email_verified: true },
  text: { email: 'kim@bank.example', email_verified: 'true' as unknown as boolean },
  lou: { email: 'lou@bank.example', email_verified: true },
  ina: { email: 'ina@bank.example', email_verified: true },
}

eachEngine('single sign-on', (_engine, open) => {
  let database: Database
  let offsetMs = 0
  const clock = { now: () => systemClock.now() + offsetMs }
  const providers: IdentityProvider[] = []
  before(async () => {
    database = (await open()).database
    for (const mailId of ['ann@bank.example', 'bob@bank.example', 'kim@bank.example']) {
      await insertUser(database, { mailId })
    }
    await insertUser(database, { mailId: 'ina@bank.example', isActive: false })
    await insertUser(database, { mailId: 'lou@bank.example', lockedUntilMs: clock.now() + 3_600_000 })
  })
  after(async () => {
    for (const provider of providers) await provider.stop()
  })

  async function provide(options: Partial<IdentityProviderOptions> = {}): Promise<IdentityProvider> {
    const provider = await startIdentityProvider({
      redirectUris: [RETURN, PARTNER_RETURN],
      people: PEOPLE,
      ...options,
    })
    providers.push(provider)
    return provider
  }

  function ssoAt(provider: IdentityProvider, { withSecret = true } = {}): SingleSignOn {
    const { issuer, clientId, clientSecret } = provider
    const sessions = new Sessions({
      database,
      clock,
      secretBox,
      authenticator: { announced: (_sessionId, end) => end() },
    })
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
    return new SingleSignOn({
      oidc,
      database,
      clock,
      secretBox,
      signIn,
      publicUrl: () => PUBLIC_URL,
      timeoutSeconds: 1,
    })
  }

  /** A whole login of a person as the console does it; `change` is what an attacker does to it. */
  async function login(
    provider: IdentityProvider,
    sso: SingleSignOn,
    person: keyof typeof PEOPLE,
    change: (sent: SsoCode) => SsoCode = (sent) => sent,
  ): Promise<SignedIn | SsoRefusal> {
    return sso.finish(change(await comeBack(provider, sso, person)), ORIGIN)
  }

  async function comeBack(
    provider: IdentityProvider,
    sso: SingleSignOn,
    person: keyof typeof PEOPLE,
  ): Promise<SsoCode & { readonly state: string }> {
    const started = await sso.start(RETURN, undefined)
    const back = await provider.signIn(started.location, person)
    assert.equal(back.origin + back.pathname, RETURN)
    const [code, state] = [back.searchParams.get('code'), back.searchParams.get('state')]
    assert.ok(code !== null && state !== null, back.href)
    return { code, redirectUri: RETURN, clientId: provider.clientId, state, keptState: started.state }
  }

  async function lastAudit(): Promise<{ action: string; after: unknown }> {
    const { rows } = await database.query<{ action: string; after: string }>(
      'SELECT action, after FROM audit_log ORDER BY position DESC LIMIT 1',
    )
    return { action: rows[0]?.action ?? '', after: JSON.parse(rows[0]?.after ?? 'null') }
  }

  async function assertRefused(
    outcome: SignedIn | SsoRefusal,
    error: SsoRefusal['error'],
    reason: string,
  ): Promise<void> {
    assert.ok(outcome instanceof SsoRefusal, 'somebody was signed in')
    assert.equal(outcome.error, error)
    const audit = await lastAudit()
    assert.equal(audit.action, 'session.login-failed')
    assert.equal((audit.after as { reason: string }).reason, reason)
  }

  const kinds: [title: string, options: Partial<IdentityProviderOptions>][] = [
    ['that gives the address to whoever asks', {}],
    ['that puts the address into the ID token', { emailInIdToken: true }],
    ['that knows us as a public client', { publicClient: true }],
  ]
  for (const [title, options] of kinds) {
    test(`a user is signed in by a provider ${title}`, async () => {
      const provider = await provide(options)
      const sso = ssoAt(provider, { withSecret: options.publicClient !== true })
      const outcome = await login(provider, sso, 'ann')
      assert.ok(!(outcome instanceof SsoRefusal))
      assert.equal(outcome.user.email, 'ann@bank.example')
      assert.equal(outcome.accessToken, `token of ${outcome.user.userId}`)
      assert.deepEqual(await lastAudit(), { action: 'session.login', after: { method: 'sso' } })
    })
  }

  describe('is refused', () => {
    let provider: IdentityProvider
    let sso: SingleSignOn
    before(async () => {
      provider = await provide()
      sso = ssoAt(provider)
    })

    const people: [title: string, person: keyof typeof PEOPLE, reason: string][] = [
      ['with an address that is not verified', 'bob', 'the e-mail address is not verified'],
      ['with an address that is verified in words only', 'text', 'the e-mail address is not verified'],
      ['without an address', 'nobody', 'the provider names no e-mail address'],
      ['with an address that becomes another in lower case', 'kelvin', 'the e-mail address is not plain ASCII'],
      ['to somebody who is not a user', 'eve', 'unknown-user'],
      ['to an inactive user', 'ina', 'inactive'],
      ['to a locked user', 'lou', 'locked'],
    ]
    for (const [title, person, reason] of people) {
      test(title, async () => {
        await assertRefused(await login(provider, sso, person), 'invalid_grant', reason)
        const { rows } = await database.query('SELECT FROM users WHERE mail_key = $1', ['eve@elsewhere.example'])
        assert.equal(rows.length, 0)
      })
    }

    const PROVIDER_SAYS_NO = 'the provider answered invalid_grant'
    const changes: [
      title: string,
      error: SsoRefusal['error'],
      reason: string,
      change: (sent: SsoCode & { readonly state: string }) => SsoCode,
    ][] = [
      ['with a wrong code', 'invalid_grant', PROVIDER_SAYS_NO, (sent) => ({ ...sent, code: 'wrong' })],
      ['with an endless code', 'invalid_grant', PROVIDER_SAYS_NO, (sent) => ({ ...sent, code: 'x'.repeat(2000) })],
      [
        'with another redirect_uri',
        'invalid_grant',
        'another redirect_uri',
        (sent) => ({
          ...sent,
          redirectUri: PARTNER_RETURN,
        }),
      ],
      ['without the cookie', 'invalid_grant', 'started in another browser', ({ keptState: _, ...sent }) => sent],
      [
        'with the cookie of another login',
        'invalid_grant',
        'started in another browser',
        (sent) => ({
          ...sent,
          keptState: 'x'.repeat(sent.state.length),
        }),
      ],
      [
        'with a state that was never given out',
        'invalid_grant',
        'not started, or finished before',
        (sent) => ({
          ...sent,
          state: 'mine',
          keptState: 'mine',
        }),
      ],
      [
        'with an empty state and cookie',
        'invalid_grant',
        'not started, or finished before',
        (sent) => ({
          ...sent,
          state: '',
          keptState: '',
        }),
      ],
      ['as another client', 'invalid_client', 'not our client', (sent) => ({ ...sent, clientId: 'other' })],
      [
        'without state and without secret',
        'invalid_client',
        'neither a state nor our client secret',
        (sent) => ({
          code: sent.code,
          redirectUri: RETURN,
          clientId: sent.clientId as string,
        }),
      ],
      [
        'with a wrong secret',
        'invalid_client',
        'not our client',
        (sent) => ({
          code: sent.code,
          redirectUri: RETURN,
          clientId: sent.clientId as string,
          clientSecret: 'wrong',
        }),
      ],
    ]
    for (const [title, error, reason, change] of changes) {
      test(title, async () => {
        const outcome = await login(provider, sso, 'ann', change as (sent: SsoCode) => SsoCode)
        await assertRefused(outcome, error, reason)
      })
    }

    test('with a state that was used, whatever became of it', async () => {
      const sent = await comeBack(provider, sso, 'ann')
      await sso.finish({ ...sent, code: 'wrong' }, ORIGIN)
      await assertRefused(await sso.finish(sent, ORIGIN), 'invalid_grant', 'not started, or finished before')
    })

    test('with a code that was used, also under a fresh state', async () => {
      const first = await comeBack(provider, sso, 'ann')
      assert.ok(!((await sso.finish(first, ORIGIN)) instanceof SsoRefusal))
      const second = await comeBack(provider, sso, 'ann')
      await assertRefused(await sso.finish({ ...second, code: first.code }, ORIGIN), 'invalid_grant', PROVIDER_SAYS_NO)
    })

    test("with somebody else's code put into one's own login", async () => {
      const [mine, theirs] = [await comeBack(provider, sso, 'kim'), await comeBack(provider, sso, 'ann')]
      await assertRefused(await sso.finish({ ...mine, code: theirs.code }, ORIGIN), 'invalid_grant', PROVIDER_SAYS_NO)
    })

    test('ten minutes after it was started', async () => {
      const sent = await comeBack(provider, sso, 'ann')
      offsetMs = 10 * 60_000
      try {
        await assertRefused(await sso.finish(sent, ORIGIN), 'invalid_grant', 'started too long ago')
      } finally {
        offsetMs = 0
      }
    })

    test('all but once when it comes back ten times at once', async () => {
      const sent = await comeBack(provider, sso, 'ann')
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => sso.finish(sent, ORIGIN)))
      assert.equal(outcomes.filter((outcome) => !(outcome instanceof SsoRefusal)).length, 1)
    })

    test('to a public client that sends no state, whatever secret it sends', async () => {
      const publicSso = ssoAt(await provide({ publicClient: true }), { withSecret: false })
      const sent = { code: 'any', redirectUri: RETURN, clientId: 'tillgate', clientSecret: 'undefined' }
      await assertRefused(
        await publicSso.finish(sent, ORIGIN),
        'invalid_client',
        'neither a state nor our client secret',
      )
    })
  })

  describe('by a server that starts the login itself', () => {
    let provider: IdentityProvider
    let sso: SingleSignOn
    before(async () => {
      provider = await provide()
      sso = ssoAt(provider)
    })

    async function codeFor(extra: Record<string, string>): Promise<SsoCode> {
      const url = new URL('/auth', provider.issuer)
      const { clientId, clientSecret } = provider
      const parameters = {
        client_id: clientId,
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: PARTNER_RETURN,
      }
      url.search = String(new URLSearchParams({ ...parameters, ...extra }))
      const code = (await provider.signIn(url.href, 'ann')).searchParams.get('code') ?? ''
      return { code, redirectUri: PARTNER_RETURN, clientId, clientSecret }
    }

    test('the client secret stands for the state', async () => {
      assert.ok(!((await sso.finish(await codeFor({}), ORIGIN)) instanceof SsoRefusal))
    })

    test('its redirect_uri must be the one of the code', async () => {
      const sent = { ...(await codeFor({})), redirectUri: RETURN }
      await assertRefused(await sso.finish(sent, ORIGIN), 'invalid_grant', 'the provider answered invalid_grant')
    })

    test('its nonce must be the one of the ID token', async () => {
      assert.ok(
        !((await sso.finish({ ...(await codeFor({ nonce: 'n1' })), nonce: 'n1' }, ORIGIN)) instanceof SsoRefusal),
      )
      const NOT_THIS_LOGIN = 'the ID token does not belong to this login'
      const other = { ...(await codeFor({ nonce: 'n1' })), nonce: 'n2' }
      await assertRefused(await sso.finish(other, ORIGIN), 'invalid_grant', NOT_THIS_LOGIN)
      await assertRefused(await sso.finish(await codeFor({ nonce: 'n1' }), ORIGIN), 'invalid_grant', NOT_THIS_LOGIN)
    })

    test('a code that was bound to a login by PKCE is worth nothing without its verifier', async () => {
      const started = await sso.start(RETURN, undefined)
      const code = (await provider.signIn(started.location, 'ann')).searchParams.get('code') ?? ''
      const { clientId, clientSecret } = provider
      const stolen = { code, redirectUri: RETURN, clientId, clientSecret }
      await assertRefused(await sso.finish(stolen, ORIGIN), 'invalid_grant', 'the provider answered invalid_grant')
    })
  })

  describe('starting', () => {
    let provider: IdentityProvider
    let sso: SingleSignOn
    before(async () => {
      provider = await provide()
      sso = ssoAt(provider)
    })

    test('sends the browser to the provider with state, nonce and PKCE', async () => {
      const { location, state, expiresInSeconds } = await sso.start(RETURN, undefined)
      const url = new URL(location)
      assert.equal(url.origin, provider.issuer)
      const { nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams)
      assert.deepEqual(rest, {
        client_id: 'tillgate',
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri: RETURN,
        state,
        code_challenge_method: 'S256',
      })
      for (const random of [state, nonce, code_challenge]) assert.match(random ?? '', /^[A-Za-z0-9_-]{43}$/)
      assert.equal(expiresInSeconds, 600)
    })

    test('stores neither the state nor the verifier', async () => {
      const { state } = await sso.start(RETURN, undefined)
      const { rows } = await database.query('SELECT l::text FROM sso_logins l')
      assert.ok(rows.length > 0)
      assert.ok(!JSON.stringify(rows).includes(state))
    })

    test('forgets logins that nobody came back from', async () => {
      await sso.start(RETURN, undefined)
      offsetMs = 10 * 60_000
      try {
        await sso.start(RETURN, undefined)
      } finally {
        offsetMs = 0
      }
      const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM sso_logins')
      assert.equal(rows[0]?.count, 1)
    })

    const addresses: [redirectUri: string, host: string | undefined, isTaken: boolean][] = [
      [`${PUBLIC_URL}/anywhere`, undefined, true],
      ['http://localhost:8080/console/sso', 'localhost:8080', true],
      ['http://localhost:8080/console/sso', 'localhost:8081', false],
      ['http://tillgate.bank.example/console/sso', undefined, false],
      ['https://evil.example/console/sso', 'tillgate.bank.example', false],
      ['https://tillgate.bank.example.evil.example/', undefined, false],
      ['https://tillgate.bank.example@evil.example/', undefined, false],
      ['https://evil.example@tillgate.bank.example/', undefined, false],
      ['https://evil.example\\@tillgate.bank.example/', undefined, false],
      [`${PUBLIC_URL}/console?next=https://evil.example`, undefined, false],
      [`${PUBLIC_URL}/console#x`, undefined, false],
      ['/console/sso', undefined, false],
      ['//evil.example/', undefined, false],
      ['javascript:alert(1)', '', false],
      ['ftp://localhost:8080/', 'localhost:8080', false],
      ['', undefined, false],
    ]
    for (const [redirectUri, host, isTaken] of addresses) {
      test(`${redirectUri || 'nothing'} is ${isTaken ? '' : 'not '}an address to come back to${host ? ` at ${host}` : ''}`, async () => {
        if (isTaken) await sso.start(redirectUri, host)
        else await assert.rejects(sso.start(redirectUri, host), { name: 'Problem', kind: 'invalid' })
      })
    }
  })

  describe('a provider that is not there', () => {
    const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'

    test('is no refusal, at the start and at the end, and is asked again', async () => {
      const provider = await provide()
      const sso = ssoAt(provider)
      await provider.stop()
      await assert.rejects(sso.start(RETURN, undefined), isUnavailable)
      await provider.start()
      const sent = await comeBack(provider, sso, 'ann')
      await provider.stop()
      await assert.rejects(sso.finish(sent, ORIGIN), isUnavailable)
      await provider.start()
      assert.ok(!((await login(provider, sso, 'ann')) instanceof SsoRefusal))
    })

    test('nor is one that does not answer', async () => {
      const provider = await provide()
      const sso = ssoAt(provider)
      const sent = await comeBack(provider, sso, 'ann')
      provider.hang(true)
      await assert.rejects(sso.finish(sent, ORIGIN), isUnavailable)
    })

    test('nor is one that does not know us', async () => {
      const provider = await provide()
      const sso = ssoAt({ ...provider, clientSecret: 'not what the provider has' })
      const sent = await comeBack(provider, sso, 'ann')
      await assert.rejects(sso.finish(sent, ORIGIN), isUnavailable)
    })
  })
})
