// The operations on sessions over HTTP, with real tokens, keys and a real database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { importJWK, type JWK, jwtVerify } from 'jose'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { until } from '../../../../../test/support/until.ts'
import {
  auditedEvents,
  auditPosition,
  HOUR_MS,
  MINUTE_MS,
  PASSWORD,
} from '../../../../administration/access/sessions/sign-in.fixture.ts'
import {
  ADMINISTRATOR_ROLE,
  assertRefused,
  cookieOf,
  type Envelope,
  type Me,
  openSessions,
} from './session-suite.fixture.ts'

onDatabase('session operations', (_engine, open) => {
  const sessions = openSessions(open)
  const { clock, logged, login, signedIn, call, refresh } = sessions

  test('the keys verify our tokens from outside and hold nothing private', async () => {
    const { token, userId } = await signedIn()
    const response = await call('GET', '/auth/keys')
    assert.equal(response.headers['cache-control'], 'no-store')
    const { keys, ...rest } = response.json<{ keys: (JWK & { kid: string })[] }>()
    assert.deepEqual(rest, {})
    for (const key of keys) for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.equal(part in key, false)
    const verified = await jwtVerify(
      token,
      async ({ kid }) => importJWK(keys.find((key) => key.kid === kid && key.use === 'sig') as JWK, 'EdDSA'),
      { currentDate: new Date(clock.now()) },
    )
    assert.equal(verified.payload.sub, userId)
  })

  test('logout ends the session at once and clears the cookie', async () => {
    const { token, refreshToken } = await signedIn()
    const position = await auditPosition(sessions.database)
    const response = await call('POST', '/logout', token)
    assert.equal(response.statusCode, 200)
    assert.equal(response.json<Envelope>().data, null)
    const { value, attributes } = cookieOf(response)
    assert.equal(value, '')
    assert.ok(attributes.includes('Max-Age=0') && attributes.includes('Path=/v1/onboarding'))
    assertRefused(await call('GET', '/me', token), 401, 'B-AUTH-001')
    assertRefused(await call('POST', '/logout', token), 401, 'B-AUTH-001')
    assertRefused(await refresh({ cookie: refreshToken }), 401, 'B-AUTH-006')
    const events = await auditedEvents(sessions.database, position)
    assert.deepEqual(
      events.map(({ action }) => action),
      ['session.logout'],
    )
  })

  test('a refresh takes the cookie, answers a token that works, and hands out the successor', async () => {
    const { refreshToken, userId } = await signedIn()
    clock.advance(14 * MINUTE_MS)
    const response = await refresh({ cookie: refreshToken })
    assert.equal(response.statusCode, 200)
    const { data } = response.json<Envelope<string>>()
    assert.equal((await call('GET', '/userinfo', data)).json<{ sub: string }>().sub, userId)
    const { value, attributes } = cookieOf(response)
    assert.notEqual(value, refreshToken)
    assert.ok(attributes.includes('Max-Age=43200'))
    assert.equal((await refresh({ cookie: value })).statusCode, 200)
  })

  test('a refresh takes the body too, which goes before the cookie', async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const response = await refresh({ cookie: other.refreshToken, body: { refreshToken: mine.refreshToken } })
    assert.equal(cookieOf(response).value.split('.')[0], mine.refreshToken.split('.')[0])
    const emptyBody = await refresh({ cookie: other.refreshToken, body: {} })
    assert.equal(cookieOf(emptyBody).value.split('.')[0], other.refreshToken.split('.')[0])
  })

  test('a refresh without a token, or with one that will not do, is refused', async () => {
    assertRefused(await refresh({}), 401, 'B-AUTH-006')
    assertRefused(await refresh({ body: {} }), 401, 'B-AUTH-006')
    assertRefused(await refresh({ cookie: '' }), 401, 'B-AUTH-006')
    assertRefused(await refresh({ body: { refreshToken: 'x' } }), 401, 'B-AUTH-006')
    assertRefused(await refresh({ body: { refreshToken: 1 } }), 400, 'B-REQ-001')
    const { token } = await signedIn()
    assertRefused(await refresh({ cookie: token }), 401, 'B-AUTH-006')
  })

  test('a refresh token is no bearer', async () => {
    const { refreshToken } = await signedIn()
    assertRefused(await call('GET', '/me', refreshToken), 401, 'B-AUTH-001')
  })

  test('me tells who is signed in and what the role grants', async () => {
    const { token, userId, email } = await signedIn()
    await sessions.database.query(
      `WITH r AS (INSERT INTO roles (role_id, role_name, created_at, updated_at, created_by, updated_by)
                  VALUES (gen_random_uuid(), 'Auditor', now(), now(), 'test', 'test') RETURNING role_id),
            g AS (INSERT INTO role_grants (role_id, module_id, action_id)
                  SELECT role_id, m, a FROM r, (VALUES ('AUDIT', 'VIEW'), ('AUDIT', 'EXPORT'), ('HEALTH', 'VIEW')) AS grants (m, a))
       UPDATE users SET role_id = r.role_id FROM r WHERE user_id = $1`,
      [userId],
    )
    const response = await call('GET', '/me', token)
    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.json<Envelope>().data, {
      id: userId,
      userName: 'Una User',
      email,
      role: 'Auditor',
      modules: [
        { moduleId: 'AUDIT', moduleName: 'Audit log', parentId: 'GOVERNANCE', actionId: ['VIEW', 'EXPORT'] },
        { moduleId: 'HEALTH', moduleName: 'Health', actionId: ['VIEW'] },
      ],
      mfaRegistered: false,
    })
  })

  test('me tells the scope of the user as it is now; users of the platform have none', async () => {
    const { token, userId } = await signedIn()
    const scope = async () => {
      const { institutionId, subTenantId } = (await call('GET', '/me', token)).json<Envelope<Me>>().data
      return [institutionId, subTenantId]
    }
    assert.deepEqual(await scope(), [undefined, undefined])
    const subTenantId = '019bc0de-0000-7000-8000-00000000005b'
    await sessions.database.query(
      `INSERT INTO institutions (institution_id, name, time_zone, status, base_currency)
       VALUES ('FI-ME', 'Mine', 'UTC', 'ACTIVE', 'USD')`,
    )
    await sessions.database.query(
      `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email, status)
       VALUES ($1, 'FI-ME', 'SHOP', 'Shop', 'desk@shop.example', 'ACTIVE')`,
      [subTenantId],
    )
    await sessions.database.query(`UPDATE users SET institution_id = 'FI-ME' WHERE user_id = $1`, [userId])
    // Written past the operations, which wait until every node has heard of it.
    await until(async () => isDeepStrictEqual(await scope(), ['FI-ME', undefined]), 'the institution is heard of')
    await sessions.database.query('UPDATE users SET sub_tenant_id = $2 WHERE user_id = $1', [userId, subTenantId])
    await until(async () => isDeepStrictEqual(await scope(), ['FI-ME', subTenantId]), 'the sub-tenant is heard of')
  })

  test('me tells whether a device is registered, also right after it was', async () => {
    const { token, userId } = await signedIn()
    const isRegistered = async () => (await call('GET', '/me', token)).json<Envelope<Me>>().data.mfaRegistered
    assert.equal(await isRegistered(), false)
    await sessions.database.query(`UPDATE users SET totp_sealed = 'sealed' WHERE user_id = $1`, [userId])
    assert.equal(await isRegistered(), true)
    await sessions.database.query('UPDATE users SET totp_sealed = NULL WHERE user_id = $1', [userId])
    assert.equal(await isRegistered(), false)
  })

  test('userinfo is claims without envelope', async () => {
    const { token, userId, email } = await signedIn()
    await sessions.database.query('UPDATE users SET role_id = $2 WHERE user_id = $1', [userId, ADMINISTRATOR_ROLE])
    const response = await call('GET', '/userinfo', token)
    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.json(), { sub: userId, email, role: 'Administrator' })
  })

  test('what needs a bearer is refused without one and with an expired one', async () => {
    const { token } = await signedIn()
    clock.advance(15 * MINUTE_MS)
    const needBearer: ['GET' | 'POST' | 'DELETE', string][] = [
      ['POST', '/logout'],
      ['GET', '/me'],
      ['GET', '/userinfo'],
      ['GET', '/me/sessions'],
      ['DELETE', '/me/sessions/019bc0de-0000-7000-8000-000000000001'],
    ]
    for (const [method, path] of needBearer) {
      assertRefused(await call(method, path), 401, 'B-AUTH-001')
      assertRefused(await call(method, path, token), 401, 'B-AUTH-001')
    }
  })

  test('my sessions are listed and can be ended one by one; those of others are not found', async () => {
    const mine = await signedIn()
    const other = await signedIn()
    clock.advance(MINUTE_MS)
    const elsewhere = (await login(mine.email)).json<Envelope<string>>().data
    type Listed = { id: string; current: boolean; createdAt: string; expiresAt: string; ip: string; userAgent: string }
    type Page = { content: Listed[]; page: number; size: number; totalElements: number; totalPages: number }
    const pageAt = async (query: string) =>
      (await call('GET', `/me/sessions${query}`, mine.token)).json<Envelope<Page>>().data
    const list = async () => (await pageAt('')).content
    const [newer, older, ...none] = await list()
    assert.equal(none.length, 0)
    assert.ok(newer && older)
    assert.deepEqual([newer.current, older.current], [false, true])
    assert.deepEqual(Object.keys(newer), ['id', 'current', 'createdAt', 'lastUsedAt', 'expiresAt', 'ip', 'userAgent'])
    assert.equal(newer.createdAt, new Date(clock.now()).toISOString())
    assert.equal(newer.expiresAt, new Date(clock.now() + 12 * HOUR_MS).toISOString())
    assert.equal(newer.ip, '127.0.0.1')
    assert.deepEqual(await pageAt('?page=2&size=1'), {
      content: [older],
      page: 2,
      size: 1,
      totalElements: 2,
      totalPages: 2,
    })
    assertRefused(await call('GET', '/me/sessions?size=0', mine.token), 400, 'B-REQ-001')

    const foreign = await call('DELETE', `/me/sessions/${other.refreshToken.split('.')[0]}`, mine.token)
    assertRefused(foreign, 404, 'B-REQ-004')
    const unknown = await call('DELETE', '/me/sessions/019bc0de-0000-7000-8000-000000000001', mine.token)
    assertRefused(unknown, 404, 'B-REQ-004')
    assert.equal(foreign.json<Envelope>().message, unknown.json<Envelope>().message)
    assertRefused(await call('DELETE', '/me/sessions/x', mine.token), 400, 'B-REQ-001')
    assert.equal((await call('GET', '/me', other.token)).statusCode, 200)

    assert.equal((await call('DELETE', `/me/sessions/${newer.id}`, mine.token)).statusCode, 200)
    assertRefused(await call('GET', '/me', elsewhere), 401, 'B-AUTH-001')
    assertRefused(await call('DELETE', `/me/sessions/${newer.id}`, mine.token), 404, 'B-REQ-004')
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [older.id],
    )
  })

  test('no token, cookie, password or address is logged', async () => {
    logged.length = 0
    const { token, refreshToken, email } = await signedIn()
    const renewed = await refresh({ body: { refreshToken } })
    const successor = cookieOf(renewed).value
    await call('POST', '/logout', token)
    await refresh({ cookie: successor })
    await login(email, 'a password that is wrong')
    const lines = logged.join('')
    assert.match(lines, /LoginUser/)
    const secrets = [token, refreshToken, successor, renewed.json<Envelope<string>>().data, PASSWORD]
    for (const secret of [...secrets, 'a password that is wrong', email]) assert.equal(lines.includes(secret), false)
  })
})
