// A working day in administration, over HTTP, on both engines: a colleague is invited, chooses a password, registers a
// second factor, works, loses the device and the password, and leaves. At the end, nothing secret may be in the log,
// and everything must be in the audit log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { onGateway } from '../support/gateways/running-gateway.ts'
import { linkMailedTo, mailedTo, Onboarding, refreshCookieOf } from '../support/onboarding/onboarding.ts'

const MAIL = 'grace@fi001.example'
const FIRST_PASSWORD = 'Correct-Horse-9-Battery'
const SECOND_PASSWORD = 'Another-Staple-7-Zebra'

onGateway(
  'a day in administration',
  (running) => {
    const api = new Onboarding(() => running.current.url)
    /** Must never appear in the log. */
    const secrets = new Set<string>([FIRST_PASSWORD, SECOND_PASSWORD, 'Sandbox-Admin-1!'])
    const secret = (value: string): string => {
      secrets.add(value)
      return value
    }
    let admin = ''
    let userId = ''
    let encodedSecret = ''
    let recoveryCodes: string[] = []

    const encrypted = async (value: string) => secret(await api.encrypt(value))
    const codeAt = (steps: number) =>
      secret(
        new TOTP({ secret: Secret.fromBase32(encodedSecret) }).generate({ timestamp: Date.now() + steps * 30_000 }),
      )

    async function login(password: string, more: Record<string, unknown> = {}) {
      const body = { email: await encrypted(MAIL), password: await encrypted(password), ...more }
      const answer = await api.call('POST /login/user', { body })
      if (answer.status === 200) {
        secret(answer.body.data)
        secret(refreshCookieOf(answer) as string)
      }
      return answer
    }

    test('an administrator invites a colleague', async () => {
      admin = secret(await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!'))
      const roles = (await api.call('GET /roles?size=200', { token: admin })).body.data.content
      const viewer = roles.find((role: { roleName: string }) => role.roleName === 'Viewer')
      const { status, body } = await api.call('POST /users', {
        token: admin,
        body: {
          firstName: 'Grace',
          lastName: 'Hopper',
          mailID: MAIL,
          roleId: viewer.id,
          institutionId: 'FI001',
          mfaEnable: true,
        },
      })
      assert.equal(status, 201)
      assert.equal(body.data.status, 'INVITED')
      userId = body.data.id
    })

    test('the invitation shows whom it is for and sets the first password, once', async () => {
      const link = secret(await linkMailedTo(running.current.managementUrl, MAIL))
      const verified = await api.call('POST /verify-invite-url', { body: { email: link } })
      assert.deepEqual(verified.body.data, { mailID: MAIL, firstName: 'Grace', purpose: 'INVITE' })
      const weak = await api.call('PATCH /users/password', {
        body: { email: link, password: await encrypted('password1234') },
      })
      assert.equal(weak.status, 400)
      assert.match(weak.body.message, /^B-AUTH-008: /)
      const chosen = async () =>
        api.call('PATCH /users/password', { body: { email: link, password: await encrypted(FIRST_PASSWORD) } })
      assert.equal((await chosen()).status, 200)
      assert.equal((await chosen()).status, 401)
      assert.equal((await api.call('POST /verify-invite-url', { body: { email: link } })).status, 400)
    })

    test('a second factor is required, offered and registered', async () => {
      const refused = await login(FIRST_PASSWORD)
      assert.equal(refused.status, 401)
      assert.match(refused.body.message, /^B-AUTH-004: MFA code required/)
      const { body } = await api.call('POST /login/mfa/status', {
        body: { email: await encrypted(MAIL), password: await encrypted(FIRST_PASSWORD) },
      })
      assert.deepEqual([body.MFAEnabled, body.MFARegistrationEnabled], [true, true])
      assert.equal(Buffer.from(body.qrCode, 'base64').toString('latin1', 1, 4), 'PNG')
      encodedSecret = secret(body.encodedSecret)
      const registered = await api.call('POST /login/mfa/register', {
        body: { username: await encrypted(MAIL), encodedSecret, initialCode: codeAt(0), deviceName: 'Phone' },
      })
      assert.equal(registered.status, 200, registered.text)
      const again = await api.call('POST /login/mfa/status', {
        body: { email: await encrypted(MAIL), password: await encrypted(FIRST_PASSWORD) },
      })
      assert.deepEqual(again.body, { MFAEnabled: true, MFARegistrationEnabled: false })
    })

    test('with a code the colleague signs in, and the code is used up', async () => {
      // The next one: registration has used the current one.
      const mfaCode = codeAt(1)
      const { status, body } = await login(FIRST_PASSWORD, { mfaCode })
      assert.equal(status, 200)
      const me = await api.call('GET /me', { token: body.data })
      assert.deepEqual([me.body.data.email, me.body.data.role], [MAIL, 'Viewer'])
      assert.deepEqual((await api.call('GET /userinfo', { token: body.data })).body, {
        sub: userId,
        email: MAIL,
        role: 'Viewer',
      })
      const made = await api.call('POST /me/recovery-codes', { token: body.data })
      recoveryCodes = (made.body.data.codes ?? made.body.data) as string[]
      for (const code of recoveryCodes) secret(code)
      assert.equal(recoveryCodes.length, 10)
      assert.equal((await login(FIRST_PASSWORD, { mfaCode })).status, 401)
    })

    test('a recovery code replaces the device, once', async () => {
      const [recoveryCode] = recoveryCodes
      assert.equal((await login(FIRST_PASSWORD, { recoveryCode })).status, 200)
      const again = await login(FIRST_PASSWORD, { recoveryCode })
      assert.equal(again.status, 401)
      assert.match(again.body.message, /^B-AUTH-005: /)
    })

    test('the colleague sees only the institution', async () => {
      const { body } = await login(FIRST_PASSWORD, { recoveryCode: recoveryCodes[1] })
      const listed = await api.call('POST /users/list?size=200', { token: body.data })
      assert.ok(listed.body.data.content.every((user: { institutionId?: string }) => user.institutionId === 'FI001'))
      const mine = await api.call('GET /me', { token: admin })
      assert.equal((await api.call(`GET /users/${mine.body.data.id}`, { token: body.data })).status, 404)
      assert.equal((await api.call('POST /users', { token: body.data, body: {} })).status, 403)
    })

    test('a mailed one-time password is valid once', async () => {
      const { body } = await login(FIRST_PASSWORD, { recoveryCode: recoveryCodes[2] })
      assert.equal((await api.call('POST /generateOtp', { body: { mailID: MAIL } })).status, 200)
      const mails = await mailedTo(running.current.managementUrl, MAIL, 2)
      const otp = secret(/\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] as string)
      const validate = () => api.call('POST /validateOtp', { token: body.data, body: { mailID: MAIL, otp } })
      assert.equal((await validate()).status, 200)
      assert.equal((await validate()).status, 400)
    })

    test('a forgotten password is reset, and every session ends', async () => {
      const before = await login(FIRST_PASSWORD, { recoveryCode: recoveryCodes[3] })
      await api.call('POST /users/password/forgot', { body: { email: await encrypted(MAIL) } })
      await mailedTo(running.current.managementUrl, MAIL, 3)
      const link = secret(await linkMailedTo(running.current.managementUrl, MAIL))
      const reset = await api.call('PATCH /users/password', {
        body: { email: link, password: await encrypted(SECOND_PASSWORD) },
      })
      assert.equal(reset.status, 200, reset.text)
      assert.equal((await api.call('GET /me', { token: before.body.data })).status, 401)
      assert.equal((await login(FIRST_PASSWORD, { recoveryCode: recoveryCodes[4] })).status, 401)
      assert.equal((await login(SECOND_PASSWORD, { recoveryCode: recoveryCodes[4] })).status, 200)
    })

    test('sessions survive a restart, and are refreshed and ended after it', async () => {
      const signedIn = await login(SECOND_PASSWORD, { recoveryCode: recoveryCodes[5] })
      const token = signedIn.body.data as string
      const cookie = refreshCookieOf(signedIn) as string
      const { output } = running.current
      await running.restart()
      assertNoneIn(logOf(output()))
      assert.equal((await api.call('GET /me', { token })).status, 200)
      const refreshed = await api.call('POST /auth/refresh', { headers: { cookie: `refresh_token=${cookie}` } })
      assert.equal(refreshed.status, 200)
      secret(refreshed.body.data)
      secret(refreshCookieOf(refreshed) as string)
      const left = await api.call('POST /logout', { token: refreshed.body.data })
      assert.equal(left.status, 200)
      for (const used of [token, refreshed.body.data]) {
        assert.equal((await api.call('GET /me', { token: used })).status, 401)
      }
      assert.match(left.headers.getSetCookie().join(), /refresh_token=;/)
    })

    test('a client secret works at once and is shown once', async () => {
      const partner = await api.call('POST /partners', {
        token: admin,
        body: { partnerId: 'DAYPARTNER', name: 'Day', institutionIds: ['FI001'], operations: ['BalanceInquiry'] },
      })
      const { id } = partner.body.data
      const made = await api.call(`POST /partners/${id}/clients`, { token: admin, body: {} })
      secret(made.body.data.client_secret)
      assert.doesNotMatch((await api.call(`GET /partners/${id}`, { token: admin })).text, /client_secret|secretHash/)
    })

    test('a deactivated user is signed out', async () => {
      const { body } = await login(SECOND_PASSWORD, { recoveryCode: recoveryCodes[6] })
      assert.equal((await api.call('GET /me', { token: body.data })).status, 200)
      const off = await api.call(`PATCH /users/${userId}/activation?isActive=false`, { token: admin })
      assert.deepEqual([off.status, off.body.data.status], [200, 'INACTIVE'])
      assert.equal((await api.call('GET /me', { token: body.data })).status, 401)
      assert.equal((await login(SECOND_PASSWORD, { recoveryCode: recoveryCodes[7] })).status, 401)
    })

    test('the audit log has all of it, and its chain is intact', async () => {
      const { body } = await api.call('POST /audit-logs/list?size=200', { token: admin, body: {} })
      const actions = new Set(body.data.content.map((record: { action: string }) => record.action))
      const expected = [
        'user.create',
        'password.set',
        'mfa.register',
        'mfa.recovery-codes',
        'session.login',
        'session.login-failed',
        'session.logout',
        'password.forgot',
        'otp.validate',
        'partner.create',
        'user.deactivate',
      ]
      for (const action of expected) assert.ok(actions.has(action), `${action} is missing; there are ${[...actions]}`)
      assertNoneIn(JSON.stringify(body))
      const verified = await api.call('GET /audit-logs/verify', { token: admin })
      assert.equal(verified.body.data.valid, true)
    })

    test('no secret is in the log', async () => {
      const { output } = running.current
      // The log is buffered; stopping flushes it.
      await running.stop()
      assert.match(logOf(output()), /"operation":"Logout"/)
      assertNoneIn(logOf(output()))
      await running.start()
    })

    function assertNoneIn(text: string): void {
      for (const value of secrets) assert.doesNotMatch(text, asAWhole(value), 'a secret stands here')
    }
  },
  { LOG_LEVEL: 'trace' },
)

/** The output after the start-up banner, which shows the sandbox's credentials on purpose. */
function logOf(output: string): string {
  return output.slice(output.indexOf('management listening on '))
}

/** Matches a six-digit code only as a whole word: it may occur by chance in a duration or an id. */
function asAWhole(value: string): RegExp {
  const literal = RegExp.escape(value)
  return new RegExp(/^\d{6}$/.test(value) ? `(?<![\\w.-])${literal}(?![\\w.-])` : literal)
}
