import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { ORIGIN, PARTNER_RETURN, RETURN, SsoFixture } from '../../../../test/support/onboarding/sso-fixture.ts'
import type { IdentityProvider, IdentityProviderOptions } from '../../../../test/support/peers/identity-provider.ts'
import { until } from '../../../../test/support/until.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { type SingleSignOn, type SsoCode, SsoRefusal } from './single-sign-on.ts'

onDatabase('finishing single sign-on', (_engine, open) => {
  let fixture: SsoFixture
  before(async () => {
    fixture = await SsoFixture.open((await open()).database)
  })
  after(() => fixture.close())

  const kinds: [title: string, options: Partial<IdentityProviderOptions>][] = [
    ['that returns the address from userinfo', {}],
    ['that puts the address into the ID token', { emailInIdToken: true }],
    ['that knows us as a public client', { publicClient: true }],
  ]
  for (const [title, options] of kinds) {
    test(`a user is signed in by a provider ${title}`, async () => {
      const provider = await fixture.provide(options)
      const sso = fixture.ssoAt(provider, { withSecret: options.publicClient !== true })
      const outcome = await fixture.login(provider, sso, 'ann')
      assert.ok(!(outcome instanceof SsoRefusal))
      assert.equal(outcome.user.email, 'ann@bank.example')
      assert.equal(outcome.accessToken, `token of ${outcome.user.userId}`)
      assert.deepEqual(await fixture.lastAudit(), { action: 'session.login', after: { method: 'sso' } })
    })
  }

  describe('by a server that starts the login itself', () => {
    let provider: IdentityProvider
    let sso: SingleSignOn
    before(async () => {
      provider = await fixture.provide()
      sso = fixture.ssoAt(provider)
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

    test('the client secret replaces the state', async () => {
      assert.ok(!((await sso.finish(await codeFor({}), ORIGIN)) instanceof SsoRefusal))
    })

    test("its redirect_uri must match the code's", async () => {
      const sent = { ...(await codeFor({})), redirectUri: RETURN }
      await fixture.assertRefused(
        await sso.finish(sent, ORIGIN),
        'invalid_grant',
        'the provider answered invalid_grant',
      )
    })

    test("its nonce must match the ID token's", async () => {
      const own = { ...(await codeFor({ nonce: 'n1' })), nonce: 'n1' }
      assert.ok(!((await sso.finish(own, ORIGIN)) instanceof SsoRefusal))
      const NOT_THIS_LOGIN = 'the ID token does not belong to this login'
      const other = { ...(await codeFor({ nonce: 'n1' })), nonce: 'n2' }
      await fixture.assertRefused(await sso.finish(other, ORIGIN), 'invalid_grant', NOT_THIS_LOGIN)
      const none = await codeFor({ nonce: 'n1' })
      await fixture.assertRefused(await sso.finish(none, ORIGIN), 'invalid_grant', NOT_THIS_LOGIN)
    })

    test('a code bound to a login by PKCE is useless without its verifier', async () => {
      const started = await sso.start(RETURN, undefined)
      const code = (await provider.signIn(started.location, 'ann')).searchParams.get('code') ?? ''
      const { clientId, clientSecret } = provider
      const stolen = { code, redirectUri: RETURN, clientId, clientSecret }
      await fixture.assertRefused(
        await sso.finish(stolen, ORIGIN),
        'invalid_grant',
        'the provider answered invalid_grant',
      )
    })
  })

  describe('a provider that is unavailable', () => {
    const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'

    test('is reported as unavailable, at the start and at the end, and retried', async () => {
      const provider = await fixture.provide()
      const sso = fixture.ssoAt(provider)
      await provider.stop()
      await assert.rejects(sso.start(RETURN, undefined), isUnavailable)
      await provider.start()
      const sent = await fixture.comeBack(provider, sso, 'ann')
      await provider.stop()
      await assert.rejects(sso.finish(sent, ORIGIN), isUnavailable)
      await provider.start()
      assert.ok(!((await fixture.login(provider, sso, 'ann')) instanceof SsoRefusal))
    })

    test('is reported as unavailable when it does not answer', async () => {
      const provider = await fixture.provide()
      const sso = fixture.ssoAt(provider, { timeoutSeconds: 1 })
      const sent = await until(
        () => fixture.comeBack(provider, sso, 'ann').catch(() => undefined),
        'a login comes back',
      )
      provider.hang(true)
      await assert.rejects(sso.finish(sent, ORIGIN), isUnavailable)
    })

    test('is reported as unavailable when it rejects our client', async () => {
      const provider = await fixture.provide()
      const sso = fixture.ssoAt({ ...provider, clientSecret: 'not what the provider has' })
      const sent = await fixture.comeBack(provider, sso, 'ann')
      await assert.rejects(sso.finish(sent, ORIGIN), isUnavailable)
    })
  })
})
