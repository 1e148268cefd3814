// Attacks on onboarding over HTTP. The tables of single values (tokens, encrypted strings, codes) are next to the code
// that checks them; here is what only shows when the parts work together.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { mailedTo, Onboarding, type OnboardingAnswer, refreshCookieOf } from '../support/onboarding/onboarding.ts'

const ADMIN = ['admin@sandbox.example', 'Sandbox-Admin-1!'] as const
const OPERATOR = ['operator@fi001.example', 'Sandbox-Operator-1!'] as const

withGatewayOn('postgres', 'attacks on onboarding', (running) => {
  const api = new Onboarding(() => running.current.url)
  let admin = ''
  let operator = ''

  before(async () => {
    admin = await api.tokenOf(...ADMIN)
    operator = await api.tokenOf(...OPERATOR)
  })

  /** Everything that could tell two answers apart, except the time. */
  function appearance({ status, headers, body }: OnboardingAnswer) {
    const { timestamp: _, ...rest } = body as Record<string, unknown>
    const names = [...headers.keys()].filter((name) => name !== 'date' && name !== 'x-correlation-id')
    return { status, rest, headers: names.sort() }
  }

  describe('a known and an unknown address get the same answer', () => {
    const known = 'viewer@sandbox.example'
    const unknown = 'nobody@sandbox.example'
    const WAYS: Record<string, (address: string) => Promise<OnboardingAnswer>> = {
      'login with a wrong password': (address) => api.login(address, 'Wrong-Horse-9-Battery'),
      'login with a code': (address) => api.login(address, 'Wrong-Horse-9-Battery', { mfaCode: '123456' }),
      'MFA status': async (address) =>
        api.call('POST /login/mfa/status', {
          body: { email: await api.encrypt(address), password: await api.encrypt('Wrong-Horse-9-Battery') },
        }),
      'MFA registration': async (address) =>
        api.call('POST /login/mfa/register', {
          body: { username: await api.encrypt(address), encodedSecret: 'JBSWY3DPEHPK3PXP', initialCode: '123456' },
        }),
      'a one-time password by mail': (address) => api.call('POST /generateOtp', { body: { mailID: address } }),
      'a forgotten password': async (address) =>
        api.call('POST /users/password/forgot', { body: { email: await api.encrypt(address) } }),
      'an invitation': async (address) =>
        api.call('POST /verify-invite-url', { body: { email: await api.encrypt(address) } }),
      'a password without a link': async (address) =>
        api.call('PATCH /users/password', {
          body: { email: await api.encrypt(address), password: await api.encrypt('Correct-Horse-9-Battery') },
        }),
    }
    for (const [way, ask] of Object.entries(WAYS)) {
      test(way, async () => assert.deepEqual(appearance(await ask(known)), appearance(await ask(unknown))))
    }
  })

  test('signing in does not continue a session that the browser already had', async () => {
    const first = await api.login(...ADMIN)
    const cookie = refreshCookieOf(first) as string
    const again = await api.call('POST /login/user', {
      headers: { cookie: `refresh_token=${cookie}` },
      body: { email: await api.encrypt(ADMIN[0]), password: await api.encrypt(ADMIN[1]) },
    })
    assert.equal(again.status, 200)
    assert.notEqual(refreshCookieOf(again)?.split('.')[0], cookie.split('.')[0])
  })

  test('an encrypted string is accepted once, across all operations', async () => {
    const [email, password] = [await api.encrypt(ADMIN[0]), await api.encrypt(ADMIN[1])]
    assert.equal((await api.call('POST /login/user', { body: { email, password } })).status, 200)
    for (const route of ['POST /login/user', 'POST /login/mfa/status']) {
      const replayed = await api.call(route, { body: { email, password } })
      assert.equal(replayed.status, 400, route)
      assert.match(replayed.body.message, /^B-AUTH-003: /)
    }
  })

  const UNENCRYPTED: [title: string, value: unknown, code: RegExp][] = [
    ['plain text', ADMIN[0], /^B-AUTH-003: email /],
    ['an object', { v: ADMIN[0] }, /^B-REQ-001: email /],
    ['nothing', undefined, /^B-REQ-001: email /],
    ['far too much', 'x'.repeat(5000), /^B-REQ-001: email /],
    ['five dots', '.....', /^B-AUTH-003: email /],
  ]
  for (const [title, email, message] of UNENCRYPTED) {
    test(`${title} in place of an encrypted string is rejected by name`, async () => {
      const answer = await api.call('POST /login/user', { body: { email, password: await api.encrypt(ADMIN[1]) } })
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, message)
      assert.doesNotMatch(answer.text, /sandbox\.example/)
    })
  }

  describe('a refresh token', () => {
    const refresh = (token: string) => api.callUntilServed('POST /auth/refresh', { body: { refreshToken: token } })

    test('that is used a hundred times at once rotates once', async () => {
      const first = refreshCookieOf(await api.login(...ADMIN)) as string
      const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(first)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal(new Set(answers.map(refreshCookieOf)).size, 1)
    })

    test('two generations old ends the session and everything in it', async () => {
      const login = await api.login(...ADMIN)
      const first = refreshCookieOf(login) as string
      const second = refreshCookieOf(await refresh(first)) as string
      const third = await refresh(second)
      assert.equal(third.status, 200)
      const replayed = await refresh(first)
      assert.equal(replayed.status, 401)
      assert.match(replayed.body.message, /^B-AUTH-006: /)
      assert.equal((await refresh(refreshCookieOf(third) as string)).status, 401)
      assert.equal((await api.call('GET /me', { token: login.body.data })).status, 401)
      const { body } = await api.call('POST /audit-logs/list?size=5', {
        token: admin,
        body: { action: 'session.refresh-reuse' },
      })
      assert.ok(body.data.totalElements >= 1)
    })

    const FORGED = ['', 'x', 'a.b.c', `${randomUUID()}.1.${'A'.repeat(43)}`, `${randomUUID()}.-1.x`, 'x'.repeat(10_000)]
    for (const token of FORGED) {
      test(`${token.slice(0, 45) || 'that is empty'} is rejected and ends no session`, async () => {
        const answer = await refresh(token)
        assert.ok(answer.status === 401 || answer.status === 400, answer.text)
        assert.equal((await api.call('GET /me', { token: admin })).status, 200)
      })
    }

    test('with a changed number is rejected and ends no session', async () => {
      const login = await api.login(...ADMIN)
      const [sid, , mac] = (refreshCookieOf(login) as string).split('.')
      assert.equal((await refresh(`${sid}.2.${mac}`)).status, 401)
      assert.equal((await api.call('GET /me', { token: login.body.data })).status, 200)
    })
  })

  describe('fields that are not the caller’s to set', () => {
    test('have no effect on a new role', async () => {
      const { status, body } = await api.call('POST /roles', {
        token: admin,
        body: {
          roleName: `Plain ${randomUUID()}`,
          modules: [],
          isSystem: true,
          grantsAll: true,
          grants_all: true,
          version: 99,
          userCount: 7,
          createdBy: 'somebody-else',
          id: randomUUID(),
        },
      })
      assert.equal(status, 201)
      const { isSystem, version, userCount, createdBy, modules } = body.data
      assert.deepEqual(
        { isSystem, version, userCount, createdBy, modules },
        { isSystem: false, version: 1, userCount: 0, createdBy: ADMIN[0], modules: [] },
      )
    })

    test('cannot make an operator an administrator', async () => {
      const me = (await api.call('GET /me', { token: operator })).body.data
      const roles = (await api.call('GET /roles?size=200', { token: admin })).body.data.content
      const administrator = roles.find((role: { roleName: string }) => role.roleName === 'Administrator')
      const own = await api.call('PATCH /users', { token: operator, body: { id: me.id, roleId: administrator.id } })
      assert.equal(own.status, 403, own.text)
      const made = await api.call('POST /users', {
        token: operator,
        body: { firstName: 'A', lastName: 'B', mailID: 'new@fi001.example', roleId: administrator.id },
      })
      assert.equal(made.status, 403, made.text)
      assert.match(made.body.message, /^B-ACC-002: /)
      assert.equal((await api.call('GET /me', { token: operator })).body.data.role, me.role)
    })

    test('cannot move an operator out of the institution', async () => {
      const { roleId } = (await api.call('POST /users/list', { token: operator, body: {} })).body.data.content[0]
      for (const institutionId of ['FI002', 'FI999']) {
        const answer = await api.call('POST /users', {
          token: operator,
          body: { firstName: 'A', lastName: 'B', mailID: `${institutionId}@fi001.example`, roleId, institutionId },
        })
        assert.equal(answer.status, 404, answer.text)
      }
    })
  })

  describe('abuse of lists', () => {
    const QUERIES: [query: string, path: string][] = [
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=1.5', 'page'],
      ['page=abc', 'page'],
      ['page=1&page=2', 'page'],
      ['page=99999999999999999999', 'page'],
      ['size=0', 'size'],
      ['size=201', 'size'],
      ['size=1e2', 'size'],
      ["size=1' OR '1'='1", 'size'],
      ['size[]=1&size[]=2', ''],
    ]
    for (const list of ['users', 'roles', 'partners', 'audit-logs']) {
      for (const [query, path] of QUERIES) {
        test(`${list}?${query}`, async () => {
          const answer = await api.call(`POST /${list}/list?${encodeURI(query)}`, { token: admin, body: {} })
          if (path === '') assert.equal(answer.status, 200, answer.text)
          else {
            assert.equal(answer.status, 400, answer.text)
            assert.match(answer.body.message, new RegExp(`^B-REQ-001: ${path} `))
          }
        })
      }
      test(`${list}: a page far beyond the end is empty`, async () => {
        const { status, body } = await api.call(`POST /${list}/list?page=1000000&size=200`, { token: admin, body: {} })
        assert.equal(status, 200)
        assert.deepEqual(body.data.content, [])
        assert.ok(body.data.totalElements > 0)
      })
    }

    const SEARCHES = [
      "' OR '1'='1",
      '%',
      '_',
      '\\',
      '%%%%%%%%%%%%',
      "'; DROP TABLE users; --",
      '\u202e',
      '\ud83d\ude00',
    ]
    for (const search of SEARCHES) {
      test(`users with ${JSON.stringify(search)} in the name: no user`, async () => {
        const { status, body, text } = await api.call('POST /users/list', { token: admin, body: { search } })
        assert.equal(status, 200, text)
        assert.deepEqual(body.data.content, [])
      })
    }

    const FILTERS: [body: unknown, path: string][] = [
      [{ search: 5 }, 'search'],
      [{ search: '' }, 'search'],
      [{ search: 'x'.repeat(1000) }, 'search'],
      [{ search: 'a\u0000b' }, 'search'],
      [{ status: 'ACTIVE' }, 'status'],
      [{ status: ['ACTIVE', 'GONE'] }, 'status\\[1\\]'],
      [{ status: Array.from({ length: 201 }, () => 'ACTIVE') }, 'status'],
      [{ roleId: 'x' }, 'roleId'],
      [{ isActive: 'true' }, 'isActive'],
      [[], 'body'],
      ['{"search":"a","search":"b"}', 'search'],
      ['{"__proto__":{"isActive":true}}', '__proto__'],
    ]
    for (const [filter, path] of FILTERS) {
      test(`users filtered by ${JSON.stringify(filter).slice(0, 50)} is rejected by name`, async () => {
        const answer = await api.call('POST /users/list', { token: admin, body: filter })
        assert.equal(answer.status, 400, answer.text)
        assert.match(answer.body.message, new RegExp(`^B-REQ-001: .*${path} `))
      })
    }
  })

  test('five wrong one-time passwords invalidate the right one', async () => {
    const mailID = OPERATOR[0]
    await api.call('POST /generateOtp', { body: { mailID } })
    const [mail] = await mailedTo(running.current.managementUrl, mailID)
    const right = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] as string
    const wrong = right === '000000' ? '111111' : '000000'
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.callUntilServed('POST /validateOtp', { token: operator, body: { mailID, otp: wrong } }),
      ),
    )
    assert.deepEqual(new Set(guesses.map(({ status }) => status)), new Set([400]))
    const answer = await api.call('POST /validateOtp', { token: operator, body: { mailID, otp: right } })
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /^B-AUTH-010: /)
  })

  test('five wrong passwords lock the user, and the right one does not unlock it', async () => {
    const email = 'viewer@sandbox.example'
    await Promise.all(Array.from({ length: 30 }, () => api.login(email, 'Wrong-Horse-9-Battery')))
    const right = await api.login(email, 'Sandbox-Viewer-1!')
    assert.equal(right.status, 401)
    assert.match(right.body.message, /^B-AUTH-002: /)
    const { body } = await api.call('POST /users/list', { token: admin, body: { search: email, status: ['LOCKED'] } })
    const [locked] = body.data.content
    assert.equal((await api.call(`POST /users/${locked.id}/unlock`, { token: admin })).status, 200)
    assert.equal((await api.login(email, 'Sandbox-Viewer-1!')).status, 200)
  })
})
