import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TOTP } from 'otpauth'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { insertUser, type UserRow } from '../../../../test/support/onboarding/user-rows.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { AccessReason } from '../access-problems.ts'
import {
  auditedEvents,
  auditPosition,
  MINUTE_MS,
  ORIGIN,
  openNode,
  PASSWORD,
  PASSWORD_HASH,
  TestClock,
  type TestNode,
} from './sign-in.fixture.ts'
import type { SecondFactor } from './sign-in.ts'

const ADMINISTRATOR_ROLE = '00000000-0000-7000-8000-000000000001'

onDatabase('sign-in', (_engine, open) => {
  const clock = new TestClock()
  let database: Database
  let node: TestNode
  before(async () => {
    database = (await open()).database
    node = await openNode(database, clock)
  })
  after(() => node.authenticator.close())

  const newUser = (row: UserRow = {}) => insertUser(database, { passwordHash: PASSWORD_HASH, ...row })
  const signIn = (email: string, password = PASSWORD, factor: SecondFactor = {}) =>
    node.signIn.signIn({ email, password, ...factor }, ORIGIN)

  async function refusal(attempt: Promise<unknown>): Promise<{ reason: string | undefined; text: string }> {
    const problem = await attempt.then(
      () => assert.fail('was let in'),
      (error: unknown) => error,
    )
    assert.ok(problem instanceof Problem, String(problem))
    assert.equal(problem.httpStatus, 401)
    return { reason: problem.reason, text: problem.message }
  }

  const refused = async (attempt: Promise<unknown>, reason: AccessReason = 'access.credentials-refused') =>
    assert.equal((await refusal(attempt)).reason, reason)

  async function guessWrong(email: string, times: number): Promise<void> {
    for (let time = 0; time < times; time++) await refused(signIn(email, 'wrong'))
  }

  async function userRow(userId: string) {
    const { rows } = await database.query<{ locked_until: Date | null; locks: number; last_login_at: Date | null }>(
      'SELECT locked_until, locks, last_login_at FROM users WHERE user_id = $1',
      [userId],
    )
    assert.ok(rows[0])
    return rows[0]
  }

  async function failureCount(userId: string): Promise<number> {
    return (await database.query('SELECT 1 FROM sign_in_failures WHERE user_id = $1', [userId])).rowCount
  }

  async function reasonsSince(position: bigint): Promise<unknown[]> {
    const events = await auditedEvents(database, position)
    assert.ok(events.every(({ action, outcome }) => action === 'session.login-failed' && outcome === 'FAILURE'))
    return events.map(({ after }) => (JSON.parse(after ?? '{}') as { reason: unknown }).reason)
  }

  test('the right password opens a session', async () => {
    const { userId, email } = await newUser()
    const position = await auditPosition(database)
    const signedIn = await signIn(email)
    assert.equal(signedIn.expiresInSeconds, 900)
    assert.deepEqual(signedIn.user, { userId, email, roleName: 'Viewer', scope: {} })
    const principal = await node.authenticator.authenticate(signedIn.accessToken)
    assert.equal(principal.userId, userId)
    assert.equal(principal.sessionId, signedIn.sessionId)
    assert.equal((await userRow(userId)).last_login_at?.getTime(), clock.now())
    const [event, ...others] = await auditedEvents(database, position)
    assert.deepEqual([event?.action, event?.outcome, event?.email], ['session.login', 'SUCCESS', email])
    assert.equal(others.length, 0)
  })

  test('letter case of the e-mail makes no difference', async () => {
    const { email } = await newUser()
    await signIn(email.toUpperCase())
  })

  test('every sign-in opens a new session', async () => {
    const { email } = await newUser()
    const [first, second] = [await signIn(email), await signIn(email)]
    assert.notEqual(first.sessionId, second.sessionId)
    assert.notEqual(first.refreshToken, second.refreshToken)
  })

  test('the access token names user, role, session and tenant', async () => {
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI001', 'First', 'ACTIVE', 'USD', 'UTC')`,
    )
    const { userId, email } = await newUser()
    await database.query(`UPDATE users SET institution_id = 'FI001', role_id = $2 WHERE user_id = $1`, [
      userId,
      ADMINISTRATOR_ROLE,
    ])
    const { accessToken, sessionId, refreshToken } = await signIn(email)
    const expected = { sub: userId, email, role: 'Administrator', sid: sessionId, tenant: 'FI001' }
    const { issuedAtMs: _, expiresAtMs: __, ...claims } = await node.accessTokens.verify(accessToken)
    assert.deepEqual(claims, expected)
    const renewed = await node.signIn.refresh(refreshToken, ORIGIN)
    const { issuedAtMs: ___, expiresAtMs: ____, ...renewedClaims } = await node.accessTokens.verify(renewed.accessToken)
    assert.deepEqual(renewedClaims, expected)
  })

  const disableRole = `
    WITH r AS (INSERT INTO roles (role_id, role_name, is_enabled, created_at, updated_at, created_by, updated_by)
               VALUES (gen_random_uuid(), gen_random_uuid()::text, false, now(), now(), 'test', 'test') RETURNING role_id)
    UPDATE users SET role_id = r.role_id FROM r WHERE user_id = $1`

  test('every refusal is the same after the same work; only the audit log has the reason', async () => {
    const locked = await newUser({ lockedUntilMs: clock.now() + MINUTE_MS })
    const inactive = await newUser({ isActive: false })
    const invited = await newUser({ passwordHash: null })
    const disabled = await newUser()
    await database.query(disableRole, [disabled.userId])
    const mistaken = await newUser()
    const rows: [email: string, password: string, reason: string, hash: string | undefined][] = [
      ['nobody@bank.example', PASSWORD, 'unknown-user', undefined],
      ['no address \u0000 at all', PASSWORD, 'unknown-user', undefined],
      ['', PASSWORD, 'unknown-user', undefined],
      [mistaken.email, 'wrong', 'wrong-password', PASSWORD_HASH],
      [locked.email, PASSWORD, 'locked', PASSWORD_HASH],
      [locked.email, 'wrong', 'locked', PASSWORD_HASH],
      [inactive.email, PASSWORD, 'inactive', PASSWORD_HASH],
      [inactive.email, 'wrong', 'inactive', PASSWORD_HASH],
      [invited.email, PASSWORD, 'invited', undefined],
      [disabled.email, PASSWORD, 'role-disabled', PASSWORD_HASH],
    ]
    const told = new Set<string>()
    for (const [email, password, reason, hash] of rows) {
      const position = await auditPosition(database)
      node.verified.length = 0
      told.add(JSON.stringify(await refusal(signIn(email, password))))
      assert.deepEqual(node.verified, [hash], reason)
      assert.deepEqual(await reasonsSince(position), [reason])
    }
    assert.equal(told.size, 1)
    assert.match([...told].join(), /access.credentials-refused/)
  })

  test('the log keeps an unknown address, but not text that may be a password in the wrong field', async () => {
    const position = await auditPosition(database)
    await refused(signIn('stranger@bank.example'))
    await refused(signIn('hunter2 hunter2'))
    const events = await auditedEvents(database, position)
    assert.deepEqual(
      events.map(({ email }) => email),
      ['stranger@bank.example', null],
    )
  })

  test('a password that is changed while the old one is compared is refused', async () => {
    const { userId, email } = await newUser()
    node.gate.afterComparing = async () => {
      delete node.gate.afterComparing
      await database.query(`UPDATE users SET password_hash = 'hash of another' WHERE user_id = $1`, [userId])
    }
    await refused(signIn(email))
    await signIn(email, 'another')
  })

  test('five wrong passwords lock, for the right one too', async () => {
    const { userId, email } = await newUser()
    await guessWrong(email, 4)
    assert.equal((await userRow(userId)).locked_until, null)
    const position = await auditPosition(database)
    await guessWrong(email, 1)
    const lockedUntilMs = clock.now() + 15 * MINUTE_MS
    assert.equal((await userRow(userId)).locked_until?.getTime(), lockedUntilMs)
    const [event] = await auditedEvents(database, position)
    assert.deepEqual(JSON.parse(event?.after ?? ''), {
      reason: 'wrong-password',
      lockedUntil: new Date(lockedUntilMs).toISOString(),
    })
    await refused(signIn(email))
    assert.equal((await userRow(userId)).locked_until?.getTime(), lockedUntilMs)
  })

  test('a lock ends by itself and is not made longer by tries', async () => {
    const { userId, email } = await newUser()
    await guessWrong(email, 5)
    clock.advance(15 * MINUTE_MS - 1)
    await guessWrong(email, 10)
    await refused(signIn(email))
    assert.equal(await failureCount(userId), 0)
    clock.advance(1)
    await signIn(email)
  })

  test('each lock is twice as long, until a good sign-in', async () => {
    const { userId, email } = await newUser()
    for (const minutes of [15, 30, 60]) {
      await guessWrong(email, 5)
      assert.equal((await userRow(userId)).locked_until?.getTime(), clock.now() + minutes * MINUTE_MS)
      clock.advance(minutes * MINUTE_MS)
    }
    await signIn(email)
    assert.deepEqual([(await userRow(userId)).locks, (await userRow(userId)).locked_until], [0, null])
    await guessWrong(email, 5)
    assert.equal((await userRow(userId)).locked_until?.getTime(), clock.now() + 15 * MINUTE_MS)
  })

  test('after a lock the count starts from zero', async () => {
    const { email } = await newUser()
    await guessWrong(email, 5)
    clock.advance(15 * MINUTE_MS)
    await guessWrong(email, 4)
    await signIn(email)
  })

  test('failures count for fifteen minutes', async () => {
    const { userId, email } = await newUser()
    await guessWrong(email, 4)
    clock.advance(15 * MINUTE_MS)
    await guessWrong(email, 4)
    assert.equal((await userRow(userId)).locked_until, null)
    await guessWrong(email, 1)
    assert.notEqual((await userRow(userId)).locked_until, null)
  })

  test('a good sign-in clears the failures, a refresh does not', async () => {
    const { userId, email } = await newUser()
    await guessWrong(email, 4)
    const { refreshToken } = await signIn(email)
    assert.equal(await failureCount(userId), 0)
    await guessWrong(email, 4)
    await node.signIn.refresh(refreshToken, ORIGIN)
    assert.equal(await failureCount(userId), 4)
    await guessWrong(email, 1)
    await refused(signIn(email))
  })

  test('fifty wrong guesses at once count as five, and then the right one is refused', async () => {
    const { userId, email } = await newUser()
    const position = await auditPosition(database)
    await Promise.all(Array.from({ length: 50 }, () => refused(signIn(email, 'wrong'))))
    const reasons = await reasonsSince(position)
    assert.equal(reasons.filter((reason) => reason === 'wrong-password').length, 5)
    assert.equal(reasons.filter((reason) => reason === 'locked').length, 45)
    assert.equal((await userRow(userId)).locks, 1)
    await refused(signIn(email))
  })

  test('the right password is refused when the lock came after its comparison and before the decision', async () => {
    const { email } = await newUser()
    node.gate.afterComparing = async () => {
      delete node.gate.afterComparing
      await guessWrong(email, 5)
    }
    await refused(signIn(email))
  })

  test('many concurrent right sign-ins all succeed', async () => {
    const { email } = await newUser()
    const signedIn = await Promise.all(Array.from({ length: 20 }, () => signIn(email)))
    assert.equal(new Set(signedIn.map(({ sessionId }) => sessionId)).size, 20)
  })

  test('checking a password counts like a sign-in and opens no session', async () => {
    const { userId, email } = await newUser()
    const check = (password: string) => node.signIn.checkPassword({ email, password }, ORIGIN)
    assert.deepEqual(await check(PASSWORD), { userId, email, roleName: 'Viewer', scope: {} })
    assert.equal((await node.sessions.list(userId, { page: 1, size: 1 })).total, 0)
    for (let time = 0; time < 5; time++) await refused(check('wrong'))
    await refused(check(PASSWORD))
    await refused(signIn(email))
  })

  /** A user with a device, and the code it shows now. */
  async function withDevice() {
    const user = await newUser({ mfaEnable: true })
    const offered = (await node.mfa.status(user.userId, false)).offer
    assert.ok(offered)
    const device = new TOTP({ secret: offered.encodedSecret })
    const code = () => device.generate({ timestamp: clock.now() })
    const registration = { email: user.email, encodedSecret: offered.encodedSecret, code: code() }
    assert.equal(await node.mfa.register(registration, {}), true)
    clock.advance(MINUTE_MS)
    const wrongCode = () => {
      const near = new Set([-60, -30, 0, 30, 60].map((s) => device.generate({ timestamp: clock.now() + s * 1000 })))
      return ['000000', '000001', '000002', '000003', '000004', '000005'].find((guess) => !near.has(guess)) as string
    }
    return { ...user, code, wrongCode }
  }

  test('a second factor is required only after the right password', async () => {
    const { userId, email } = await withDevice()
    const position = await auditPosition(database)
    await refused(signIn(email), 'access.code-required')
    await refused(signIn(email, 'wrong'))
    await refused(signIn(email, 'wrong', { mfaCode: '123456' }))
    assert.deepEqual(await reasonsSince(position), ['code-required', 'wrong-password', 'wrong-password'])
    assert.equal((await node.sessions.list(userId, { page: 1, size: 1 })).total, 0)
  })

  test('a second factor is required even when no device is registered yet', async () => {
    const { email } = await newUser({ mfaEnable: true })
    await refused(signIn(email), 'access.code-required')
    await refused(signIn(email, PASSWORD, { mfaCode: '123456' }), 'access.code-refused')
  })

  test('the code of the device is accepted once', async () => {
    const { email, code } = await withDevice()
    await signIn(email, PASSWORD, { mfaCode: code() })
    await refused(signIn(email, PASSWORD, { mfaCode: code() }), 'access.code-refused')
    clock.advance(MINUTE_MS)
    await signIn(email, PASSWORD, { mfaCode: code() })
  })

  test('a wrong password does not use up the code', async () => {
    const { email, code } = await withDevice()
    await refused(signIn(email, 'wrong', { mfaCode: code() }))
    await signIn(email, PASSWORD, { mfaCode: code() })
  })

  test('a recovery code is accepted once', async () => {
    const { userId, email } = await withDevice()
    const [recoveryCode] = await database.transaction((sql) => node.recoveryCodes.replace(sql, userId))
    assert.ok(recoveryCode)
    await signIn(email, PASSWORD, { recoveryCode })
    await refused(signIn(email, PASSWORD, { recoveryCode }), 'access.code-refused')
  })

  test('five wrong codes lock, and are counted apart from passwords', async () => {
    const { userId, email, code, wrongCode } = await withDevice()
    await guessWrong(email, 4)
    for (let time = 0; time < 4; time++) {
      const factor = time % 2 === 0 ? { mfaCode: wrongCode() } : { recoveryCode: 'AAAA-AAAA-AA' }
      await refused(signIn(email, PASSWORD, factor), 'access.code-refused')
    }
    assert.equal((await userRow(userId)).locked_until, null)
    await refused(signIn(email, PASSWORD, { mfaCode: wrongCode() }), 'access.code-refused')
    assert.equal((await userRow(userId)).locked_until?.getTime(), clock.now() + 15 * MINUTE_MS)
    await refused(signIn(email, PASSWORD, { mfaCode: code() }))
  })

  test('fifty codes at once with the right password: five are judged', async () => {
    const { email, wrongCode } = await withDevice()
    const position = await auditPosition(database)
    const mfaCode = wrongCode()
    await Promise.all(Array.from({ length: 50 }, () => refusal(signIn(email, PASSWORD, { mfaCode }))))
    const reasons = await reasonsSince(position)
    assert.equal(reasons.filter((reason) => reason === 'wrong-code').length, 5)
    assert.equal(reasons.filter((reason) => reason === 'locked').length, 45)
  })

  test('a user whom the identity provider has authenticated needs no password or code', async () => {
    const { userId, email } = await newUser({ mfaEnable: true, passwordHash: null })
    const position = await auditPosition(database)
    const { accessToken } = await node.signIn.signInBySso(email, ORIGIN)
    assert.equal((await node.authenticator.authenticate(accessToken)).userId, userId)
    const [event] = await auditedEvents(database, position)
    assert.deepEqual([event?.action, event?.after], ['session.login', '{"method":"sso"}'])
  })

  test('an identity provider cannot sign in unknown, locked or inactive users', async () => {
    const locked = await newUser({ lockedUntilMs: clock.now() + MINUTE_MS })
    const inactive = await newUser({ isActive: false })
    for (const email of ['nobody@bank.example', locked.email, inactive.email]) {
      await refused(node.signIn.signInBySso(email, ORIGIN))
    }
  })

  test('no password, code or token is in the audit log', async () => {
    const { userId, email, code } = await withDevice()
    const [recoveryCode = ''] = await database.transaction((sql) => node.recoveryCodes.replace(sql, userId))
    const mfaCode = code()
    const wrong = 'a wrong password for the log'
    await refused(signIn(email, wrong))
    const first = await signIn(email, PASSWORD, { mfaCode })
    const second = await signIn(email, PASSWORD, { recoveryCode })
    const { rows } = await database.query('SELECT a::text AS row FROM audit_log a')
    const log = JSON.stringify(rows)
    const secrets = [wrong, PASSWORD, recoveryCode, first.accessToken, first.refreshToken, second.refreshToken]
    for (const secret of secrets) assert.equal(log.includes(secret), false)
    assert.doesNotMatch(log, new RegExp(`\\b${mfaCode}\\b`))
  })
})
