// Core connectivity, account types and capabilities administered on one gateway, and obeyed by account services of another
// on the same database.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { balancesOf, control, post } from '../support/accounts/account-services.ts'
import {
  cashDeposit,
  inquiry,
  lookup,
  transfer,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { startHost } from '../support/iso8583-host/host-process.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { type ExampleServer, startExample } from '../support/rest-core/example-server.ts'
import { until } from '../support/until.ts'

const PAN = '4000000000000010'
const REST = { institutionId: 'FI001', environment: 'sandbox', coreType: 'REST', name: 'Our core' }

describe('cores and account types administered on one gateway', () => {
  const endings: (() => Promise<void> | void)[] = []
  const t = { after: (end: () => Promise<void> | void) => endings.push(end) }
  let store: Store
  let here: Gateway
  let there: Gateway
  let example: ExampleServer
  let token: string
  const onboarding = new Onboarding(() => here.url)

  before(async () => {
    store = await createSandboxStore('postgres')
    here = await startGateway(store)
    there = await startGateway(store)
    token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const env = { CORE_USER: 'gateway', CORE_PASSWORD: 'a password of the core' }
    example = await startExample(t as never, { plainAccounts: 10, env })
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
    await Promise.all([here?.stop(), there?.stop()])
    await store.remove()
  })

  async function administer(route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, answer.text)
    return answer.body.data
  }
  /** A test waits for a second: a core on a busy machine may need another one. */
  const passedTest = (path: string) =>
    until(async () => {
      const made = await administer(`POST ${path}/test`)
      return made.lastTest.status === 'PASSED' && made
    }, 'the test of the connection passes')
  const typeOf = async (code: string) =>
    (await administer('POST /account-types/list', { institutionId: 'FI001', search: code })).content.find(
      (type: { code: string }) => type.code === code,
    )
  const connectionOf = async (coreType: string) =>
    (await administer('POST /core-connectivity/list', { institutionId: 'FI001', coreType: [coreType] })).content[0]
  const codeOf = async (path: string, body: unknown) => (await post(there, path, body)).code
  const listed = async () =>
    (await post(there, '/accounts', lookup(PAN))).text
      .match(/"accountType":"\w+"/g)
      ?.map((found) => found.slice(15, -1))

  /** Gives the account another capability, which only loading does. */
  async function grant(accountId: string, capability: string): Promise<void> {
    const database = openPostgres(store.env.DATABASE_URL ?? '', { connections: 1 })
    try {
      await database.query('UPDATE accounts SET txn_capability = $2 WHERE account_id = $1', [accountId, capability])
    } finally {
      await database.close()
    }
  }

  test('the sandbox comes with a connection and five types per institution', async () => {
    const { coreType, status, name } = await connectionOf('SANDBOX')
    assert.deepEqual([coreType, status, name], ['SANDBOX', 'ACTIVE', 'Sandbox bank'])
    const types = await administer('POST /account-types/list?sort=code:asc', { institutionId: 'FI002' })
    assert.deepEqual(
      types.content.map(({ code }: { code: string }) => code),
      ['CD', 'DDA', 'LOAN', 'MMA', 'SDA'],
    )
    assert.equal((await administer('GET /transaction-capabilities?size=200')).totalElements, 8)
  })

  test('accounts of an inactive type are not listed, orders get 119, reversals pass', async () => {
    const spent = withdrawal('1000000001', 40)
    assert.equal(await codeOf('/transactions/debits', spent), '000')
    const { id } = await typeOf('DDA')
    assert.deepEqual(await listed(), ['DDA', 'SDA', 'LOAN'])
    await administer(`PATCH /account-types/${id}/activation?isActive=false`)
    assert.deepEqual(await listed(), ['SDA', 'LOAN'])
    assert.equal(await codeOf('/transactions/debits', withdrawal('1000000001', 40)), '119')
    assert.equal(await codeOf('/accounts/balance', inquiry('1000000001')), '119')
    assert.equal(await codeOf('/transactions/transfers', transfer('1000000002', '1000000001', 5)), '119')
    assert.equal(await codeOf('/transactions/credits', cashDeposit('1000000001', 5)), '119')
    assert.equal(await codeOf('/transactions/debits', withdrawal('1000000182', 40)), '182', 'the account comes first')
    const back = withdrawalReversal(spent, { originalRrn: spent.transaction.rrn })
    assert.equal(await codeOf('/transactions/debits/reverse', back), '000')
    await administer(`PATCH /account-types/${id}/activation?isActive=true`)
    assert.equal((await balancesOf(there, '1000000001')).Balance, 2500)
  })

  test('an account may do what its capability grants, and nothing while that is inactive', async () => {
    const made = await administer(
      'POST /transaction-capabilities',
      { code: 'Q0', description: 'Inquiry and withdrawal', flags: { inquiry: true, withdrawal: true } },
      201,
    )
    const path = `/transaction-capabilities/${made.id}`
    await grant('1000000001', made.code)
    const ORDERS: [path: string, order: () => unknown][] = [
      ['/accounts/balance', () => inquiry('1000000001')],
      ['/transactions/debits', () => withdrawal('1000000001', 20)],
      ['/transactions/credits', () => cashDeposit('1000000001', 20)],
      ['/transactions/transfers', () => transfer('1000000001', '1000000002', 5)],
      ['/transactions/transfers', () => transfer('1000000002', '1000000001', 5)],
    ]
    const codes = async () => {
      const found: unknown[] = []
      for (const [route, order] of ORDERS) found.push(await codeOf(route, order()))
      return found
    }
    assert.deepEqual(await codes(), ['000', '000', '119', '119', '119'])
    await administer(`PATCH ${path}`, { version: 1, flags: { withdrawal: false, deposit: true } })
    assert.deepEqual(await codes(), ['000', '119', '000', '119', '119'])
    await administer(`PATCH ${path}/activation?isActive=false`)
    assert.deepEqual(await codes(), ['119', '119', '119', '119', '119'])
    await administer(`DELETE ${path}`, undefined, 409)
    await administer(`PATCH ${path}/activation?isActive=true`)
    assert.deepEqual(await codes(), ['000', '119', '000', '119', '119'])
    await grant('1000000001', '06')
    await administer(`DELETE ${path}`)
  })

  test('account services return the balances that the type names', async () => {
    const { id, version, balanceTypes } = await typeOf('LOAN')
    assert.deepEqual(balanceTypes, ['Available', 'Balance', 'PaymentDue'])
    await administer(`PATCH /account-types/${id}`, { version, balanceTypes: ['PaymentDue', 'Balance'] })
    assert.deepEqual(Object.keys(await balancesOf(there, '1000000003')), ['Balance', 'PaymentDue'])
    await administer(`PATCH /account-types/${id}`, { version: version + 1, balanceTypes })
    assert.deepEqual(Object.keys(await balancesOf(there, '1000000003')), balanceTypes)
  })

  test('a type in use and a capability of the platform stay', async () => {
    const { id } = await typeOf('DDA')
    await administer(`DELETE /account-types/${id}`, undefined, 409)
    const { content } = await administer('POST /transaction-capabilities/list', { search: '06' })
    await administer(`PATCH /transaction-capabilities/${content[0].id}/activation?isActive=false`, undefined, 409)
    await administer(`DELETE /transaction-capabilities/${content[0].id}`, undefined, 409)
  })

  test('a REST core is set up, tested, activated, and serves the other gateway; the former one is inactive', async () => {
    const secrets = { userName: 'gateway', password: 'wrong' }
    let made = await administer('POST /core-connectivity', { ...REST, baseUrl: example.url.href, ...secrets }, 201)
    assert.deepEqual([made.status, made.password, made.passwordSet], ['DRAFT', '********', true])
    const path = `/core-connectivity/${made.id}`
    await administer(`PATCH ${path}/activation?isActive=true`, undefined, 409)
    made = await administer(`POST ${path}/test`)
    assert.deepEqual([made.status, made.lastTest.status], ['DRAFT', 'FAILED'])
    assert.equal(made.lastTest.message, 'The core refused the credentials')

    const password = 'a password of the core'
    made = await administer(`PATCH ${path}`, { version: made.version, password })
    made = await passedTest(path)
    assert.equal(made.status, 'TESTED')
    await administer(`PATCH ${path}/activation?isActive=true`)
    assert.equal(await codeOf('/transactions/debits', withdrawal('5000000001', 20)), '000')
    assert.equal((await connectionOf('SANDBOX')).status, 'INACTIVE')
    made = await administer(`GET ${path}`)
    await administer(`PATCH ${path}`, { version: made.version, baseUrl: 'http://10.0.0.1' }, 409)
    await administer(`DELETE ${path}`, undefined, 409)
  })

  test('a type that the remote core calls otherwise is listed under its own code', async () => {
    assert.deepEqual(await listed(), ['DDA', 'SDA', 'LOAN'])
    const { id, version } = await typeOf('DDA')
    const mma = await typeOf('MMA')
    await administer(`PATCH /account-types/${id}`, { version, coreCode: '10' })
    assert.deepEqual(await listed(), ['SDA', 'LOAN'], 'the core does not know 10')
    await administer(`PATCH /account-types/${mma.id}`, { version: mma.version, coreCode: 'DDA' })
    assert.deepEqual(await listed(), ['MMA', 'SDA', 'LOAN'])
    await administer(`PATCH /account-types/${mma.id}/activation?isActive=false`)
    assert.deepEqual(await listed(), ['SDA', 'LOAN'], 'accounts of an inactive type are not listed')
    await administer(`PATCH /account-types/${mma.id}/activation?isActive=true`)
    assert.deepEqual(await listed(), ['MMA', 'SDA', 'LOAN'])
  })

  test('with no connection ACTIVE account services answer 503 and 907, and health does not count a core', async () => {
    const { id } = await connectionOf('REST')
    await administer(`PATCH /core-connectivity/${id}/activation?isActive=false`)
    for (const [path, body] of [
      ['/transactions/debits', withdrawal('1000000001', 20)],
      ['/accounts', lookup(PAN)],
    ] as const) {
      const answer = await post(there, path, body)
      assert.deepEqual([answer.status, answer.code], [503, '907'])
    }
    assert.equal(
      await codeOf(
        '/transactions/debits',
        withdrawal('2000000001', 20, { institutionId: 'FI002', terminalId: 'ATM00101' }),
      ),
      '000',
    )
    await administer(`DELETE /core-connectivity/${id}`)
    await administer(`PATCH /core-connectivity/${(await connectionOf('SANDBOX')).id}/activation?isActive=true`)
    assert.equal(await codeOf('/accounts/balance', inquiry('1000000001')), '000')
  })

  test('a core that speaks ISO 8583 is set up, tested, activated, and serves the other gateway', async () => {
    const host = await startHost(t as never)
    const iso = { ...REST, coreType: 'ISO8583', host: '127.0.0.1', iso8583: { dialect: 'iso93-binary' } }
    let made = await administer('POST /core-connectivity', { ...iso, port: host.port, timeoutMs: 2_000 }, 201)
    const path = `/core-connectivity/${made.id}`
    made = await administer(`POST ${path}/test`)
    assert.deepEqual([made.status, made.lastTest.status], ['DRAFT', 'FAILED'], 'the host speaks another dialect')
    // Patient from now on, for what is answered.
    const right = { iso8583: { dialect: 'iso87-ascii' }, timeoutMs: 30_000 }
    made = await administer(`PATCH ${path}`, { version: made.version, ...right })
    made = await passedTest(path)
    assert.equal(made.status, 'TESTED')
    await administer(`PATCH ${path}/activation?isActive=true`)
    const sent = withdrawal('5000000001', 20)
    assert.equal(await codeOf('/transactions/debits', sent), '000')
    assert.equal(await codeOf('/transactions/debits/reverse', withdrawalReversal(sent, {})), '000')
    assert.deepEqual(await listed(), ['MMA', 'SDA', 'LOAN'])
    const ask = async (name: string) => (await fetch(`${there.managementUrl}/actuator/${name}`)).text()
    assert.match(await ask('prometheus'), /core_host_connections\{institution="FI001",state="ready"\} [12]/)
    // Both connections open side by side, and a probe may have been too early.
    const shown = /"hosts":\{"status":"UP","details":\{"FI001":\[\{"connection":0,"state":"ready","signedOn":true,"last/
    await until(async () => {
      const health = await ask('health')
      return health.includes('"ISO8583 FI001":"UP"') && shown.test(health)
    }, 'health shows the host as up, and its first connection as ready')
    await administer(`PATCH /core-connectivity/${(await connectionOf('SANDBOX')).id}/activation?isActive=true`)
    const away = { ...iso, host: 'core.bank.example', port: 5_000, environment: 'prod' }
    const elsewhere = await administer('POST /core-connectivity', away, 201)
    await administer(`POST /core-connectivity/${elsewhere.id}/test`, undefined, 409)
  })

  test('a test repeats nothing of what an internal server answers, and follows no redirect', async () => {
    const seen: string[] = []
    const server = createServer((request, response) => {
      seen.push(request.url ?? '')
      const isRedirect = request.url === '/away/health'
      response.writeHead(isRedirect ? 302 : 200, { 'content-type': 'application/json', location: '/inside' })
      response.end('{"secret":"INTERNAL-ANSWER"}')
    })
    t.after(() => void server.close())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const path of ['', '/away']) {
      const baseUrl = `http://127.0.0.1:${port}${path}`
      const { id } = await administer('POST /core-connectivity', { ...REST, baseUrl }, 201)
      const tested = await administer(`POST /core-connectivity/${id}/test`)
      assert.equal(tested.lastTest.status, 'FAILED')
      assert.ok(!JSON.stringify(tested).includes('INTERNAL-ANSWER'))
    }
    assert.deepEqual(seen, ['/health', '/away/health'])
  })

  test('a reset of the sandbox brings back its connections, types and capabilities', async () => {
    await administer('POST /transaction-capabilities', { code: 'Q1', description: 'x', flags: {} }, 201)
    await administer(`PATCH /account-types/${(await typeOf('SDA')).id}/activation?isActive=false`)
    await control(here, '/sandbox/reset', {})
    token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    assert.equal((await typeOf('SDA')).isActive, true)
    assert.equal((await administer('GET /core-connectivity')).totalElements, 3)
    assert.equal((await administer('GET /transaction-capabilities')).totalElements, 8)
    assert.deepEqual(await listed(), ['DDA', 'SDA', 'LOAN'])
  })

  describe('bad input is a 400 that names the field', () => {
    const connection = { ...REST, baseUrl: 'http://core.bank.example' }
    const type = {
      institutionId: 'FI001',
      code: 'XYZ',
      description: 'x',
      category: 'LIABILITY',
      defaultTxnCapability: '06',
      balanceTypes: ['Balance'],
    }
    const capability = { code: 'Q2', description: 'x', flags: { inquiry: true } }
    const MISSING = Symbol('missing')
    const ROWS: [path: string, good: object, field: string, ...bad: unknown[]][] = [
      ['/core-connectivity', connection, 'institutionId', MISSING, 1, '', 'a b', 'x'.repeat(36), 'FI009'],
      ['/core-connectivity', connection, 'environment', MISSING, null, 'dev', 1],
      ['/core-connectivity', connection, 'coreType', MISSING, 'SANDBOX', 'COBOL', null],
      ['/core-connectivity', connection, 'name', MISSING, null, '', ' ', 'x'.repeat(121), 'a\u202eb'],
      ['/core-connectivity', connection, 'baseUrl', MISSING, null, 7, 'x', `http://${'x'.repeat(500)}`, 'gopher://x/'],
      ['/core-connectivity', connection, 'baseUrl', 'http://169.254.169.254', 'http://[::]/', 'http://0xa9fea9fe/'],
      ['/core-connectivity', connection, 'host', 1, '', 'a b', '169.254.1.1', 'metadata.google.internal'],
      ['/core-connectivity', connection, 'port', 0, 65_536, '80', 1.5],
      ['/core-connectivity', connection, 'userName', 1, '', 'x'.repeat(256), 'a\nb'],
      ['/core-connectivity', connection, 'password', {}, 'x'.repeat(256)],
      ['/core-connectivity', connection, 'adminPassword', [], 'x'.repeat(256)],
      ['/core-connectivity', connection, 'timeoutMs', null, 0, 60_001, '500'],
      ['/core-connectivity', connection, 'maxConnections', 0, 1001, 'x'],
      ['/core-connectivity', connection, 'circuitBreaker', null, 1, 'x'],
      ['/core-connectivity', { ...connection, circuitBreaker: {} }, 'circuitBreaker.failureRate', 0, 101, 'x'],
      ['/account-types', type, 'institutionId', MISSING, null, 'FI009'],
      ['/account-types', type, 'code', MISSING, '', 'x y', 'x'.repeat(36)],
      ['/account-types', type, 'coreCode', 1, '', 'x'.repeat(36)],
      ['/account-types', type, 'description', MISSING, null, '', 'x'.repeat(256)],
      ['/account-types', type, 'category', MISSING, 'EQUITY', 1],
      ['/account-types', type, 'defaultTxnCapability', MISSING, 'ZZ', '6', '006', 6],
      ['/account-types', type, 'balanceTypes', null, [], ['Balance', 'Nothing'], 'Balance'],
      ['/transaction-capabilities', capability, 'code', MISSING, 'X', 'XYZ', 'é1', 12],
      ['/transaction-capabilities', capability, 'description', MISSING, '', 1],
      ['/transaction-capabilities', capability, 'flags', MISSING, null, []],
      ['/transaction-capabilities', { ...capability }, 'flags.inquiry', 'true', 1, null],
    ]
    for (const [path, good, field, ...values] of ROWS) {
      test(`${path}: ${field}`, async () => {
        for (const value of values) {
          const { [field.split('.')[0] as string]: _, ...rest } = good as Record<string, unknown>
          const [name = '', inner] = field.split('.')
          const sent = inner === undefined ? value : { [inner]: value }
          const body = value === MISSING ? rest : { ...rest, [name]: sent }
          const answer = await onboarding.call(`POST ${path}`, { token, body })
          assert.equal(answer.status, 400, `${String(value)}: ${answer.text}`)
          assert.ok(answer.body.message.includes(field), `${String(value)}: ${answer.body.message}`)
        }
      })
    }

    test('on changes, filters and parameters too', async () => {
      const { id, version } = await typeOf('MMA')
      const { id: connectionId } = await connectionOf('SANDBOX')
      const CALLS: [route: string, body: unknown, named: string][] = [
        [`PATCH /account-types/${id}`, { description: 'x' }, 'version'],
        [`PATCH /account-types/${id}`, { version, description: null }, 'description'],
        [`PATCH /account-types/${id}`, { version, code: 'OTHER' }, 'code'],
        [`PATCH /core-connectivity/${connectionId}`, { version: 1, environment: 'qa' }, 'environment'],
        ['POST /core-connectivity/list', { status: 'ACTIVE' }, 'status'],
        ['POST /core-connectivity/list', { status: ['GONE'] }, 'status[0]'],
        ['POST /account-types/list?sort=secret:asc', {}, 'sort'],
        ['GET /core-connectivity?size=201', undefined, 'size'],
        [`PATCH /account-types/${id}/activation`, undefined, 'isActive'],
        [`PATCH /core-connectivity/${connectionId}/activation?isActive=yes`, undefined, 'isActive'],
      ]
      for (const [route, body, named] of CALLS) {
        const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
        assert.equal(answer.status, 400, `${route}: ${answer.text}`)
        assert.ok(answer.body.message.includes(named), `${route}: ${answer.body.message}`)
      }
    })
  })
})
