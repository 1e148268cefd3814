import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startSweeps } from './periodic.ts'

const clock = { now: () => Date.parse('2026-01-01T00:00:00Z') }

test('a sweep runs again and again, never twice at once', async () => {
  let runs = 0
  let running = 0
  let most = 0
  const ranThrice = Promise.withResolvers<void>()
  const sweeps = startSweeps(
    [
      {
        name: 'slow',
        everyMs: 1,
        async run() {
          most = Math.max(most, ++running)
          await delay(10)
          running--
          if (++runs === 3) ranThrice.resolve()
        },
      },
    ],
    { clock },
  )
  await ranThrice.promise
  await sweeps.close()
  assert.equal(most, 1)
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

test('closing waits for the run under way and starts no other', async () => {
  const started = Promise.withResolvers<void>()
  let ended = 0
  const sweeps = startSweeps(
    [
      {
        name: 'slow',
        everyMs: 1,
        async run() {
          started.resolve()
          await delay(20)
          ended++
        },
      },
    ],
    { clock },
  )
  await started.promise
  await sweeps.close()
  assert.equal(ended, 1)
  await delay(10)
  assert.equal(ended, 1)
})
