import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import { newId } from '../kernel/identifiers/ids.ts'
import type { Database } from '../storage/database.ts'
import { type JobKind, JobQueue } from './job-queue.ts'

interface Work {
  readonly word: string
}

onDatabase('the job queue', (_engine, open) => {
  let database: Database
  let queue: JobQueue
  let runs: string[]
  let givenUp: string[]
  let failing: ReadonlySet<string>

  const shout: JobKind = {
    name: 'shout',
    atOnce: 1,
    retries: 1,
    limitSeconds: 60,
    async run(data) {
      const { word } = data as Work
      runs.push(word)
      if (failing.has(word)) throw new Error(`cannot shout ${word}`)
    },
    async giveUp(data) {
      givenUp.push((data as Work).word)
    },
  }

  before(async () => {
    database = (await open()).database
    queue = await JobQueue.open({ database, kinds: [shout], pollSeconds: 0.5 })
  })

  after(() => queue.close())

  beforeEach(() => {
    runs = []
    givenUp = []
    failing = new Set()
  })

  test('runs a job once its transaction has committed', async () => {
    await enqueue('hello')
    await until(() => runs.length > 0, 'the job ran')
    assert.deepEqual(runs, ['hello'])
    assert.equal(queue.health().status, 'UP')
  })

  test('forgets a job whose transaction was rolled back', async () => {
    const refused = database.transaction(async (sql) => {
      await queue.enqueue(sql, 'shout', newId(now()), { word: 'never' })
      throw new Error('refused')
    })
    await assert.rejects(refused, /refused/)
    await enqueue('afterwards')
    await until(() => runs.length > 0, 'the job ran')
    assert.deepEqual(runs, ['afterwards'])
  })

  test('stores a job once, however often its id is sent', async () => {
    const id = newId(now())
    for (const word of ['first', 'second']) {
      await database.transaction((sql) => queue.enqueue(sql, 'shout', id, { word }))
    }
    await enqueue('last')
    await until(() => runs.includes('last'), 'the last job ran')
    assert.deepEqual(runs, ['first', 'last'])
  })

  test('tries a failed job again, and gives it up when no retry is left', async () => {
    failing = new Set(['broken'])
    await enqueue('broken')
    await until(() => givenUp.length > 0, 'the job was given up')
    assert.deepEqual(runs, ['broken', 'broken'])
    assert.deepEqual(givenUp, ['broken'])
  })

  test('several queues share the jobs', async () => {
    const other = await JobQueue.open({ database, kinds: [shout], pollSeconds: 0.5 })
    const words = Array.from({ length: 20 }, (_, i) => `word ${i}`)
    try {
      for (const word of words) await enqueue(word)
      await until(() => runs.length >= words.length, 'all jobs ran')
    } finally {
      await other.close()
    }
    assert.deepEqual(runs.toSorted(), words.toSorted())
  })

  test('a job that is stopped runs again at the next start', async () => {
    const started = Promise.withResolvers<void>()
    let attempts = 0
    const patient: JobKind = {
      ...shout,
      name: 'patient',
      run(_data, signal) {
        attempts++
        started.resolve()
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    }
    const stopped = await JobQueue.open({ database, kinds: [patient], pollSeconds: 0.5 })
    await database.transaction((sql) => stopped.enqueue(sql, 'patient', newId(now()), { word: 'wait' }))
    await started.promise
    await stopped.close()
    const done = Promise.withResolvers<void>()
    const resumed = { ...patient, run: async () => done.resolve() }
    const next = await JobQueue.open({ database, kinds: [resumed], pollSeconds: 0.5 })
    await done.promise
    await next.close()
    assert.equal(attempts, 1)
  })

  test('reports a failure of the database as an Error, with its code', async () => {
    const refused = Object.assign(new Error('no more connections'), { code: '53300' })
    let isRefusing = false
    const troubled: Database = Object.create(database, {
      connect: {
        value: async () => {
          if (isRefusing) throw refused
          return database.connect()
        },
      },
    })
    const reported = Promise.withResolvers<unknown>()
    const log = { error() {}, warn: (details: object) => reported.resolve((details as { err: unknown }).err) }
    const failing = await JobQueue.open({ database: troubled, kinds: [shout], pollSeconds: 0.5, log })
    try {
      isRefusing = true
      const error = await reported.promise
      assert.ok(error instanceof Error, String(error))
      assert.match(error.message, /^no more connections/)
      assert.equal('code' in error && error.code, '53300')
      assert.match(String(error.stack), /job-queue\.test\.ts/)
    } finally {
      isRefusing = false
      await failing.close()
    }
  })

  test('closes in time although the database no longer answers', async () => {
    let answers = Promise.resolve()
    const silent = Object.create(database, {
      connect: { value: () => answers.then(() => database.connect()) },
    }) as Database
    const started = Promise.withResolvers<void>()
    const stubborn: JobKind = {
      ...shout,
      name: 'stubborn',
      run() {
        started.resolve()
        return new Promise(() => {})
      },
    }
    const warnings: string[] = []
    const log = { error() {}, warn: (_details: object, message: string) => warnings.push(message) }
    const stuck = await JobQueue.open({
      database: silent,
      kinds: [stubborn],
      pollSeconds: 0.5,
      stopLimitMs: 1_000,
      log,
    })
    await database.transaction((sql) => stuck.enqueue(sql, 'stubborn', newId(now()), { word: 'stay' }))
    await started.promise
    const silence = Promise.withResolvers<void>()
    answers = silence.promise
    await stuck.close()
    // What is left of pg-boss can end now.
    silence.resolve()
    assert.ok(warnings.includes('the job queue did not stop in time'))
  })

  function enqueue(word: string): Promise<void> {
    return database.transaction((sql) => queue.enqueue(sql, 'shout', newId(now()), { word }))
  }
})

function now(): number {
  return Date.UTC(2026, 0, 15)
}
