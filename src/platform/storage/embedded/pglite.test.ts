import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createPgliteDirectory } from '../../../../test/support/machine/pglite-directory.ts'
import { until } from '../../../../test/support/until.ts'
import { Problem } from '../../kernel/problems/problem.ts'
import type { Database } from '../database.ts'
import { openPglite } from '../open-database.ts'
import { DataDirectoryInUse } from './data-directory.ts'
import { engineUpkeep } from './engine-upkeep.ts'

// An engine that does not restart leaves its callers waiting; the timeout makes that a failure.
describe('the embedded engine', { timeout: 300_000 }, () => {
  let directory: string
  let database: Database
  let worker: Worker

  before(async () => {
    // Node announces every worker thread; the last one is the engine's.
    process.on('worker', remember)
    directory = await createPgliteDirectory()
    database = openPglite(directory)
    await database.query('CREATE TABLE kept (n integer)')
  })

  beforeEach(async () => {
    await database.query('TRUNCATE kept')
  })

  after(async () => {
    process.off('worker', remember)
    await database.close()
    await rm(directory, { recursive: true })
  })

  test('locks its directory', () => {
    assert.throws(() => openPglite(directory), DataDirectoryInUse)
  })

  test('takes callers one after the other on its only connection', async () => {
    assert.equal(database.connections, 1)
    const holder = await database.connect()
    const waiting = database.query('SELECT 1 AS one')
    assert.equal(database.load().waiting, 1)
    holder.release()
    assert.deepEqual((await waiting).rows, [{ one: 1 }])
  })

  test('restarts after its thread died while idle, with everything that was committed', async () => {
    await database.query('INSERT INTO kept VALUES (1)')
    await worker.terminate()
    await untilAnswered()
    assert.deepEqual((await database.query('SELECT n FROM kept')).rows, [{ n: 1 }])
  })

  test('restarts after its thread died in a transaction, without what was not committed', async () => {
    await database.query('INSERT INTO kept VALUES (1)')
    const started = Promise.withResolvers<void>()
    const lost = database.transaction(async (sql) => {
      await sql.query('INSERT INTO kept VALUES (2)')
      started.resolve()
      await sql.query('SELECT count(*) FROM generate_series(1, 1000000000)')
    })
    await started.promise
    await Promise.all([
      assert.rejects(lost, (error) => error instanceof Problem && error.kind === 'unavailable'),
      worker.terminate(),
    ])
    await untilAnswered()
    assert.deepEqual((await database.query('SELECT n FROM kept')).rows, [{ n: 1 }])
  })

  test('keeps everything across a close, which frees the directory', async () => {
    await database.query('INSERT INTO kept VALUES (3)')
    const exited = once(worker, 'exit')
    await database.close()
    await exited
    database = openPglite(directory)
    assert.deepEqual((await database.query('SELECT n FROM kept')).rows, [{ n: 3 }])
  })

  test('is replaced when an answer is overdue, and recovers what was committed', async () => {
    const stalled = openPglite(await copyOf('stalled'), { timeouts: { statementMs: 500, roundTripMs: 500 } })
    try {
      await until(() => stalled.query('CREATE TABLE IF NOT EXISTS kept (n integer)').then(isTrue, isFalse), 'it is up')
      await until(() => stalled.query('INSERT INTO kept VALUES (1)').then(isTrue, isFalse), 'a row is kept')
      const first = worker
      const exited = once(first, 'exit')
      await assert.rejects(
        stalled.query('SELECT count(*) FROM generate_series(1, 1000000000000)'),
        (error) => error instanceof Problem && error.kind === 'unavailable',
      )
      await exited
      const keeps = () => stalled.query('SELECT n FROM kept').then(({ rowCount }) => rowCount > 0, isFalse)
      await until(keeps, 'another thread answers, with the row')
      assert.notEqual(worker, first)
    } finally {
      await stalled.close()
    }
  })

  test('can be closed while it is stalled', async () => {
    const stalled = openPglite(await copyOf('closing'))
    await stalled.query('SELECT 1')
    const lost = stalled.query('SELECT count(*) FROM generate_series(1, 1000000000000)')
    await until(() => stalled.load().idle === 0, 'the query is under way')
    await Promise.all([assert.rejects(lost), stalled.close()])
    // The lock is free again, so the thread has ended.
    const again = openPglite(join(directory, 'closing'))
    assert.deepEqual((await again.query('SELECT 1 AS one')).rows, [{ one: 1 }])
    await again.close()
  })

  test('answers nothing once its folder is deleted, and creates no new database in its place', async () => {
    const place = await copyOf('deleted')
    const deleted = openPglite(place)
    await deleted.query('CREATE TABLE lost (n integer)')
    await rm(place, { recursive: true })
    for (const statement of ['INSERT INTO lost VALUES (1)', 'SELECT 1', 'SELECT 1']) {
      await assert.rejects(
        deleted.query(statement),
        (error) => error instanceof Problem && error.kind === 'unavailable',
        statement,
      )
    }
    await deleted.close()
    assert.equal(existsSync(place), false)
  })

  test('works again when its folder is back', async () => {
    const place = await copyOf('moved')
    const moved = openPglite(place)
    await moved.query('CREATE TABLE kept_too AS SELECT 1 AS n')
    await rename(place, `${place}-away`)
    await assert.rejects(moved.query('SELECT n FROM kept_too'))
    await rename(`${place}-away`, place)
    await until(() => moved.query('SELECT n FROM kept_too').then(isTrue, isFalse), 'it answers again')
    await moved.close()
  })

  test('refuses writes while space is short, still reads, and writes again when there is enough', async () => {
    const [short, least, enough] = [99, 100, 120].map((megabytes) => megabytes * 1024 * 1024) as [
      number,
      number,
      number,
    ]
    let free = least
    const full = openPglite(await copyOf('full'), { freeBytes: () => free })
    const write = () => full.query('CREATE TABLE IF NOT EXISTS written (n integer)')
    const refused = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'
    try {
      await write()
      free = short
      await until(() => write().then(isFalse, refused), 'writes are refused')
      assert.deepEqual((await full.query('SELECT 1 AS one')).rows, [{ one: 1 }])
      // A little more than the least is not enough, not even for a new connection.
      free = least
      await worker.terminate()
      await until(() => full.query('SELECT 1').then(isTrue, isFalse), 'another thread answers')
      await assert.rejects(write(), refused)
      free = enough
      await until(() => write().then(isTrue, isFalse), 'writes are taken again')
    } finally {
      await full.close()
    }
  })

  test('does not start on a full disk, and says which variable names it', async () => {
    const full = openPglite(await copyOf('too-full'), { freeBytes: () => 0 })
    await assert.rejects(full.query('SELECT 1'), (error) => {
      assert.match(String((error as Problem).cause), /DATA_DIR: the disk of .* is full/)
      return true
    })
    await full.close()
  })

  test('keeps its log short by checkpoints', async () => {
    const sweep = engineUpkeep(database, 100_000).find(({ name }) => name === 'checkpoint')
    const lastCheckpoint = async () =>
      (await database.query<{ at: string }>('SELECT redo_lsn AS at FROM pg_control_checkpoint()')).rows[0]?.at
    await database.query('CHECKPOINT')
    const before = await lastCheckpoint()
    await sweep?.run()
    assert.equal(await lastCheckpoint(), before, 'a short log is left as it is')
    await database.query('INSERT INTO kept SELECT generate_series(1, 10000)')
    await sweep?.run()
    assert.notEqual(await lastCheckpoint(), before)
  })

  /** A data directory of its own, removed with the others. */
  async function copyOf(name: string): Promise<string> {
    const place = join(directory, name)
    await rename(await createPgliteDirectory(), place)
    return place
  }

  function remember(started: Worker): void {
    worker = started
  }

  /** The first queries after a crash may still get the dead connection; each of them must be answered. */
  async function untilAnswered(): Promise<void> {
    const isAnswered = () =>
      database.query('SELECT 1').then(isTrue, (error: unknown) => {
        assert.ok(error instanceof Problem && error.kind === 'unavailable', String(error))
        return false
      })
    await until(isAnswered, 'the engine is back')
  }
})

const isTrue = () => true
const isFalse = () => false
