// A production database meets processes that take it for a sandbox's: they are refused, and production goes on beside them.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { migrate } from '../../src/platform/storage/schema/migrate.ts'
import { readMigrations } from '../../src/platform/storage/schema/migration-file.ts'
import { createStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { runInProcess } from '../support/gateways/in-process-command.ts'
import { refusedStart } from '../support/gateways/refused-start.ts'
import { createPostgresDatabase } from '../support/machine/database.ts'

const MASTER_KEY = randomBytes(32).toString('base64')
const PRODUCTION = { ENVIRONMENT: 'prod', MASTER_KEY }
const IS_PRODUCTION = /^tillgate: ENVIRONMENT is sandbox, but the database belongs to prod$/

describe('a production database', () => {
  let store: Store
  let gateway: Gateway
  let database: Database
  let name: string

  before(async () => {
    store = await createStore('postgres')
    name = new URL(store.env.DATABASE_URL ?? '').pathname.slice(1)
    database = openPostgres(store.env.DATABASE_URL ?? '', { connections: 1 })
    gateway = await startGateway(store, PRODUCTION)
    const anne = ['--email', 'anne@bank.example', '--first-name', 'Anne', '--last-name', 'Bank']
    assert.equal((await runInProcess(['user', 'create', ...anne], { ...store.env, ...PRODUCTION })).code, 0)
  })
  after(async () => {
    await gateway?.stop()
    await database?.close()
    await store?.remove()
  })

  async function assertUntouched(): Promise<void> {
    const { rows } = await database.query('SELECT mail_id FROM users')
    assert.deepEqual(rows, [{ mail_id: 'anne@bank.example' }])
    const { rowCount } = await database.query(`SELECT FROM settings WHERE key LIKE 'sandbox%'`)
    assert.equal(rowCount, 0)
    assert.equal((await fetch(`${gateway.managementUrl}/actuator/health`)).status, 200)
  }

  // One row per process that takes it for a sandbox's, or for nobody's.
  const STARTS: [title: string, env: Record<string, string>, line: RegExp][] = [
    ['without an environment', { ENVIRONMENT: '' }, /^tillgate: ENVIRONMENT is required when DATABASE_URL is set: /],
    ['as a sandbox', { ENVIRONMENT: 'sandbox' }, IS_PRODUCTION],
    ['as a sandbox with workers', { ENVIRONMENT: 'sandbox', WORKERS: '2' }, IS_PRODUCTION],
    ['as a sandbox with the key of production', { ENVIRONMENT: 'sandbox', MASTER_KEY }, IS_PRODUCTION],
    [
      'as qa',
      { ENVIRONMENT: 'qa', MASTER_KEY },
      /^tillgate: ENVIRONMENT is qa, but the database belongs to prod \(a copy of it becomes qa's by /,
    ],
  ]
  for (const [title, env, line] of STARTS) {
    test(`refuses a start ${title} in one line, and goes on as it was`, async () => {
      const { code, lines } = await refusedStart(store, env)
      assert.equal(code, 1)
      assert.equal(lines.length, 1, lines.join('\n'))
      assert.match(lines[0] ?? '', line)
      await assertUntouched()
    })
  }

  // One row per command that writes or looks; none may run under another environment.
  const COMMANDS: string[][] = [
    ['reset', '--confirm', 'NAME'],
    ['seed', '--confirm', 'NAME'],
    ['migrate'],
    ['verify'],
    ['config', 'export'],
    ['user', 'list'],
    ['user', 'unlock', 'anne@bank.example'],
    ['rollups', 'rebuild'],
    ['archive', 'run'],
    ['distribute'],
  ]
  for (const args of COMMANDS) {
    test(`refuses \`tillgate ${args.join(' ')}\` of a sandbox, and of nobody`, async () => {
      const given = args.map((arg) => (arg === 'NAME' ? name : arg))
      const sandbox = await runInProcess(given, { ...store.env, ENVIRONMENT: 'sandbox' })
      assert.equal(sandbox.code, 1)
      assert.match(sandbox.stderr.trimEnd(), IS_PRODUCTION)
      const nobody = await runInProcess(given, { ...store.env, ENVIRONMENT: '' })
      assert.equal(nobody.code, 1)
      assert.match(nobody.stderr, /^tillgate: ENVIRONMENT is required when DATABASE_URL is set: .*\n$/)
      await assertUntouched()
    })
  }
})

test('a production database of an earlier version, without the mark, is refused as a sandbox before it is migrated', async (t) => {
  const { url, remove } = await createPostgresDatabase()
  t.after(() => remove())
  const database = openPostgres(url, { connections: 1 })
  t.after(() => database.close())
  await migrate(database, { migrations: readMigrations().filter(({ number }) => number <= 71) })
  await database.query(
    `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, cutover_time, bins, services, branches,
                               hold_days, closed_through, created_at)
     VALUES ('BANK1', 'A bank', 'ACTIVE', 'USD', 'UTC', '00:00', '{}', '{}', '[]', 7, '20260101', now())`,
  )
  const env = { DATABASE_URL: url, DATA_DIR: 'nowhere' }
  const newest = async () => (await database.query('SELECT max(number) AS newest FROM schema_migrations')).rows[0]
  for (const args of [['migrate'], ['reset', '--confirm', new URL(url).pathname.slice(1)]]) {
    const { code, stderr } = await runInProcess(args, { ...env, ENVIRONMENT: 'sandbox' })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^tillgate: ENVIRONMENT is sandbox, but the database has institutions that are not the sandbox's\n$/,
    )
  }
  assert.deepEqual(await newest(), { newest: 71 })
  assert.equal((await runInProcess(['migrate'], { ...env, ...PRODUCTION })).code, 0)
  const { rows } = await database.query(`SELECT value FROM settings WHERE key = 'environment'`)
  assert.deepEqual(rows, [{ value: 'prod' }])
})
