// `tillgate archive run` is killed at each of its steps: while it begins, writes files, makes the cut, removes rows, and in the
// next group. A lock stops it at the step. The books are right each time, and the next run goes on.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { verifyBooks } from '../../src/app/wire/verification.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { markEnvironment } from '../../src/platform/storage/environment-mark.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { fillSmallBank } from '../support/bank/small-bank.ts'
import { createStore, LAUNCHER, NODE_FLAGS, runTillgate, type Store } from '../support/gateways/gateway.ts'
import { until } from '../support/until.ts'

// In the order of a run. Only reads wait for the lock on holds, only writes for the others.
const STEPS: readonly [step: string, lock: string][] = [
  ['begins a part', 'archive_parts IN EXCLUSIVE MODE'],
  ['has written some of the files', 'holds IN ACCESS EXCLUSIVE MODE'],
  ['makes the cut', 'archive_cuts IN EXCLUSIVE MODE'],
  ['removes rows', 'spent_rrns IN EXCLUSIVE MODE'],
  ['removes rows of another group', 'spent_keys IN EXCLUSIVE MODE'],
]

const LOCKS = `SELECT 1 AS value FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())`

describe('an archive that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-archive-killed-'))
  let store: Store
  let database: Database

  before(async () => {
    const created = await createStore('postgres')
    const RETENTION_MONTHS = 'books=13,inquiries=13,tokens=13,keys=13,lending=13,audit=13'
    store = { ...created, env: { ...created.env, ARCHIVE_DIR: folder, RETENTION_MONTHS } }
    database = openPostgres(store.env.DATABASE_URL as string)
    await database.learnLayout()
    await fillSmallBank(database)
    await markEnvironment(database, 'sandbox')
  })
  after(async () => {
    await database?.close()
    await store?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const [step, lock] of STEPS) {
    test(`while it ${step} leaves the books right`, async () => {
      await killedAt(lock)
      assert.deepEqual(await verifyBooks(database), [])
    })
  }

  test('is completed by the next run', async () => {
    const { code, output } = await runTillgate(store, ['archive', 'run'])
    assert.equal(code, 0, output)
    for (const args of [['verify'], ['archive', 'check']]) {
      const checked = await runTillgate(store, args)
      assert.equal(checked.code, 0, checked.output)
    }
    assert.deepEqual(await column('SELECT rrn AS value FROM spent_rrns ORDER BY rrn'), [
      '000000000001',
      '000000000002',
      '000000000006',
      '000000000007',
    ])
    assert.deepEqual(await column('SELECT effective_date AS value FROM journals'), ['20260305'])
    assert.deepEqual(await column(`SELECT 1 AS value FROM archive_parts WHERE state <> 'REMOVED'`), [])
  })

  /** Starts a run, lets it come as far as the lock, and kills it there. */
  async function killedAt(lock: string): Promise<void> {
    const session = await database.connect()
    try {
      await session.query(`BEGIN; LOCK TABLE ${lock}`)
      const run = spawn(process.execPath, [...NODE_FLAGS, LAUNCHER, 'archive', 'run'], {
        env: { ...process.env, NODE_OPTIONS: '', ...store.env },
        stdio: 'ignore',
      })
      const exited = once(run, 'exit')
      await until(async () => {
        if (run.exitCode !== null) throw new Error(`it has ended without coming to ${lock}`)
        return (await column(`${LOCKS} AND NOT granted AND relation IS NOT NULL`)).length > 0
      }, 'it waits for the lock')
      run.kill('SIGKILL')
      await exited
    } finally {
      await session.query('ROLLBACK')
      session.release()
    }
    // The server notices a dead client at its next answer.
    await until(
      async () => (await column(`${LOCKS} AND locktype = 'advisory'`)).length === 0,
      'its connections are gone',
    )
  }

  async function column(sql: string): Promise<unknown[]> {
    const { rows } = await database.query<{ value: unknown }>(sql)
    return rows.map(({ value }) => value)
  }
})
