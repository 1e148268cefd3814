import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  ORIGIN,
  PARTNER_RETURN,
  type Person,
  RETURN,
  type Return,
  SsoFixture,
} from '../../../../test/support/onboarding/sso-fixture.ts'
import type { IdentityProvider } from '../../../../test/support/peers/identity-provider.ts'
import { type SingleSignOn, type SsoCode, SsoRefusal } from './single-sign-on.ts'

const PROVIDER_SAYS_NO = 'the provider answered invalid_grant'
const ANOTHER_BROWSER = 'started in another browser'
const NOT_STARTED = 'not started, or finished before'

onDatabase('single sign-on is refused', (_engine, open) => {
  let fixture: SsoFixture
  let provider: IdentityProvider
  let sso: SingleSignOn
  before(async () => {
    fixture = await SsoFixture.open((await open()).database)
    provider = await fixture.provide()
    sso = fixture.ssoAt(provider)
  })
  after(() => fixture.close())

  const people: [title: string, person: Person, reason: string][] = [
    ['with an address that is not verified', 'bob', 'the e-mail address is not verified'],
    ['with an address whose email_verified is text', 'text', 'the e-mail address is not verified'],
    ['without an address', 'nobody', 'the provider names no e-mail address'],
    ['with an address that becomes another in lower case', 'kelvin', 'the e-mail address is not plain ASCII'],
    ['to a person who is not a user', 'eve', 'unknown-user'],
    ['to an inactive user', 'ina', 'inactive'],
    ['to a locked user', 'lou', 'locked'],
  ]
  for (const [title, person, reason] of people) {
    test(title, async () => {
      await fixture.assertRefused(await fixture.login(provider, sso, person), 'invalid_grant', reason)
      const { rows } = await fixture.database.query('SELECT FROM users WHERE mail_key = $1', ['eve@elsewhere.example'])
      assert.equal(rows.length, 0)
    })
  }

  test('to a user whose new address is not confirmed yet', async () => {
    const { rowCount } = await fixture.database.query(
      `UPDATE users SET pending_mail_id = $1, pending_mail_key = $1, pending_mail_until = 'infinity', pending_mail_hash = 'h'
        WHERE mail_key = 'ann@bank.example'`,
      ['eve@elsewhere.example'],
    )
    assert.equal(rowCount, 1)
    await fixture.assertRefused(await fixture.login(provider, sso, 'eve'), 'invalid_grant', 'unknown-user')
  })

  const grants: [title: string, reason: string, change: (sent: Return) => SsoCode][] = [
    ['with a wrong code', PROVIDER_SAYS_NO, (sent) => ({ ...sent, code: 'wrong' })],
    ['with an endless code', PROVIDER_SAYS_NO, (sent) => ({ ...sent, code: 'x'.repeat(2000) })],
    ['with another redirect_uri', 'another redirect_uri', (sent) => ({ ...sent, redirectUri: PARTNER_RETURN })],
    ['without the cookie', ANOTHER_BROWSER, ({ keptState: _, ...sent }) => sent],
    [
      'with the cookie of another login',
      ANOTHER_BROWSER,
      (sent) => ({ ...sent, keptState: 'x'.repeat(sent.state.length) }),
    ],
    ['with a state that was never issued', NOT_STARTED, (sent) => ({ ...sent, state: 'mine', keptState: 'mine' })],
    ['with an empty state and cookie', NOT_STARTED, (sent) => ({ ...sent, state: '', keptState: '' })],
  ]
  for (const [title, reason, change] of grants) {
    test(title, async () => {
      await fixture.assertRefused(await fixture.login(provider, sso, 'ann', change), 'invalid_grant', reason)
    })
  }

  const withoutState = ({ code, clientId = '' }: Return): SsoCode => ({ code, redirectUri: RETURN, clientId })
  const clients: [title: string, reason: string, change: (sent: Return) => SsoCode][] = [
    ['as another client', 'not our client', (sent) => ({ ...sent, clientId: 'other' })],
    ['with a wrong secret and a valid state', 'not our client', (sent) => ({ ...sent, clientSecret: 'wrong' })],
    ['without state and without secret', 'neither a state nor our client secret', withoutState],
    ['with a wrong secret', 'not our client', (sent) => ({ ...withoutState(sent), clientSecret: 'wrong' })],
  ]
  for (const [title, reason, change] of clients) {
    test(title, async () => {
      await fixture.assertRefused(await fixture.login(provider, sso, 'ann', change), 'invalid_client', reason)
    })
  }

  test('with a state that was used, successfully or not', async () => {
    const sent = await fixture.comeBack(provider, sso, 'ann')
    await sso.finish({ ...sent, code: 'wrong' }, ORIGIN)
    await fixture.assertRefused(await sso.finish(sent, ORIGIN), 'invalid_grant', NOT_STARTED)
  })

  test('with a code that was used, even with a new state', async () => {
    const first = await fixture.comeBack(provider, sso, 'ann')
    assert.ok(!((await sso.finish(first, ORIGIN)) instanceof SsoRefusal))
    const second = { ...(await fixture.comeBack(provider, sso, 'ann')), code: first.code }
    await fixture.assertRefused(await sso.finish(second, ORIGIN), 'invalid_grant', PROVIDER_SAYS_NO)
  })

  test("with another user's code in one's own login", async () => {
    const [mine, theirs] = [await fixture.comeBack(provider, sso, 'kim'), await fixture.comeBack(provider, sso, 'ann')]
    const mixed = { ...mine, code: theirs.code }
    await fixture.assertRefused(await sso.finish(mixed, ORIGIN), 'invalid_grant', PROVIDER_SAYS_NO)
  })

  test('ten minutes after it was started', async () => {
    const sent = await fixture.comeBack(provider, sso, 'ann')
    const outcome = await fixture.tenMinutesLater(() => sso.finish(sent, ORIGIN))
    await fixture.assertRefused(outcome, 'invalid_grant', 'started too long ago')
  })

  test('all but once when it returns ten times at once', async () => {
    const sent = await fixture.comeBack(provider, sso, 'ann')
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => sso.finish(sent, ORIGIN)))
    assert.equal(outcomes.filter((outcome) => !(outcome instanceof SsoRefusal)).length, 1)
  })

  test('to a public client that sends a secret with a valid state: it has none', async () => {
    const publicProvider = await fixture.provide({ publicClient: true })
    const publicSso = fixture.ssoAt(publicProvider, { withSecret: false })
    const sent = await fixture.comeBack(publicProvider, publicSso, 'ann')
    const outcome = await publicSso.finish({ ...sent, clientSecret: 'any' }, ORIGIN)
    await fixture.assertRefused(outcome, 'invalid_client', 'not our client')
    assert.ok(!((await publicSso.finish(sent, ORIGIN)) instanceof SsoRefusal), 'the state was not used up')
  })

  test('to a public client that sends no state, whatever secret it sends', async () => {
    const publicSso = fixture.ssoAt(await fixture.provide({ publicClient: true }), { withSecret: false })
    const sent = { code: 'any', redirectUri: RETURN, clientId: 'tillgate', clientSecret: 'undefined' }
    const outcome = await publicSso.finish(sent, ORIGIN)
    await fixture.assertRefused(outcome, 'invalid_client', 'neither a state nor our client secret')
  })
})
