// Signing in over HTTP: tokens, cookies and refusals.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { PASSWORD } from '../../../../administration/access/sessions/sign-in.fixture.ts'
import { assertRefused, BASE, cookieOf, type Envelope, openSessions } from './session-suite.fixture.ts'

onDatabase('signing in', (_engine, open) => {
  const sessions = openSessions(open)
  const { clock, newUser, encrypt, login, signedIn, refresh } = sessions

  test('login answers with the access token in the envelope and the refresh token in the cookie', async () => {
    const { email, userId } = await newUser()
    const response = await login(email)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['cache-control'], 'no-store')
    const { data, success, message, timestamp } = response.json<Envelope<string>>()
    assert.deepEqual([success, message, timestamp], [true, 'Signed in', new Date(clock.now()).toISOString()])
    assert.equal((await sessions.node.accessTokens.verify(data)).sub, userId)
    const { value, attributes } = cookieOf(response)
    assert.match(value, /^[0-9a-f-]{36}\.1\.[\w-]{43}$/)
    assert.deepEqual(attributes, ['HttpOnly', 'SameSite=Strict', 'Path=/v1/onboarding', 'Max-Age=43200'])
    assert.equal(response.body.includes(value), false)
  })

  test('cookies are Secure outside the sandbox, also when they are cleared', async () => {
    const { email } = await newUser()
    const response = await login(email, PASSWORD, {}, sessions.production)
    assert.ok(cookieOf(response).attributes.includes('Secure'))
    const headers = { authorization: `Bearer ${response.json<Envelope<string>>().data}` }
    const signedOut = await sessions.production.inject({ method: 'POST', url: `${BASE}/logout`, headers })
    assert.ok(cookieOf(signedOut).attributes.includes('Secure'))
  })

  test('a session that the browser has already is not taken over by a login', async () => {
    const victim = await signedIn()
    const { email } = await newUser()
    const response = await login(email, PASSWORD, {}, sessions.sandbox, {
      cookie: `refresh_token=${victim.refreshToken}`,
    })
    const { value } = cookieOf(response)
    assert.notEqual(value.split('.')[0], victim.refreshToken.split('.')[0])
    assert.equal((await refresh({ cookie: victim.refreshToken })).statusCode, 200)
  })

  test('login refuses in the words of the catalogue', async () => {
    const { email } = await newUser()
    const second = await newUser({ mfaEnable: true })
    assertRefused(await login(email, 'wrong'), 401, 'B-AUTH-002')
    assertRefused(await login('nobody@bank.example'), 401, 'B-AUTH-002')
    assertRefused(await login(second.email), 401, 'B-AUTH-004')
    assertRefused(await login(second.email, PASSWORD, { mfaCode: '123456' }), 401, 'B-AUTH-005')
    assertRefused(await login(second.email, PASSWORD, { recoveryCode: 'AAAA-AAAA-AA' }), 401, 'B-AUTH-005')
  })

  test('unknown users and wrong passwords get answers that are alike to the byte', async () => {
    const { email } = await newUser()
    const answers = [await login(email, 'wrong'), await login('nobody@bank.example', 'wrong')].map((response) => {
      const { 'x-correlation-id': _, date: __, ...headers } = response.headers
      return { status: response.statusCode, body: response.body, headers }
    })
    assert.deepEqual(answers[0], answers[1])
  })

  const badBodies: [title: string, more: object, field: string][] = [
    ['a code that is no code', { mfaCode: '12345' }, 'mfaCode'],
    ['a code that is a number', { mfaCode: 123456 }, 'mfaCode'],
    ['both kinds of code', { mfaCode: '123456', recoveryCode: 'AAAA-AAAA-AA' }, 'recoveryCode'],
    ['no password', { password: undefined }, 'password'],
    ['an empty e-mail', { email: '' }, 'email'],
  ]
  for (const [title, more, field] of badBodies) {
    test(`a login with ${title} is a bad request that names ${field}`, async () => {
      const response = await login('una@bank.example', PASSWORD, more)
      assertRefused(response, 400, 'B-REQ-001')
      assert.match(response.json<Envelope>().message, new RegExp(field))
    })
  }

  test('credentials in clear, and encrypted ones sent again, are refused', async () => {
    const { email } = await newUser()
    const post = (payload: object) => sessions.sandbox.inject({ method: 'POST', url: `${BASE}/login/user`, payload })
    assertRefused(await post({ email, password: PASSWORD }), 400, 'B-AUTH-003')
    const payload = { email: await encrypt(email), password: await encrypt(PASSWORD) }
    assert.equal((await post(payload)).statusCode, 200)
    assertRefused(await post(payload), 400, 'B-AUTH-003')
  })
})
