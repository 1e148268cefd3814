import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startSweeps } from './periodic.ts'

const clock = { now: () => Date.parse('2026-01-01T00:00:00Z') }
const EVERY_MS = 10

/** A sweep whose runs end on command, on a mocked clock. */
function startSlowSweep(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const runs: PromiseWithResolvers<void>[] = []
  const run = () => {
    const begun = Promise.withResolvers<void>()
    runs.push(begun)
    return begun.promise
  }
  return { sweeps: startSweeps([{ name: 'slow', everyMs: EVERY_MS, run }], { clock }), runs }
}

test('a sweep repeats, and its runs never overlap', async (t) => {
  const { sweeps, runs } = startSlowSweep(t)
  for (const expected of [1, 2, 3]) {
    for (let pauses = 0; pauses < 5; pauses++) t.mock.timers.tick(EVERY_MS)
    assert.equal(runs.length, expected)
    runs.at(-1)?.resolve()
    await nextTurn()
  }
  await sweeps.close()
  assert.deepEqual(sweeps.health(), {
    status: 'UP',
    sweeps: { slow: { status: 'UP', lastRunAt: '2026-01-01T00:00:00.000Z' } },
  })
})

test('a failing sweep is DOWN with its last error, logged once, and UP again when it succeeds', async () => {
  const logged: object[] = []
  let runs = 0
  const failedTwice = Promise.withResolvers<void>()
  const mended = Promise.withResolvers<void>()
  let isBroken = true
  const sweeps = startSweeps(
    [
      {
        name: 'brittle',
        everyMs: 1,
        async run() {
          if (!isBroken) return mended.resolve()
          if (++runs === 3) failedTwice.resolve()
          throw new Error('the disk is full')
        },
      },
      { name: 'sound', everyMs: 1, run: async () => {} },
    ],
    { clock, log: { error: (details) => logged.push(details) } },
  )
  assert.equal(sweeps.health().status, 'UP')
  await failedTwice.promise
  const health = sweeps.health()
  assert.equal(health.status, 'DOWN')
  assert.equal(health.sweeps.brittle?.lastError, 'the disk is full')
  assert.equal(health.sweeps.sound?.status, 'UP')
  assert.equal(logged.length, 1)
  isBroken = false
  await mended.promise
  await sweeps.close()
  assert.equal(sweeps.health().status, 'UP')
})

test('closing tells the current run to begin no further step', async () => {
  const begun = Promise.withResolvers<AbortSignal | undefined>()
  const ended = Promise.withResolvers<void>()
  const run = (stopping?: AbortSignal) => {
    begun.resolve(stopping)
    return ended.promise
  }
  const sweeps = startSweeps([{ name: 'long', everyMs: 1, run }], { clock })
  const stopping = await begun.promise
  assert.equal(stopping?.aborted, false)
  const closing = sweeps.close()
  assert.equal(stopping?.aborted, true)
  ended.resolve()
  await closing
})

test('closing waits for the current run and starts no other', async (t) => {
  const { sweeps, runs } = startSlowSweep(t)
  t.mock.timers.tick(EVERY_MS)
  let isClosed = false
  const closing = sweeps.close().then(() => {
    isClosed = true
  })
  await nextTurn()
  assert.equal(isClosed, false)
  runs[0]?.resolve()
  await closing
  t.mock.timers.tick(EVERY_MS)
  assert.equal(runs.length, 1)
})
