import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import type { OnboardingAnswer } from '../../../../../test/support/onboarding/onboarding.ts'
import {
  type OnboardingEdge,
  openOnboardingEdge,
  PASSWORD,
} from '../../../../../test/support/onboarding/onboarding-edge.ts'
import type { InsertedUser } from '../../../../../test/support/onboarding/user-rows.ts'

const STEP_MS = 30_000

onDatabase('the second factor over HTTP', (_engine, open) => {
  let edge: OnboardingEdge
  before(async () => {
    edge = await openOnboardingEdge((await open()).database)
  })
  // A second later the rate limits are free again.
  beforeEach(() => {
    edge.clock.nowMs += 1000
  })
  after(() => edge.close())

  /** What an authenticator app shows, some steps from now. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: edge.clock.now() + steps * STEP_MS })

  async function status(email: string, password = PASSWORD, token?: string): Promise<OnboardingAnswer> {
    const { onboarding } = edge
    const body = { email: await onboarding.encrypt(email), password: await onboarding.encrypt(password) }
    return onboarding.call('POST /login/mfa/status', { body, token })
  }

  async function register(
    email: string,
    sent: { readonly encodedSecret: string; readonly initialCode: string; readonly overwrite?: boolean },
    token?: string,
  ): Promise<OnboardingAnswer> {
    const body = { username: await edge.onboarding.encrypt(email), ...sent }
    return edge.onboarding.call('POST /login/mfa/register', { body, token })
  }

  /** A user with a device, and its secret. */
  async function enrolled(): Promise<{ user: InsertedUser; secret: string }> {
    const user = await edge.addUser({ mfaEnable: true })
    const secret = (await status(user.email)).body.encodedSecret
    const answer = await register(user.email, { encodedSecret: secret, initialCode: codeOf(secret) })
    assert.equal(answer.status, 200, answer.text)
    return { user, secret }
  }

  async function tokenOf(user: InsertedUser, secret: string): Promise<string> {
    edge.clock.nowMs += 2 * STEP_MS
    const answer = await edge.onboarding.login(user.email, PASSWORD, { mfaCode: codeOf(secret) })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }

  test('a user who has to is offered a secret, registers a device, and signs in with its codes', async () => {
    const user = await edge.addUser({ mfaEnable: true })
    const { body: offered, status: code } = await status(user.email)
    assert.equal(code, 200)
    assert.deepEqual(Object.keys(offered).sort(), ['MFAEnabled', 'MFARegistrationEnabled', 'encodedSecret', 'qrCode'])
    assert.deepEqual([offered.MFAEnabled, offered.MFARegistrationEnabled], [true, true])
    const sent = { encodedSecret: offered.encodedSecret, initialCode: codeOf(offered.encodedSecret) }
    const registered = await register(user.email, sent)
    assert.deepEqual([registered.status, registered.body.success, registered.body.data], [200, true, null])

    assert.deepEqual((await status(user.email)).body, { MFAEnabled: true, MFARegistrationEnabled: false })
    const without = await edge.onboarding.login(user.email, PASSWORD)
    assert.deepEqual([without.status, without.body.message.slice(0, 10)], [401, 'B-AUTH-004'])
    const replayed = await edge.onboarding.login(user.email, PASSWORD, { mfaCode: sent.initialCode })
    assert.deepEqual([replayed.status, replayed.body.message.slice(0, 10)], [401, 'B-AUTH-005'])
    const next = codeOf(offered.encodedSecret, 1)
    assert.equal((await edge.onboarding.login(user.email, PASSWORD, { mfaCode: next })).status, 200)
    assert.equal((await edge.onboarding.login(user.email, PASSWORD, { mfaCode: next })).status, 401)
  })

  test('a user who needs no second factor is offered none', async () => {
    const user = await edge.addUser()
    assert.deepEqual((await status(user.email)).body, { MFAEnabled: false, MFARegistrationEnabled: false })
  })

  test('a wrong password, an unknown, an inactive and an invited user get the same answer', async () => {
    const user = await edge.addUser({ mfaEnable: true })
    const inactive = await edge.addUser({ mfaEnable: true, isActive: false })
    const invited = await edge.addUser({ mfaEnable: true, passwordHash: null })
    const answers = [
      await status(user.email, 'not the password'),
      await status('nobody@bank.example'),
      await status(inactive.email),
      await status(invited.email),
      await status('no address'),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 401)
      assert.match(answer.body.message, /^B-AUTH-002: /)
      assert.deepEqual(answer.body, answers[0]?.body)
    }
  })

  test('guessing passwords here locks the user as it does at the login', async () => {
    const user = await edge.addUser({ mfaEnable: true })
    for (let tries = 0; tries < 5; tries++) await status(user.email, 'not the password')
    assert.equal((await status(user.email)).status, 401)
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 401)
    edge.clock.nowMs += 16 * 60_000
    assert.equal((await status(user.email)).status, 200)
  })

  test('a user with a device gets another secret only with their own token', async () => {
    const { user, secret } = await enrolled()
    const other = await edge.addUser()
    const own = await tokenOf(user, secret)
    const tokens: [token: string | undefined, offers: boolean][] = [
      [undefined, false],
      ['no.such.token', false],
      [await edge.onboarding.tokenOf(other.email, PASSWORD), false],
      [own, true],
    ]
    for (const [token, offers] of tokens) {
      const { body } = await status(user.email, PASSWORD, token)
      assert.deepEqual(
        [body.MFARegistrationEnabled, 'encodedSecret' in body, 'qrCode' in body],
        [offers, offers, offers],
      )
    }
  })

  test('a device is replaced with overwrite and the own token, and not otherwise', async () => {
    const { user, secret } = await enrolled()
    const other = await edge.addUser()
    const [own, others] = [await tokenOf(user, secret), await edge.onboarding.tokenOf(other.email, PASSWORD)]
    const fresh = (await status(user.email, PASSWORD, own)).body.encodedSecret
    const sent = { encodedSecret: fresh, initialCode: codeOf(fresh) }
    const refused = [
      await register(user.email, sent),
      await register(user.email, sent, own),
      await register(user.email, { ...sent, overwrite: false }, own),
      await register(user.email, { ...sent, overwrite: true }),
      await register(user.email, { ...sent, overwrite: true }, others),
    ]
    for (const answer of refused) {
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, /^B-AUTH-009: /)
    }
    assert.equal((await register(user.email, { ...sent, overwrite: true }, own)).status, 200)
    await tokenOf(user, fresh)
  })

  test('whatever stands against a registration, the answer is the same', async () => {
    const user = await edge.addUser({ mfaEnable: true })
    const { user: registered } = await enrolled()
    const secret = (await status(user.email)).body.encodedSecret
    const right = { encodedSecret: secret, initialCode: codeOf(secret) }
    const OWN = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const wrong = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)].includes('123456') ? '654321' : '123456'
    const unexpired = edge.clock.now()
    const answers = [
      await register(user.email, { ...right, initialCode: wrong }),
      await register(user.email, { encodedSecret: OWN, initialCode: codeOf(OWN) }),
      await register('nobody@bank.example', right),
      await register((await edge.addUser()).email, right),
      await register(registered.email, right),
    ]
    edge.clock.nowMs += 10 * 60_000
    answers.push(await register(user.email, { ...right, initialCode: codeOf(secret) }))
    edge.clock.nowMs = unexpired
    for (const { status: code, body } of answers) {
      assert.equal(code, 400)
      assert.equal(body.message, answers[0]?.body.message)
      assert.match(body.message, /^B-AUTH-009: /)
    }
    // None of these was in the way of the real one.
    assert.equal((await register(user.email, right)).status, 200)
  })

  test('fields that are missing or wrong are named, and nothing is used up by that', async () => {
    const user = await edge.addUser({ mfaEnable: true })
    const secret = (await status(user.email)).body.encodedSecret
    const username = await edge.onboarding.encrypt(user.email)
    const rows: [body: object, field: string][] = [
      [{ username, initialCode: '123456' }, 'encodedSecret'],
      [{ username, encodedSecret: secret }, 'initialCode'],
      [{ username, encodedSecret: secret, initialCode: 123456 }, 'initialCode'],
      [{ username, encodedSecret: secret, initialCode: '12345' }, 'initialCode'],
      [{ username, encodedSecret: 'not base32!', initialCode: '123456' }, 'encodedSecret'],
      [{ username, encodedSecret: secret, initialCode: '123456', overwrite: 'true' }, 'overwrite'],
      [{ username, encodedSecret: secret, initialCode: '123456', deviceName: '\u0000' }, 'deviceName'],
      [{ encodedSecret: secret, initialCode: '123456' }, 'username'],
    ]
    for (const [body, field] of rows) {
      const answer = await edge.onboarding.call('POST /login/mfa/register', { body })
      assert.equal(answer.status, 400)
      assert.ok(answer.body.message.startsWith('B-REQ-001: '), answer.body.message)
      assert.ok(answer.body.message.includes(field), answer.body.message)
    }
    const body = { username, encodedSecret: secret, initialCode: codeOf(secret) }
    assert.equal((await edge.onboarding.call('POST /login/mfa/register', { body })).status, 200)
    const replay = await edge.onboarding.call('POST /login/mfa/register', { body })
    assert.match(replay.body.message, /^B-AUTH-003: /)
  })

  test('e-mail and password in the clear are refused', async () => {
    const user = await edge.addUser()
    const body = { email: user.email, password: PASSWORD }
    const answer = await edge.onboarding.call('POST /login/mfa/status', { body })
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /^B-AUTH-003: /)
    assert.ok(!answer.text.includes(PASSWORD))
  })

  test('recovery codes are shown once, counted, and let in once each', async () => {
    const { user, secret } = await enrolled()
    const token = await tokenOf(user, secret)
    const { onboarding } = edge
    assert.deepEqual((await onboarding.call('GET /me/recovery-codes', { token })).body.data, { remaining: 0 })
    const made = await onboarding.call('POST /me/recovery-codes', { token })
    assert.equal(made.status, 200)
    const { codes } = made.body.data as { codes: string[] }
    assert.equal(codes.length, 10)
    const [recoveryCode = ''] = codes
    assert.equal((await onboarding.login(user.email, PASSWORD, { recoveryCode })).status, 200)
    const again = await onboarding.login(user.email, PASSWORD, { recoveryCode })
    assert.deepEqual([again.status, again.body.message.slice(0, 10)], [401, 'B-AUTH-005'])
    assert.deepEqual((await onboarding.call('GET /me/recovery-codes', { token })).body.data, { remaining: 9 })
  })

  for (const route of ['POST /me/recovery-codes', 'GET /me/recovery-codes']) {
    test(`${route} needs a bearer`, async () => {
      for (const token of [undefined, 'no.such.token']) {
        const answer = await edge.onboarding.call(route, { token })
        assert.deepEqual([answer.status, answer.body.message.slice(0, 10)], [401, 'B-AUTH-001'])
      }
    })
  }
})
