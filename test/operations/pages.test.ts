// Every command of docs/operations, run as an operator would, against Debian's PostgreSQL: installing with a serving role
// of its own, keys, loading, a backup, and a failover to a synchronous standby under load.
// In test-all only: what the commands do is tested with themselves; this proves the words of the pages.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Load, untilUnder } from '../crash/load.ts'
import { type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { type FaultProxy, startFaultProxy } from '../support/machine/fault-proxy.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'
import { findStockPostgres } from '../support/machine/stock-postgres.ts'
import { type Block, readBlocks } from '../support/pages/page-blocks.ts'
import { until } from '../support/until.ts'
import { OperatorMachine, PAGES, readInlineCommands } from './page-commands.ts'

const programs = findStockPostgres()
const options = programs === undefined ? { skip: 'no PostgreSQL of Debian' } : {}
/** The runbook's commands are for a sandbox that runs: `test/journeys/guides.test.ts`. */
const BLOCKS = readBlocks(PAGES.filter((file) => !file.endsWith('runbook.md')))
const done = new Set<Block>()

describe('the pages for operators', options, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-pages-'))
  // The server may run as another user, who must reach what is below.
  chmodSync(folder, 0o755)
  let machine: OperatorMachine
  let primary: PostgresServer
  const started: { stop(): Promise<unknown> }[] = []

  before(async () => {
    machine = new OperatorMachine(folder, programs ?? '')
    primary = await startPostgres({ programs: programs ?? '', settings: { wal_level: 'replica' } })
    started.push(primary)
    pointTo(primary)
  })

  after(async () => {
    for (const one of started.reverse()) await one.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The shell of a database administrator on that server. */
  function pointTo(server: PostgresServer): void {
    Object.assign(machine.env, { PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: 'postgres' })
  }

  function blockOf(page: string, containing: string): Block {
    const block = BLOCKS.find((one) => one.page === page && one.text.includes(containing))
    assert.ok(block, `${page} has a block with ${containing}`)
    done.add(block)
    return block
  }

  /** Runs a block; answers what it printed. */
  async function run(
    page: string,
    containing: string,
    { input = '', change = (text: string) => text } = {},
  ): Promise<string> {
    const { status, output } = await machine.run(change(blockOf(page, containing).text), input)
    assert.equal(status, 0, output)
    return output
  }

  function serveOn(url: string, env: Record<string, string>): Promise<Gateway> {
    const dataDir = join(folder, 'data')
    const store: Store = { engine: 'postgres', env: { DATA_DIR: dataDir, DATABASE_URL: url }, remove: async () => {} }
    return startGateway(store, { ENVIRONMENT: 'sandbox', ...env })
  }

  describe('install.md', () => {
    test('installs the gateway, its key and its command', async () => {
      await run('install.md', 'npm ci')
      assert.equal(statSync(join(folder, 'etc', 'tillgate', 'master.key')).mode & 0o777, 0o600)
    })

    test('makes the user and the rules that the unit of systemd names', () => {
      const unit = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'systemd', 'tillgate.service'), 'utf8')
      const user = /^User=(\S+)/m.exec(unit)?.[1]
      assert.match(blockOf('install.md', 'npm ci').text, new RegExp(`^useradd .* ${user}$`, 'm'))
      assert.match(unit, /RULES_DIR=\/etc\/tillgate\/rules\.d\b/)
      assert.ok(readdirSync(join(folder, 'etc', 'tillgate', 'rules.d')).some((name) => name.endsWith('.json')))
    })

    test('a command without the settings of the service stops instead of making a sandbox', async () => {
      const { status, output } = await machine.run('tillgate user list')
      assert.notEqual(status, 0)
      assert.match(output, /tillgate\.env/)
    })

    test('creates the database and its settings', async () => {
      await run('install.md', 'createdb', { input: 'secret\nsecret\n' })
      const settings = blockOf('install.md', 'ENVIRONMENT=prod').text.replace(
        /@db\.internal:5432\/tillgate\?\S+/,
        `@127.0.0.1:${primary.port}/tillgate`,
      )
      writeFileSync(join(folder, 'etc', 'tillgate', 'tillgate.env'), settings, { mode: 0o600 })
    })

    test('creates a serving role that may change no table, and the gateway starts with it', async () => {
      const output = await run('install.md', 'tillgate_serving', { input: 'secret\nsecret\n' })
      assert.match(output, /ALTER DEFAULT PRIVILEGES/)
      const key = { MASTER_KEY_FILE: join(folder, 'etc', 'tillgate', 'master.key') }
      const url = `postgres://tillgate_serving@127.0.0.1:${primary.port}/tillgate`
      const gateway = await serveOn(url, { ENVIRONMENT: 'prod', ...key })
      const health = () => fetch(`${gateway.managementUrl}/actuator/health`)
      await until(async () => (await health()).status === 200, 'the gateway is up')
      assert.equal(await gateway.stop(), 0)
      const refused = await machine.run(
        `psql --username=tillgate_serving --dbname=tillgate --command='CREATE TABLE t ()'`,
      )
      assert.match(refused.output, /permission denied/)
    })

    test('creates the first administrator in the database of the service', async () => {
      assert.match(await run('install.md', 'user create'), /https:\/\/gateway\.example\.com\//)
      const { output } = await machine.run(`psql --dbname=tillgate --tuples-only --command='SELECT mail_id FROM users'`)
      assert.match(output, /you@bank\.example/)
    })
  })

  test('keys.md: a master key is 32 bytes, and a second one can be added', async () => {
    const key = (await run('keys.md', 'openssl')).trim()
    assert.equal(Buffer.from(key, 'base64').length, 32)
    const [first, second] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'))
    const line = blockOf('keys.md', 'MASTER_KEY=2:')
      .text.replace('<new base64>', second ?? '')
      .replace('<old base64>', first ?? '')
    const { status, output } =
      await machine.run(`${line.trim()} ENVIRONMENT=prod DATABASE_URL=$(sed -n 's/^DATABASE_URL=//p' \
      $TILLGATE_SETTINGS/tillgate.env) node bin/tillgate.js user list`)
    // Both keys are understood; this database belongs to another one.
    assert.equal(status, 1)
    assert.match(output, /MASTER_KEY is not the key/)
  })

  test('monitoring.md has a scrape configuration and no command', () => {
    blockOf('monitoring.md', 'metrics_path: /actuator/prometheus')
  })

  describe('a sandbox on the same server', () => {
    let proxy: FaultProxy
    let gateway: Gateway
    const load = new Load()

    before(async () => {
      proxy = await startFaultProxy(primary.url)
      gateway = await serveOn(proxy.url, {})
      started.push({ stop: () => proxy.close() }, gateway)
      await load.readBalances(gateway)
      const settings = join(folder, 'sandbox')
      mkdirSync(settings)
      const lines = [
        'ENVIRONMENT=sandbox',
        `DATABASE_URL=${proxy.url}`,
        `MASTER_KEY_FILE=${join(folder, 'data', 'master.key')}`,
      ]
      writeFileSync(join(settings, 'tillgate.env'), `${lines.join('\n')}\n`)
      machine.env.TILLGATE_SETTINGS = settings
    })

    test('loading.md: accounts and cards are loaded while the gateway runs', async () => {
      const output = await run('loading.md', 'tillgate load accounts', {
        change: (text) =>
          text.replaceAll('FI009', 'FI001').replaceAll(/--file (\w+\.csv)/g, '--file examples/loading/$1'),
      })
      assert.match(output, /accounts of FI001: [1-9]\d* added/)
      assert.match(output, /cards of FI001: [1-9]\d* added/)
    })

    test('loading.md: hot cards are loaded while the gateway runs', async () => {
      const output = await run('loading.md', 'tillgate load hot-cards', {
        change: (text) => text.replace('FI009', 'FI001').replace('--file hot', '--file examples/loading/hot'),
      })
      assert.match(output, /hot-cards of FI001: 2 added/)
    })

    test('reconciliation.md: a file is tried out and compared while the gateway runs', async () => {
      const output = await run('reconciliation.md', 'tillgate reconcile', {
        change: (text) => text.replaceAll('--file switch', '--file examples/loading/switch'),
      })
      assert.match(output, /^2 lines: 0 matched .* 2 missing here, .*; dry run, nothing was written$/m)
      assert.match(output, /^2 lines: 0 matched .* 2 missing here, 0 missing there, 0 different, 0 duplicates$/m)
    })

    test('reconciliation.md: a mapping says what the columns of a file are called', async () => {
      const mapping = blockOf('reconciliation.md', 'retrieval_reference').text
      const names = JSON.parse(mapping) as Record<string, string>
      const columns = ['rrn', 'amount', 'currencyCode', 'sign', 'partnerId'].map((field) => names[field])
      const line = ['260115000003', '20.00', 'USD', 'D', 'PARTNER01']
      writeFileSync(join(folder, 'mapping.json'), mapping)
      writeFileSync(
        join(folder, 'mapped.csv'),
        `${[columns, line].map((one) => one.join(names.delimiter)).join('\n')}\n`,
      )
      const output = await run('reconciliation.md', 'tillgate reconcile', {
        change: (text) =>
          `${text.split('\n', 1)[0]} --mapping ${join(folder, 'mapping.json')}`.replace(
            '--file switch.csv',
            `--file ${join(folder, 'mapped.csv')}`,
          ),
      })
      assert.match(output, /^1 lines?: 0 matched .* 1 missing here, .*; dry run, nothing was written$/m)
    })

    test('history.md: of a new bank nothing is due, and the archive is empty', async () => {
      assert.match(await run('history.md', 'archive run'), /nothing is due[\s\S]*^the books are right/m)
      assert.match(await run('history.md', 'archive check'), /is as it was written/)
    })

    test('backup.md: a base backup is taken, and the books are proved', async () => {
      await run('backup.md', 'pg_basebackup')
      assert.match(await run('backup.md', 'tillgate verify'), /^the books are right/m)
    })

    test('failover.md: a synchronous standby takes over under load, and nothing acknowledged is lost', async () => {
      await run('failover.md', 'synchronous_standby_names')
      await run('failover.md', 'pg_basebackup')
      const standby = await startPostgres({ programs: programs ?? '', dataDir: join(folder, 'standby') })
      started.push(standby)
      const isSynchronous = async () => (await run('failover.md', 'sync_state')).trim() === 'sync'
      await until(isSynchronous, 'the standby is synchronous')

      const running = load.run(gateway, 8, { untilLost: false })
      const another = (count: number) => {
        const target = load.acknowledged.size + count
        return untilUnder(running, () => load.acknowledged.size >= target, 'more orders are answered')
      }
      await another(100)
      await primary.kill()
      pointTo(standby)
      await run('failover.md', 'pg_promote')
      proxy.lead(standby.url)
      await another(100)
      load.stop()
      await running
      await load.assertKept(gateway)
      assert.match(await run('backup.md', 'tillgate verify'), /^the books are right/m)
    })
  })

  describe('the prose', () => {
    for (const command of new Set(readInlineCommands().map((one) => one.command))) {
      test(`tillgate ${command} is a command`, async () => {
        const { status, output } = await machine.run(`node bin/tillgate.js ${command.replace(/ --?\S.*$/, '')} --help`)
        assert.equal(status, 0, output)
      })
    }
  })

  test('no command of a page is left out', () => {
    // The settings of PgBouncer are tried by pgbouncer.test.ts.
    blockOf('failover.md', 'pool_mode = session')
    const left = BLOCKS.filter((block) => !done.has(block)).map(
      ({ page, text }) => `${page}: ${text.split('\n', 1)[0]}`,
    )
    assert.deepEqual(left, [])
  })
})
