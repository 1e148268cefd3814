// Single sign-on as the console and a partner's server do it: a gateway and a real OpenID provider.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { withGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { Onboarding, type OnboardingAnswer, refreshCookieOf } from '../support/onboarding/onboarding.ts'
import { startIdentityProvider } from '../support/peers/identity-provider.ts'
import { until } from '../support/until.ts'

const PUBLIC_URL = 'https://tillgate.bank.example'
const RETURN = `${PUBLIC_URL}/console/sso`
const PARTNER_RETURN = 'https://partner.example/callback'
const AUTHORIZE = `GET /sso/authorize?redirect_uri=${encodeURIComponent(RETURN)}`

const provider = await startIdentityProvider({
  redirectUris: [RETURN, PARTNER_RETURN],
  people: {
    admin: { email: 'Admin@Sandbox.example', email_verified: true },
    unverified: { email: 'viewer@sandbox.example', email_verified: false },
    stranger: { email: 'stranger@elsewhere.example', email_verified: true },
  },
})
after(() => provider.stop())

const OIDC = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
}

/** A browser that went to the provider and came back. */
interface Browser {
  readonly cookie: string
  readonly form: Readonly<Record<string, string>>
}

async function signOn(onboarding: Onboarding, person: string): Promise<Browser> {
  const started = await onboarding.call(AUTHORIZE)
  assert.equal(started.status, 302, started.text)
  const cookie = started.headers.getSetCookie()[0] ?? ''
  assert.match(cookie, /^sso_state=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/v1\/onboarding; Max-Age=600$/)
  const back = await provider.signIn(started.headers.get('location') ?? '', person)
  const { code = '', state = '' } = Object.fromEntries(back.searchParams)
  return {
    cookie: cookie.split(';')[0] ?? '',
    form: { grant_type: 'authorization_code', code, state, redirect_uri: RETURN, client_id: provider.clientId },
  }
}

function ask(onboarding: Onboarding, form: Readonly<Record<string, string>>, cookie = ''): Promise<OnboardingAnswer> {
  return onboarding.call('POST /token', { body: new URLSearchParams(form), headers: { cookie } })
}

