// Batches go to the server that the catalogue names, and nowhere else.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { debit, observedPipeline, openAccounts, TODAY } from '../../../../test/support/bank/postings.ts'
import { onPostgres } from '../../../../test/support/machine/database.ts'
import { RECORDED_SHARDS, recordCatalogue } from '../../../../test/support/machine/recorded-catalogue.ts'
import { unavailable } from '../../kernel/problems/problem.ts'
import type { ConnectionPool } from '../connections/connection-pool.ts'
import type { Database, Session, Sql } from '../database.ts'
import { institutionsWith } from './institutions-with.ts'
import { WorkerRoutes } from './worker-routes.ts'

onPostgres('books that are distributed as in a recorded catalogue', (open) => {
  let database: Database
  let port = ''

  before(async () => {
    const opened = await open()
    database = opened.database
    if (database.isDistributed || !('url' in opened.location)) return
    port = new URL(opened.location.url).port
    await openAccounts(database, ['A', 'B'], TODAY)
    await recordCatalogue(database, opened.location.url)
  })

  test('each institution is at the server of its shard', async (t) => {
    if (!(await isRecorded())) return t.skip('on a cluster')
    for (const institutionId of Object.keys(RECORDED_SHARDS)) {
      const connecting = database.connect({ batch: { institutionIds: [institutionId], staysInShard: true } })
      if (institutionId === 'FI006') await assert.rejects(connecting, { kind: 'unavailable' })
      else (await connecting).release()
    }
    const workers = database.distribution?.workers() ?? []
    assert.deepEqual(
      workers.map(({ address, institutionIds }) => [address.replace(port, 'port'), institutionIds]),
      [
        ['127.0.0.1:port', ['FI002', 'FI004']],
        ['127.0.0.1:1', ['FI006']],
        ['localhost:port', ['FI001', 'FI003', 'FI005']],
      ],
    )
  })

  test('a posting whose shard moves between its read and its commit is run again where the shard is', async (t) => {
    if (!(await isRecorded())) return t.skip('on a cluster')
    const events: string[] = []
    const pipeline = observedPipeline(movedBeforeWriting(), events)
    assert.equal((await pipeline.post(debit('A', 100n))).code, '000')
    assert.deepEqual(events, ['retried 22P02', 'committed 1', 'answered CASHWITHDRAWAL 000'])
    const [first] = database.distribution?.workers() ?? []
    assert.ok(first?.institutionIds.includes('FI001'))
  })

  test('a server that is down costs its own institutions their answers, and nobody else', async (t) => {
    if (!(await isRecorded())) return t.skip('on a cluster')
    const pipeline = observedPipeline(database, [], { timer: { nowMs: () => 0, pause: async () => {} } })
    const [lost, posted] = await Promise.allSettled([
      pipeline.post(debit('A', 100n, { institutionId: 'FI006' })),
      pipeline.post(debit('B', 100n)),
    ])
    assert.equal(lost.status, 'rejected')
    assert.equal((lost.reason as { kind: string }).kind, 'unavailable')
    assert.equal(posted.status === 'fulfilled' && posted.value.code, '000')
    assert.equal(database.distribution?.isReachable('FI006'), false)
    assert.equal(database.distribution?.isReachable('FI001'), true)
  })

  test('while a server is down, work institution by institution goes on for those at the others', async (t) => {
    if (!(await isRecorded())) return t.skip('on a cluster')
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI006', 'Six', 'ACTIVE', 'USD', 'UTC') ON CONFLICT DO NOTHING`,
    )
    assert.deepEqual(await institutionsWith(database, 'general_ledger_totals WHERE false'), ['FI001'])
  })

  /** The first batch that writes finds that the shard of FI001 has been moved to the first server since it read. */
  function movedBeforeWriting(): Database {
    let isMoved = false
    const connect: Database['connect'] = async (options) => {
      const session = await database.connect(options)
      const roundTrip: Session['roundTrip'] = async (steps) => {
        if (!isMoved && steps.some(({ statement }) => statement.name === 'commit')) {
          isMoved = true
          await database.query('UPDATE pg_dist_placement SET groupid = 1 WHERE shardid = $1', [RECORDED_SHARDS.FI001])
        }
        return session.roundTrip(steps)
      }
      return new Proxy(session, { get: (target, name) => (name === 'roundTrip' ? roundTrip : bound(target, name)) })
    }
    return new Proxy(database, { get: (target, name) => (name === 'connect' ? connect : bound(target, name)) })
  }

  /** A cluster has a catalogue of its own. */
  async function isRecorded(): Promise<boolean> {
    const { rows } = await database.query(`SELECT to_regclass('recorded_shards') AS found`)
    return rows[0]?.found !== null
  }
})

describe('a server that gives no connection in time', () => {
  const CATALOGUE = {
    shard_id: '1',
    group_id: 1,
    host: 'worker',
    port: 5432,
    has_catalogue: true,
    institution_id: 'FI001',
  }
  const sql = { query: async () => ({ rows: [CATALOGUE], rowCount: 1 }) } as unknown as Sql

  // How many connections there are to it, and whether it counts as reachable.
  for (const [title, total, isReachable] of [
    ['is busy while connections to it stand', 4, true],
    ['is out of reach when none does', 0, false],
  ] as const) {
    test(title, async () => {
      let answers = true
      const session = { query: async () => ({ rows: [], rowCount: 0 }), release: () => {} }
      const pool = {
        connect: async () => (answers ? session : Promise.reject(unavailable('no connection in time'))),
        load: () => ({ total, idle: 0, waiting: 9 }),
        close: async () => {},
      } as unknown as ConnectionPool
      const routes = new WorkerRoutes({ central: pool, sql, openPool: () => pool })
      const place = { institutionIds: ['FI001'], staysInShard: true }
      assert.deepEqual(await routes.reachable(['FI001']), ['FI001'])
      answers = false
      // A batch finds out first, then the look at all servers.
      await assert.rejects(routes.connect(place), { kind: 'unavailable' })
      assert.equal(routes.isReachable('FI001'), isReachable)
      answers = true
      assert.deepEqual(await routes.reachable(['FI001']), ['FI001'])
      answers = false
      assert.deepEqual(await routes.reachable(['FI001']), isReachable ? ['FI001'] : [])
      assert.deepEqual(
        routes.workers().map((worker) => worker.isReachable),
        [isReachable],
      )
      await routes.close()
    })
  }
})

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}
