// Two workers that share a rate limit: the primary has the bucket, each takes some tokens ahead.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter } from '../../edge/http/limits/rate-limit.ts'
import { LeasedLimiter, type TakeTokens } from './leased-limiter.ts'

function twoWorkers() {
  const buckets = new RateLimiter()
  const time = { nowMs: 0, asked: 0 }
  const takeTokens: TakeTokens = async ({ most, key, ratePerSecond, burst }) => {
    time.asked++
    return buckets.takeUpTo(most, key, ratePerSecond, time.nowMs, burst)
  }
  const worker = () => new LeasedLimiter({ name: 'A', workers: 2, takeTokens, now: () => time.nowMs })
  return { time, workers: [worker(), worker()] as const }
}

/** How many of `requests` are admitted, sent at once. */
async function admitted(limiters: readonly LeasedLimiter[], requests: number, rate: number): Promise<number> {
  const waits = Array.from({ length: requests }, async (_, i) => limiters[i % limiters.length]?.take('P', rate, 0))
  return (await Promise.all(waits)).filter((seconds) => seconds === 0).length
}

test('a caller has its limit once over both workers', async () => {
  const { time, workers } = twoWorkers()
  assert.equal(await admitted(workers, 300, 100), 100)
  time.nowMs += 500
  assert.equal(await admitted(workers, 300, 100), 50)
})

test('a caller has all of its limit on one connection', async () => {
  const { workers } = twoWorkers()
  assert.equal(await admitted([workers[0]], 300, 100), 100)
})

test('a worker asks for several tokens at once, and not again before there is another', async () => {
  const { time, workers } = twoWorkers()
  await admitted([workers[0]], 300, 100)
  const { asked } = time
  assert.ok(asked <= 21, `asked ${asked} times`)
  assert.equal(workers[0].take('P', 100, 0), 1)
  assert.equal(time.asked, asked)
})

test('a rate below one a second is kept', async () => {
  const { time, workers } = twoWorkers()
  const take = async (worker: 0 | 1) => await workers[worker].take('P', 0.5, 0, 2)
  assert.deepEqual([await take(0), await take(1), await take(0)], [0, 0, 2])
  time.nowMs += 2_000
  assert.deepEqual([await take(1), await take(0)], [0, 2])
})

test('tokens that were taken ahead are not kept for later', async () => {
  const { time, workers } = twoWorkers()
  await workers[1].take('P', 100, 0)
  time.nowMs += 2_000
  assert.equal(await admitted(workers, 300, 100), 100)
})

test('while the primary does not answer a worker grants its share, and asks it again', async () => {
  const time = { nowMs: 0, asked: 0, isSilent: true }
  const takeTokens: TakeTokens = async ({ most }) => {
    time.asked++
    if (time.isSilent) throw new Error('gone')
    return { taken: most, waitMs: 0 }
  }
  const worker = new LeasedLimiter({ name: 'A', workers: 4, takeTokens, now: () => time.nowMs })
  assert.equal(await admitted([worker], 300, 100), 25)
  assert.equal(time.asked, 1)
  time.nowMs += 500
  assert.equal(await admitted([worker], 300, 100), 12)
  assert.equal(time.asked, 1)
  time.isSilent = false
  time.nowMs += 500
  assert.equal(await admitted([worker], 300, 100), 300)
})
