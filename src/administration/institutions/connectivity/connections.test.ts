import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Actor } from '../../audit/actor.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import type { ConnectionRecord, ConnectionStatus } from './connection-records.ts'
import { MASKED, PASSWORD_CONTEXT } from './connection-secrets.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { type ConnectionChange, Connections, type NewConnection, type TestResult } from './connections.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const TEN = Date.parse('2026-01-15T10:00:00Z')
const clock = { now: () => TEN }
const ANNE: Actor = { userId: '0197f3a0-0000-7000-8000-000000000001', email: 'anne@bank.example', ip: '192.0.2.1' }
const by = (scope: Scope): RecordCaller => ({ actor: ANNE, principal: { scope } })
const PLATFORM = by({})
const FI002 = by({ institutionId: 'FI002' })
const SUB_TENANT = by({ institutionId: 'FI001', subTenantId: '0197f3a0-0000-7000-8000-0000000000aa' })

const REST: NewConnection = {
  institutionId: 'FI001',
  environment: 'sandbox',
  coreType: 'REST',
  name: 'First site',
  baseUrl: 'http://core.bank.example/v1',
  userName: 'tillgate',
  password: 'secret',
}
const BUILTIN: NewConnection = { institutionId: 'FI001', environment: 'sandbox', coreType: 'BUILTIN', name: 'Built in' }
const PASSED: TestResult = { isPassed: true, message: 'up' }
const FAILED: TestResult = { isPassed: false, message: 'not up' }