function assertRefused(answer: OnboardingAnswer, status: number, error: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.deepEqual(Object.keys(answer.body), ['error', 'error_description'])
  assert.equal(answer.body.error, error)
  assert.deepEqual(answer.headers.getSetCookie(), [])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

// Its SQL is tested on both engines in src/administration/access/single-sign-on.
withGatewayOn(
  'postgres',
  'single sign-on',
  (running) => {
    const onboarding = new Onboarding(() => running.current.url)

    test('a user comes back from the provider with a session, and can refresh it', async () => {
      const { form, cookie } = await signOn(onboarding, 'admin')
      const answer = await ask(onboarding, form, cookie)
      assert.equal(answer.status, 200, answer.text)
      const { access_token: token, ...rest } = answer.body
      assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 900 })
      const { body: info } = await onboarding.call('GET /userinfo', { token })
      assert.equal(info.email, 'admin@sandbox.example')

      const refreshToken = refreshCookieOf(answer) ?? ''
      const renewed = await ask(onboarding, { grant_type: 'refresh_token' }, `refresh_token=${refreshToken}`)
      assert.equal(renewed.status, 200, renewed.text)
      const inForm = { grant_type: 'refresh_token', refresh_token: refreshCookieOf(renewed) ?? '' }
      const again = await ask(onboarding, inForm)
      assert.equal(again.status, 200, again.text)
      assert.equal((await onboarding.call('GET /me', { token: again.body.access_token })).status, 200)
      await onboarding.call('POST /logout', { token })
      assertRefused(
        await ask(onboarding, { grant_type: 'refresh_token', refresh_token: refreshCookieOf(again) ?? '' }),
        400,
        'invalid_grant',
      )
    })

    test('the client id may be omitted when the state is present', async () => {
      const { form, cookie } = await signOn(onboarding, 'admin')
      const { client_id: _, ...without } = form
      assert.equal((await ask(onboarding, without, cookie)).status, 200)
    })

    test("a partner's server exchanges its own code with the client secret", async () => {
      const { clientId: client_id, clientSecret: client_secret } = provider
      const url = new URL('/auth', provider.issuer)
      const asked = { client_id, response_type: 'code', scope: 'openid email', redirect_uri: PARTNER_RETURN }
      url.search = String(new URLSearchParams(asked))
      const code = (await provider.signIn(url.href, 'admin')).searchParams.get('code') ?? ''
      const form = { grant_type: 'authorization_code', code, redirect_uri: PARTNER_RETURN, client_id, client_secret }
      assertRefused(await ask(onboarding, { ...form, client_secret: 'guessed' }), 401, 'invalid_client')
      assert.equal((await ask(onboarding, form)).status, 200)
      assertRefused(await ask(onboarding, form), 400, 'invalid_grant')
    })

    test('an unverified address and an unknown one get the same answer', async () => {
      const answers = []
      for (const person of ['unverified', 'stranger']) {
        const { form, cookie } = await signOn(onboarding, person)
        answers.push(await ask(onboarding, form, cookie))
      }
      for (const answer of answers) assertRefused(answer, 400, 'invalid_grant')
      assert.equal(answers[0]?.text, answers[1]?.text)
    })

    const REFUSALS: [title: string, status: number, error: string, change: (browser: Browser) => Browser][] = [
      ['a wrong code', 400, 'invalid_grant', ({ form, cookie }) => ({ form: { ...form, code: 'wrong' }, cookie })],
      [
        'another redirect_uri',
        400,
        'invalid_grant',
        ({ form, cookie }) => ({
          form: { ...form, redirect_uri: PARTNER_RETURN },
          cookie,
        }),
      ],
      ['no cookie: the link of an attacker', 400, 'invalid_grant', ({ form }) => ({ form, cookie: '' })],
      [
        "another browser's cookie",
        400,
        'invalid_grant',
        ({ form }) => ({
          form,
          cookie: `sso_state=${'x'.repeat(43)}`,
        }),
      ],
      [
        'a made-up state',
        400,
        'invalid_grant',
        ({ form }) => ({
          form: { ...form, state: 'mine' },
          cookie: 'sso_state=mine',
        }),
      ],
      [
        'another client id',
        401,
        'invalid_client',
        ({ form, cookie }) => ({
          form: { ...form, client_id: 'other' },
          cookie,
        }),
      ],
      [
        'a wrong secret and a valid state',
        401,
        'invalid_client',
        ({ form, cookie }) => ({
          form: { ...form, client_secret: 'guessed' },
          cookie,
        }),
      ],
      [
        'neither state nor secret',
        401,
        'invalid_client',
        ({ form, cookie }) => ({
          form: { ...form, state: '' },
          cookie,
        }),
      ],
    ]
    for (const [title, status, error, change] of REFUSALS) {
      test(`${title} is rejected`, async () => {
        const { form, cookie } = change(await signOn(onboarding, 'admin'))
        assertRefused(await ask(onboarding, form, cookie), status, error)
      })
    }

    test('a login cannot be completed twice', async () => {
      const { form, cookie } = await signOn(onboarding, 'admin')
      assert.equal((await ask(onboarding, form, cookie)).status, 200)
      assertRefused(await ask(onboarding, form, cookie), 400, 'invalid_grant')
    })

    const CODE = { grant_type: 'authorization_code', code: 'x', redirect_uri: RETURN, state: 'x' }
    const FAULTS: [title: string, error: string, form: Record<string, string>][] = [
      ['nothing', 'invalid_request', {}],
      ['another grant type', 'unsupported_grant_type', { grant_type: 'password', username: 'a', password: 'b' }],
      ['no code', 'invalid_request', { ...CODE, code: '' }],
      ['no redirect_uri', 'invalid_request', { grant_type: CODE.grant_type, code: CODE.code, state: CODE.state }],
      ['a redirect_uri that is not a URL', 'invalid_request', { ...CODE, redirect_uri: 'console' }],
      ['no refresh token', 'invalid_request', { grant_type: 'refresh_token' }],
      ['a wrong refresh token', 'invalid_grant', { grant_type: 'refresh_token', refresh_token: 'wrong' }],
    ]
    for (const [title, error, form] of FAULTS) {
      test(`a form with ${title} is ${error}`, async () => assertRefused(await ask(onboarding, form), 400, error))
    }

    test('JSON is not a form', async () => {
      assertRefused(await onboarding.call('POST /token', { body: CODE }), 415, 'invalid_request')
    })

    const FORM = 'application/x-www-form-urlencoded'
    const UNREADABLE: [title: string, status: number, code: string, text: string, type: string][] = [
      ['a field sent twice', 400, 'B-REQ-001', 'grant_type=refresh_token&grant_type=refresh_token', FORM],
      ['bytes that are not UTF-8', 400, 'B-REQ-001', 'grant_type=%ff', FORM],
      ['a body that is too large', 413, 'B-REQ-013', `code=${'x'.repeat(16 * 1024)}`, FORM],
      ['a form of another charset', 415, 'B-REQ-015', 'grant_type=x', `${FORM}; charset=latin1`],
      ['plain text', 415, 'B-REQ-015', 'grant_type=x', 'text/plain'],
    ]
    for (const [title, status, code, text, type] of UNREADABLE) {
      test(`${title} is rejected with the error code of RFC 6749, and logged with ${code}`, async () => {
        const correlationId = randomUUID()
        const headers = { 'content-type': type, 'x-correlation-id': correlationId }
        assertRefused(await onboarding.call('POST /token', { body: text, headers }), status, 'invalid_request')
        const line = () =>
          running.current
            .output()
            .split('\n')
            .slice(0, -1)
            .find((one) => one.includes(correlationId) && !one.includes('"status":429'))
        const logged = await until(line, 'the refusal is in the log')
        assert.partialDeepStrictEqual(JSON.parse(logged), { status, responseCode: code })
      })
    }

    test('the browser returns only to the configured URL, whatever host the request was sent to', async () => {
      const start = (uri: string) => onboarding.call(`GET /sso/authorize?redirect_uri=${encodeURIComponent(uri)}`)
      assert.equal((await start(RETURN)).status, 302)
      const requested = `${running.current.url}/console/sso`
      for (const uri of [requested, 'https://evil.example/', '//evil.example/', 'javascript:alert(1)', '']) {
        const answer = await start(uri)
        assert.equal(answer.status, 400, uri)
        assert.match(answer.body.message, /^B-REQ-001: redirect_uri /)
        assert.equal(answer.headers.get('location'), null)
      }
      assert.equal((await onboarding.call('GET /sso/authorize')).status, 400)
    })

    test('codes, tokens and secrets are not in the log', async () => {
      const { form, cookie } = await signOn(onboarding, 'admin')
      const answer = await ask(onboarding, form, cookie)
      const secrets = [form.code, form.state, answer.body.access_token, refreshCookieOf(answer), provider.clientSecret]
      const output = running.current.output()
      assert.match(output, /IssueToken/)
      for (const secret of secrets) assert.ok(secret && !output.includes(secret))
    })

    test('an unavailable provider is a 503, and the next login works', async () => {
      const { form, cookie } = await signOn(onboarding, 'admin')
      await provider.stop()
      try {
        const answer = await ask(onboarding, form, cookie)
        assertRefused(answer, 503, 'temporarily_unavailable')
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
        // A gateway that has never reached its provider cannot redirect to it.
        await running.restart()
        const started = await onboarding.call(AUTHORIZE)
        assert.deepEqual([started.status, started.body.message.slice(0, 9)], [503, 'B-SYS-003'])
      } finally {
        await provider.start()
      }
      const second = await signOn(onboarding, 'admin')
      assert.equal((await ask(onboarding, second.form, second.cookie)).status, 200)
    })
  },
  { ...OIDC, PUBLIC_URL },
)

