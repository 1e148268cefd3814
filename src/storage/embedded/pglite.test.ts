import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createPgliteDirectory } from '../../../test/support/machine/pglite-directory.ts'
import { Problem } from '../../kernel/problem.ts'
import { DataDirectoryInUse } from './data-directory.ts'
import type { Database } from '../database.ts'
import { openPglite } from '../open-database.ts'

// An engine that does not come back leaves its callers waiting; the limit makes that a failure.
describe('the embedded engine', { timeout: 60_000 }, () => {
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

  test('keeps its directory to itself', () => {
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

  test('comes back after its thread died while idle, with everything that was committed', async () => {
    await database.query('INSERT INTO kept VALUES (1)')
    await worker.terminate()
    await untilAnswered()
    assert.deepEqual((await database.query('SELECT n FROM kept')).rows, [{ n: 1 }])
  })

  test('comes back after its thread died under a transaction, without what was not committed', async () => {
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

  function remember(started: Worker): void {
    worker = started
  }

  /** The first queries after a crash may still meet the connection that died; each of them must be answered. */
  async function untilAnswered(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const answered = await database.query('SELECT 1').then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof Problem && error.kind === 'unavailable', String(error))
          assert.ok(attempt < 20, 'the engine did not come back')
          return false
        },
      )
      if (answered) return
    }
  }
})
