// `tillgate distribute` from its checks to the place of each institution, on a database that stands in for a Citus coordinator.

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { ON_ONE_SERVER } from '../support/machine/citus.ts'
import { createPgliteDirectory } from '../support/machine/pglite-directory.ts'
import { type PostgresServer, startPostgres } from '../support/machine/postgres.ts'
import { institutionsByWorker, type StandInSettings, standInForCitus } from '../support/machine/stand-in-citus.ts'

const SETTINGS = { wal_level: 'logical', max_prepared_transactions: '100' }

describe('tillgate distribute', ON_ONE_SERVER, () => {
  let server: PostgresServer
  let directory: string
  let store: Store
  let databases = 0

  before(async () => {
    server = await startPostgres({ settings: { ...SETTINGS, fsync: 'off' } })
    directory = await createPgliteDirectory()
  })
  after(async () => {
    await server?.stop()
    await rm(directory, { recursive: true, force: true })
  })

  /** A new installation: no tables yet. */
  async function coordinator(settings?: StandInSettings): Promise<Store> {
    const first = openPostgres(server.url, { connections: 1 })
    const name = `books${++databases}`
    await first.query(`CREATE DATABASE ${name}`)
    await first.close()
    const url = server.url.replace(/\/postgres$/, `/${name}`)
    const database = openPostgres(url, { connections: 1 })
    await standInForCitus(database, url, settings)
    await database.close()
    store = {
      engine: 'postgres',
      env: { ENVIRONMENT: 'sandbox', DATA_DIR: directory, DATABASE_URL: url },
      remove: async () => {},
    }
    return store
  }

  async function onDatabase<T>(work: (database: ReturnType<typeof openPostgres>) => Promise<T>): Promise<T> {
    const database = openPostgres(store.env.DATABASE_URL ?? '', { connections: 1 })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  const distributedTables = () =>
    onDatabase(async (database) => (await database.query('SELECT 1 FROM pg_dist_partition')).rowCount)

  const REFUSALS: [title: string, settings: StandInSettings, said: RegExp][] = [
    [
      'a worker whose log has too little in it',
      { second: { walLevel: 'replica' } },
      /on localhost:\d+ set wal_level = logical \(it is replica; restart it\)/,
    ],
    [
      'a worker with too few prepared transactions',
      { second: { maxPreparedTransactions: 0 } },
      /on localhost:\d+ set max_prepared_transactions = 100/,
    ],
    [
      'a worker that does not allow the plugin',
      { second: { outputPlugins: 'pgoutput, test_decoding' } },
      /on localhost:\d+ set output_plugin_libraries = 'pgoutput, test_decoding, citus'/,
    ],
    [
      'a worker that is down',
      { secondAnswers: false },
      /DATABASE_URL: worker localhost:\d+ cannot be asked for its settings: connection refused/,
    ],
  ]
  for (const [title, settings, said] of REFUSALS)
    test(`refuses ${title}, dry or not, and changes nothing`, async () => {
      await coordinator(settings)
      await runTillgate(store, ['migrate'])
      for (const args of [['distribute', '--dry-run'], ['distribute']]) {
        const { code, output } = await runTillgate(store, args)
        assert.notEqual(code, 0)
        assert.match(output, said)
        assert.equal(output.trim().split('\n').length, 1, output)
      }
      assert.equal(await distributedTables(), 0)
    })

  test('a fresh sandbox has its institutions on both workers from the first start', async () => {
    await coordinator()
    const { code, output } = await runTillgate(store, ['distribute'])
    assert.equal(code, 0, output)
    const gateway = await startGateway(store)
    try {
      assert.deepEqual((await onDatabase(institutionsByWorker)).toSorted(), [1, 2])
    } finally {
      await gateway.stop()
    }
    const again = await runTillgate(store, ['distribute', '--dry-run'])
    assert.doesNotMatch(again.output, /moving shard|a shard of its own/)
  })

  test('institutions that are there are spread by distribute itself', async () => {
    await coordinator()
    const gateway = await startGateway(store)
    const early = await runTillgate(store, ['distribute'])
    assert.match(early.output, /a gateway is connected to the database; stop all of them first/)
    await gateway.stop()
    assert.equal(await distributedTables(), 0)
    const { code, output } = await runTillgate(store, ['distribute'])
    assert.equal(code, 0, output)
    assert.deepEqual((await onDatabase(institutionsByWorker)).toSorted(), [1, 2])
  })
})
