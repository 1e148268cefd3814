import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { until } from '../../../../../test/support/until.ts'
import { Grants, type Principal } from '../../../../administration/access/principal/principal.ts'
import { recordAudit } from '../../../../administration/audit/audit-log.ts'
import { ChainVerifier } from '../../../../administration/audit/chain-verifier.ts'
import { createLogger } from '../../../../edge/http/log.ts'
import { createServer } from '../../../../edge/http/server/server.ts'
import { timedOut } from '../../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { onboardingFamily } from '../../family.ts'
import type { OnboardingServices } from '../../onboarding-operation.ts'
import { AUDIT_OPERATIONS } from './audit-log-resource.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const clock = { now: () => NOW }
const SCOPES: Record<string, Scope> = { platform: {}, one: { institutionId: 'FI001' }, two: { institutionId: 'FI002' } }

onDatabase('the audit log over HTTP', (_engine, open) => {
  let database: Database
  let server: FastifyInstance

  before(async () => {
    database = (await open()).database
    // The token names the scope; everybody has the grant.
    const authenticator = { authenticate: async (bearer: string) => principalOf(SCOPES[bearer] as Scope) }
    const chainVerifier = new ChainVerifier({ database, clock })
    const services = { database, clock, authenticator, chainVerifier } as unknown as OnboardingServices
    server = createServer({ families: [onboardingFamily(services)], clock, logger: createLogger({ level: 'silent' }) })
    for (const institutionId of ['FI001', 'FI002', 'FI001']) {
      await database.transaction((sql) =>
        recordAudit(
          sql,
          NOW,
          { email: 'boss@bank.example', ip: '10.0.0.1' },
          { action: 'user.update', resource: 'user', institutionId, before: { password: 'x' }, after: { a: 1 } },
        ),
      )
    }
  })
  after(() => server.close())

  test('a list without a filter, newest first, in the shape of pages', async () => {
    const { status, data } = await call('platform', 'POST', '/audit-logs/list?page=2&size=2')
    assert.equal(status, 200)
    const { content, ...page } = data
    assert.deepEqual(page, { page: 2, size: 2, totalElements: 3, totalPages: 2 })
    assert.deepEqual(
      content.map((record: { position: number }) => record.position),
      [1],
    )
    assert.deepEqual(content[0].before, { password: '********' })
  })

  test('GET lists the same pages, within the scope', async () => {
    for (const query of ['', '?page=2&size=2']) {
      const { status, data } = await call('platform', 'GET', `/audit-logs${query}`)
      assert.equal(status, 200)
      assert.deepEqual(data, (await call('platform', 'POST', `/audit-logs/list${query}`)).data)
    }
    assert.equal((await call('one', 'GET', '/audit-logs')).data.totalElements, 2)
    assert.equal((await call('platform', 'GET', '/audit-logs?size=201')).status, 400)
  })

  test('a filter picks, within the scope', async () => {
    const filter = { from: '2026-03-10T13:00:00+01:00', institutionId: 'FI001', outcome: 'SUCCESS' }
    assert.equal((await call('platform', 'POST', '/audit-logs/list', filter)).data.totalElements, 2)
    assert.equal((await call('one', 'POST', '/audit-logs/list', filter)).data.totalElements, 2)
    assert.equal((await call('two', 'POST', '/audit-logs/list', filter)).status, 404)
    assert.equal((await call('platform', 'POST', '/audit-logs/list', { to: filter.from })).data.totalElements, 0)
  })

  const REFUSED: [query: string, filter: object][] = [
    ['?size=0', {}],
    ['?size=201', {}],
    ['?page=0', {}],
    ['?page=x', {}],
    ['', { from: 'yesterday' }],
    ['', { from: '2026-02-30T00:00:00Z' }],
    ['', { from: '9999-12-31T23:59:59-23:59' }],
    ['', { to: '0000-01-01T00:00:00Z' }],
    ['', { to: 5 }],
    ['', { outcome: 'MAYBE' }],
    ['', { correlationId: 'x' }],
    ['', { action: '' }],
    ['', { resourceId: 'a\0b' }],
    ['', { institutionId: `' OR true --` }],
  ]
  for (const [query, filter] of REFUSED) {
    test(`${query}${JSON.stringify(filter)} is a 400 that names it`, async () => {
      const { status, message } = await call('platform', 'POST', `/audit-logs/list${query}`, filter)
      assert.equal(status, 400)
      assert.match(message, /^B-REQ-001: /)
    })
  }

  test('a record is there for who may see it, and a 404 for everybody else', async () => {
    const [record] = (await call('two', 'POST', '/audit-logs/list')).data.content
    for (const token of ['platform', 'two']) {
      assert.deepEqual((await call(token, 'GET', `/audit-logs/${record.id}`)).data, record)
    }
    const { status, message } = await call('one', 'GET', `/audit-logs/${record.id}`)
    assert.deepEqual([status, message.slice(0, 9)], [404, 'B-REQ-004'])
    assert.equal((await call('platform', 'GET', '/audit-logs/not-a-uuid')).status, 400)
  })

  test('verifying says that all is well, and names what is not', async () => {
    const good = await call('platform', 'GET', '/audit-logs/verify')
    assert.deepEqual([good.status, good.data.valid, good.data.checked], [200, true, 3])
    assert.equal(good.data.checkedSince, '2026-03-10T12:00:00.000Z')
    assert.deepEqual((await call('one', 'GET', '/audit-logs/verify')).data, { valid: true })
    await database.query('ALTER TABLE audit_log DISABLE TRIGGER USER')
    await database.query(`UPDATE audit_log SET ip = '10.0.0.2' WHERE position = 2`)
    const { status, data } = await call('platform', 'GET', '/audit-logs/verify')
    assert.deepEqual([status, data.valid, data.checked, data.firstBreak.position], [200, false, 1, 2])
    assert.deepEqual((await call('one', 'GET', '/audit-logs/verify')).data, { valid: false })
    await database.query(`UPDATE audit_log SET ip = '10.0.0.1' WHERE position = 2`)
    await database.query('ALTER TABLE audit_log ENABLE TRIGGER USER')
  })

  async function call(token: string, method: 'GET' | 'POST', path: string, body?: object) {
    const reply = await server.inject({
      method,
      url: `/v1/onboarding${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body }),
    })
    if (reply.statusCode === 200) assertShape(method, path, reply.json())
    const { data, message } = reply.json()
    return { status: reply.statusCode, data, message }
  }
})

test('a caller who hangs up no longer waits for the walk', async () => {
  let asked: AbortSignal | undefined
  const services = {
    clock,
    authenticator: { authenticate: async () => principalOf({}) },
    chainVerifier: {
      verify(signal: AbortSignal) {
        asked = signal
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(timedOut('gone'))))
      },
    },
  } as unknown as OnboardingServices
  const logger = createLogger({ level: 'silent' })
  const server = createServer({ families: [onboardingFamily(services)], clock, logger })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const caller = new AbortController()
  const headers = { authorization: 'Bearer x' }
  const answer = fetch(`${url}/v1/onboarding/audit-logs/verify`, { headers, signal: caller.signal })
  await until(() => asked !== undefined, 'the walk is asked for')
  assert.equal(asked?.aborted, false)
  caller.abort()
  await assert.rejects(answer)
  await until(() => asked?.aborted, 'the caller leaves the walk')
  await server.close()
})

/** The reply is what its operation promises. */
function assertShape(method: string, path: string, body: unknown): void {
  const [sent = ''] = path.split('?')
  const operation = AUDIT_OPERATIONS.findLast(
    (one) => one.method === method && (one.path === sent || (one.path.includes(':') && sent.split('/').length === 3)),
  )
  const check = Compile(operation!.reply)
  assert.ok(check.Check(body), JSON.stringify(check.Errors(body)))
}

function principalOf(scope: Scope): Principal {
  return {
    sessionId: 's',
    userId: 'u',
    email: 'boss@bank.example',
    firstName: 'B',
    lastName: 'O',
    roleId: 'r',
    roleName: 'R',
    grants: Grants.of([{ moduleId: 'AUDIT', actionId: 'VIEW' }]),
    scope,
  }
}
