import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { PUBLIC_URL, RETURN, SsoFixture } from '../../../../test/support/onboarding/sso-fixture.ts'
import type { IdentityProvider } from '../../../../test/support/peers/identity-provider.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { SingleSignOn } from './single-sign-on.ts'

onDatabase('starting single sign-on', (_engine, open) => {
  let fixture: SsoFixture
  let provider: IdentityProvider
  let sso: SingleSignOn
  before(async () => {
    fixture = await SsoFixture.open((await open()).database)
    provider = await fixture.provide()
    sso = fixture.ssoAt(provider)
  })
  after(() => fixture.close())

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
    const { rows } = await fixture.database.query('SELECT l::text FROM sso_logins l')
    assert.ok(rows.length > 0)
    assert.ok(!JSON.stringify(rows).includes(state))
  })

  test('deletes logins that were never completed', async () => {
    await sso.start(RETURN, undefined)
    await fixture.tenMinutesLater(() => sso.start(RETURN, undefined))
    const { rows } = await fixture.database.query<{ count: number }>('SELECT count(*)::int AS count FROM sso_logins')
    assert.equal(rows[0]?.count, 1)
  })

  test("with a configured public URL, the request's host is not trusted", async () => {
    const refused = { name: 'Problem', kind: 'invalid' }
    await assert.rejects(sso.start('https://evil.example/console/sso', 'evil.example'), refused)
    await assert.rejects(sso.start('http://tillgate.bank.example/console/sso', 'tillgate.bank.example'), refused)
    await sso.start(RETURN, 'evil.example')
  })

  const addresses: [redirectUri: string, host: string | undefined, isTaken: boolean][] = [
    [`${PUBLIC_URL}/anywhere`, undefined, true],
    [`${PUBLIC_URL}/any\0where`, undefined, false],
    [`${PUBLIC_URL}/any\twhere`, undefined, false],
    [`${PUBLIC_URL}/anywhere\n`, undefined, false],
    [`${PUBLIC_URL}/any\u0085where`, undefined, false],
    ['http://localhost:8080/console/sso', 'localhost:8080', true],
    ['http://localhost:8080/console/sso', 'localhost:8081', false],
    ['http://127.0.0.1:8080/console/sso', '127.0.0.1:8080', true],
    ['http://[::1]:8080/console/sso', '[::1]:8080', true],
    ['http://evil.example/console/sso', 'evil.example', false],
    ['http://10.0.0.7:8080/console/sso', '10.0.0.7:8080', false],
    ['http://127.0.0.1.evil.example/console/sso', '127.0.0.1.evil.example', false],
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
  test('a host that only the caller names is refused with the setting to make', async () => {
    const started = fixture
      .ssoAt(provider, { believesLoopback: true })
      .start('http://gateway.example/console/sso', 'gateway.example')
    await assert.rejects(started, ({ details }: Problem) => {
      assert.match(details[0]?.message ?? '', /PUBLIC_URL/)
      return details[0]?.path === 'redirect_uri'
    })
  })

  for (const [redirectUri, host, isTaken] of addresses) {
    test(`${redirectUri || 'nothing'} is ${isTaken ? '' : 'not '}accepted as a redirect URI${host ? ` at ${host}` : ''}`, async () => {
      const started = fixture.ssoAt(provider, { believesLoopback: true }).start(redirectUri, host)
      if (isTaken) assert.equal(new URL((await started).location).searchParams.get('redirect_uri'), redirectUri)
      else await assert.rejects(started, { name: 'Problem', kind: 'invalid' })
    })
  }
})