onDatabase('core connectivity', (_engine, open) => {
  let database: Database
  let directory: OpenDirectory
  let connections: Connections
  let result: TestResult
  let waitSeconds = 0
  /** What tests were made with, and what happens during one. */
  let tested: ConnectionSettings[]
  let during: () => Promise<unknown>

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    directory = await openDirectory({ database, environment: 'sandbox' })
    connections = new Connections({
      database,
      clock,
      secretBox,
      directory,
      environment: 'sandbox',
      async test(settings) {
        tested.push(settings)
        await during()
        return result
      },
      admitTest: () => waitSeconds,
    })
  })
  after(() => directory.close())
  beforeEach(async () => {
    result = PASSED
    waitSeconds = 0
    tested = []
    during = async () => {}
    await emptyTables(database, 'core_connections, core_connectivity')
    await directory.reload()
  })

  /** A REST connection in a state. */
  async function inState(status: ConnectionStatus, changes: Partial<NewConnection> = {}): Promise<ConnectionRecord> {
    const { id } = await connections.create(PLATFORM, { ...REST, ...changes })
    await database.query('UPDATE core_connections SET status = $2 WHERE id = $1', [id, status])
    return await connections.find({}, id)
  }

  const statusOf = async (id: string) => (await connections.find({}, id)).status

  describe('every state and every action', () => {
    const conflict = 409
    type Action = 'pass' | 'fail' | 'rename' | 'move' | 'password' | 'activate' | 'deactivate' | 'delete'
    // The state afterwards, or 409.
    const TABLE: Record<ConnectionStatus, Record<Action, ConnectionStatus | 'gone' | typeof conflict>> = {
      DRAFT: {
        pass: 'TESTED',
        fail: 'DRAFT',
        rename: 'DRAFT',
        move: 'DRAFT',
        password: 'DRAFT',
        activate: conflict,
        deactivate: conflict,
        delete: 'gone',
      },
      TESTED: {
        pass: 'TESTED',
        fail: 'DRAFT',
        rename: 'TESTED',
        move: 'DRAFT',
        password: 'DRAFT',
        activate: 'ACTIVE',
        deactivate: conflict,
        delete: 'gone',
      },
      ACTIVE: {
        pass: 'ACTIVE',
        fail: 'ACTIVE',
        rename: 'ACTIVE',
        move: conflict,
        password: conflict,
        activate: 'ACTIVE',
        deactivate: 'INACTIVE',
        delete: conflict,
      },
      INACTIVE: {
        pass: 'INACTIVE',
        fail: 'INACTIVE',
        rename: 'INACTIVE',
        move: 'DRAFT',
        password: 'DRAFT',
        activate: 'ACTIVE',
        deactivate: 'INACTIVE',
        delete: 'gone',
      },
    }
    const ACTIONS: Record<Action, (record: ConnectionRecord) => Promise<unknown>> = {
      pass: ({ id }) => connections.test(PLATFORM, id),
      fail: ({ id }) => {
        result = FAILED
        return connections.test(PLATFORM, id)
      },
      rename: ({ id, version }) => connections.update(PLATFORM, id, { version, name: 'Other', timeoutMs: 500 }),
      move: ({ id, version }) => connections.update(PLATFORM, id, { version, baseUrl: 'http://other.bank.example' }),
      password: ({ id, version }) => connections.update(PLATFORM, id, { version, password: 'another' }),
      activate: ({ id }) => connections.setActive(PLATFORM, id, true),
      deactivate: ({ id }) => connections.setActive(PLATFORM, id, false),
      delete: ({ id }) => connections.delete(PLATFORM, id),
    }
    for (const [status, row] of Object.entries(TABLE)) {
      for (const [action, expected] of Object.entries(row)) {
        test(`${status}, ${action}: ${expected}`, async () => {
          const record = await inState(status as ConnectionStatus)
          const run = ACTIONS[action as Action](record)
          if (expected === conflict) {
            await assert.rejects(run, refusal('conflict'))
            assert.deepEqual(await connections.find({}, record.id), record)
          } else {
            await run
            const after = await statusOf(record.id).catch(() => 'gone')
            assert.equal(after, expected)
          }
        })
      }
    }
  })

  test('a record has defaults, and no secret in it, its audit record, or its row', async () => {
    const made = await connections.create(PLATFORM, REST)
    assert.partialDeepStrictEqual(made, {
      version: 1,
      createdBy: 'anne@bank.example',
      status: 'DRAFT',
      host: null,
      port: null,
      userNameSet: true,
      passwordSet: true,
      adminPasswordSet: false,
      timeoutMs: 10_000,
      maxConnections: 32,
      circuitBreaker: { failureRate: 50, openMs: 5_000 },
      lastTest: null,
    })
    const { rows } = await database.query<{ text: string }>(
      `SELECT c::text || (SELECT string_agg(a::text, '') FROM audit_log a) AS text FROM core_connections c`,
    )
    for (const text of [JSON.stringify(made), rows[0]?.text ?? '']) {
      assert.ok(!text.includes('"secret"') && !text.includes(',secret,') && !text.includes('"tillgate"'), text)
    }
  })

  test('a secret is kept when absent or masked, cleared by null, and unchanged when sent again', async () => {
    const first = await connections.create(PLATFORM, { ...REST, adminPassword: 'root' })
    const stored = async () =>
      (await database.query('SELECT user_name_sealed, password_sealed, admin_password_sealed FROM core_connections'))
        .rows[0]
    const sealed = await stored()
    let { version } = first
    const change = async (sent: Partial<ConnectionChange>) => {
      const changed = await connections.update(PLATFORM, first.id, { version, ...sent })
      version = changed.version
      return changed
    }
    await change({ name: 'Other' })
    await change({ userName: MASKED, password: MASKED, adminPassword: MASKED })
    await change({ userName: 'tillgate', password: 'secret', adminPassword: 'root' })
    assert.deepEqual(await stored(), sealed)
    const cleared = await change({ userName: null, adminPassword: null })
    assert.deepEqual([cleared.userNameSet, cleared.passwordSet, cleared.adminPasswordSet], [false, true, false])
    await change({ password: 'new' })
    const { rows } = await database.query<{ sealed: string }>('SELECT password_sealed AS sealed FROM core_connections')
    assert.equal(secretBox.open(rows[0]?.sealed ?? '', PASSWORD_CONTEXT), 'new')
  })

  // One row per refusal on create, and on a change where the field can be changed.
  const INVALID: [title: string, sent: Partial<NewConnection>, paths: string[]][] = [
    ['a REST core without a URL', { baseUrl: null }, ['baseUrl']],
    ['an ISO 8583 core without a host and a port', { coreType: 'ISO8583' }, ['host', 'port']],
    ['a metadata address', { baseUrl: 'https://169.254.169.254/latest' }, ['baseUrl']],
    ['a metadata address in decimal', { baseUrl: 'https://2852039166/' }, ['baseUrl']],
    ['a link-local host', { coreType: 'ISO8583', host: 'fe80::1', port: 5000 }, ['host']],
    ['credentials in the URL', { baseUrl: 'https://a:b@core.bank.example' }, ['baseUrl']],
    ['another scheme', { baseUrl: 'file:///etc/passwd' }, ['baseUrl']],
  ]
  for (const [title, sent, paths] of INVALID) {
    test(`${title} is refused`, async () => {
      await assert.rejects(connections.create(PLATFORM, { ...REST, ...sent }), refusal('invalid', { paths }))
      const { id, version } = await connections.create(PLATFORM, REST)
      await assert.rejects(connections.update(PLATFORM, id, { version, ...sent }), refusal('invalid', { paths }))
    })
  }

  test('outside the sandbox, loopback and http are refused for records of that environment', async () => {
    const prod = { ...REST, environment: 'prod' as Environment }
    for (const baseUrl of ['https://127.0.0.1', 'https://[::ffff:7f00:1]', 'https://localhost', REST.baseUrl]) {
      await assert.rejects(
        connections.create(PLATFORM, { ...prod, baseUrl }),
        refusal('invalid', { paths: ['baseUrl'] }),
      )
      await connections.create(PLATFORM, { ...REST, baseUrl })
    }
  })

  test('institution and environment stay, and an unknown institution is refused', async () => {
    const { id, version } = await connections.create(PLATFORM, REST)
    const elsewhere = { version, institutionId: 'FI002', environment: 'prod' as Environment }
    await assert.rejects(
      connections.update(PLATFORM, id, elsewhere),
      refusal('invalid', { paths: ['institutionId', 'environment'] }),
    )
    await assert.rejects(
      connections.create(PLATFORM, { ...REST, institutionId: 'FI009' }),
      refusal('invalid', { paths: ['institutionId'] }),
    )
  })

  test('another institution and a sub-tenant see and reach nothing of it', async () => {
    const { id, version } = await inState('TESTED')
    for (const caller of [FI002, SUB_TENANT]) {
      const attempts = [
        () => connections.create(caller, REST),
        () => connections.find(caller.principal.scope, id),
        () => connections.update(caller, id, { version, name: 'x' }),
        () => connections.setActive(caller, id, true),
        () => connections.test(caller, id),
        () => connections.delete(caller, id),
      ]
      for (const attempt of attempts) await assert.rejects(attempt, refusal('not-found'))
      assert.equal((await connections.list(caller.principal.scope, {}, { page: 1, size: 10 })).total, 0)
    }
    assert.equal(tested.length, 0)
  })

  test("the sandbox's own connection can be tested and activated, nothing else", async () => {
    const { id } = await inState('INACTIVE', BUILTIN)
    await database.query(`UPDATE core_connections SET core_type = 'SANDBOX'`)
    const { version } = await connections.test(PLATFORM, id)
    await assert.rejects(connections.update(PLATFORM, id, { version, name: 'x' }), refusal('conflict'))
    await assert.rejects(connections.delete(PLATFORM, id), refusal('conflict'))
    await connections.setActive(PLATFORM, id, true)
    assert.equal(directory.institution('FI001')?.coreType, 'SANDBOX')
  })

  test('activation takes the place of the one before, here and for nodes of the version before', async () => {
    const former = await inState('TESTED', BUILTIN)
    await connections.setActive(PLATFORM, former.id, true)
    assert.equal(directory.institution('FI001')?.coreType, 'BUILTIN')
    const next = await inState('TESTED')
    await connections.setActive(PLATFORM, next.id, true)
    assert.deepEqual([await statusOf(former.id), await statusOf(next.id)], ['INACTIVE', 'ACTIVE'])
    assert.equal(directory.institution('FI001')?.coreConnection?.baseUrl, REST.baseUrl)
    const old = async () => (await database.query('SELECT core_type, base_url FROM core_connectivity')).rows
    assert.deepEqual(await old(), [{ core_type: 'REST', base_url: REST.baseUrl }])
    const { rows } = await database.query(
      `SELECT action FROM audit_log WHERE action LIKE 'core-connectivity.%activate' ORDER BY position DESC LIMIT 2`,
    )
    assert.deepEqual(rows, [{ action: 'core-connectivity.activate' }, { action: 'core-connectivity.deactivate' }])

    await connections.setActive(PLATFORM, next.id, false)
    assert.equal(directory.institution('FI001')?.coreType, 'NONE')
    assert.deepEqual(await old(), [{ core_type: 'NONE', base_url: null }], 'an older node takes no row for BUILTIN')
  })

  test('of two activations at once, one is ACTIVE at the end', async () => {
    const both = await Promise.all([inState('TESTED'), inState('TESTED', BUILTIN)])
    for (let round = 0; round < 5; round++) {
      await Promise.all(both.map(({ id }) => connections.setActive(PLATFORM, id, true)))
      const states = await Promise.all(both.map(({ id }) => statusOf(id)))
      assert.deepEqual(states.toSorted(), ['ACTIVE', 'INACTIVE'])
    }
  })

  test('a test tries the stored settings and is recorded with its time, result and message', async () => {
    const { id } = await inState('DRAFT')
    const after = await connections.test(PLATFORM, id)
    assert.equal(secretBox.open(tested[0]?.secrets.password ?? '', PASSWORD_CONTEXT), 'secret')
    assert.partialDeepStrictEqual(after.lastTest, { at: '2026-01-15T10:00:00.000Z', status: 'PASSED', message: 'up' })
    assert.ok((after.lastTest?.latencyMs ?? -1) >= 0)
    const changed = await connections.update(PLATFORM, id, { version: after.version, password: 'other' })
    assert.equal(changed.lastTest, null, 'it says nothing about other settings')
  })

  test('a result is not recorded for settings that changed during the test', async () => {
    const { id, version } = await inState('DRAFT')
    during = () => connections.update(PLATFORM, id, { version, baseUrl: 'http://inside.bank.example' })
    await assert.rejects(connections.test(PLATFORM, id), refusal('conflict'))
    assert.equal(await statusOf(id), 'DRAFT')
    during = () => connections.delete(PLATFORM, id)
    await assert.rejects(connections.test(PLATFORM, id), refusal('not-found'))
  })

  test('a connection of another environment is not tested', async () => {
    const { id } = await inState('DRAFT', { environment: 'prod', baseUrl: 'https://core.bank.example' })
    await assert.rejects(connections.test(PLATFORM, id), refusal('conflict'))
    assert.equal(tested.length, 0)
  })

  test('a person cannot test remote cores without end; tests that reach nothing outside are not counted', async () => {
    waitSeconds = 7
    const { id } = await inState('DRAFT')
    await assert.rejects(connections.test(PLATFORM, id), refusal('rate-limited'))
    assert.equal(tested.length, 0)
    await connections.test(PLATFORM, (await inState('DRAFT', BUILTIN)).id)
  })

  test('lists are filtered and sorted', async () => {
    await inState('ACTIVE', { name: 'b' })
    await inState('DRAFT', { name: 'a', environment: 'qa', baseUrl: 'https://x.bank.example' })
    await inState('DRAFT', { ...BUILTIN, name: 'c', institutionId: 'FI002' })
    const names = async (filter: Parameters<typeof connections.list>[1], scope: Scope = {}) =>
      (await connections.list(scope, filter, { page: 1, size: 10, sort: { field: 'name', direction: 'asc' } })).items
        .map(({ name }) => name)
        .join('')
    assert.equal(await names({}), 'abc')
    assert.equal(await names({ environment: ['qa', 'prod'] }), 'a')
    assert.equal(await names({ coreType: ['REST'] }), 'ab')
    assert.equal(await names({ status: ['ACTIVE'] }), 'b')
    assert.equal(await names({ institutionId: 'FI002' }), 'c')
    assert.equal(await names({ search: 'X.BANK' }), 'a')
    assert.equal(await names({}, { institutionId: 'FI002' }), 'c')
  })
})