withGateway(
  'single sign-on without a public address',
  (running) => {
    test('the browser returns to the host that the request was sent to', async () => {
      const start = (uri: string) =>
        new Onboarding(() => running.current.url).call(`GET /sso/authorize?redirect_uri=${encodeURIComponent(uri)}`)
      assert.equal((await start(`${running.current.url}/console/sso`)).status, 302)
      assert.equal((await start(RETURN)).status, 400)
    })
  },
  OIDC,
)

describe('without a provider', () => {
  withGateway('there is no single sign-on', (running) => {
    const onboarding = new Onboarding(() => running.current.url)

    test('no login can be started, and no code is accepted', async () => {
      for (const route of [AUTHORIZE, 'GET /sso/authorize', 'GET /sso/authorize?redirect_uri=']) {
        const started = await onboarding.call(route)
        assert.deepEqual([started.status, started.body.message.slice(0, 9)], [404, 'B-REQ-004'], route)
      }
      const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: RETURN, client_id: 'x' }
      assertRefused(await ask(onboarding, form), 400, 'unsupported_grant_type')
    })

    test('a session can still be refreshed', async () => {
      const signedIn = await onboarding.login('admin@sandbox.example', 'Sandbox-Admin-1!')
      const form = { grant_type: 'refresh_token', refresh_token: refreshCookieOf(signedIn) ?? '' }
      assert.equal((await ask(onboarding, form)).status, 200)
    })
  })
})
