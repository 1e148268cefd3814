import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { coalesce } from './coalesce.ts'

let runs: { finish(): void; fail(error: Error): void }[]
let refresh: () => Promise<void>

beforeEach(() => {
  runs = []
  refresh = coalesce(() => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ finish: resolve, fail: reject })
    return promise
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('calls during a run share one run that begins after it', async () => {
  const first = refresh()
  const later = Array.from({ length: 100 }, () => refresh())
  assert.equal(new Set(later).size, 1)
  assert.notEqual(later[0], first)
  assert.equal(runs.length, 1)
  runs[0]?.finish()
  await settled()
  assert.equal(runs.length, 2)
  runs[1]?.finish()
  await Promise.all([first, ...later])
  await settled()
  assert.equal(runs.length, 2)
})

test('a call made when a run has just ended does not run concurrently with the shared one', async () => {
  const first = refresh()
  const shared = refresh()
  const joined = first.then(() => refresh())
  runs[0]?.finish()
  await settled()
  assert.equal(runs.length, 2)
  runs[1]?.finish()
  await shared
  await settled()
  for (const run of runs.slice(2)) run.finish()
  await joined
})

test('a failure reaches those who share the run, and the next run begins all the same', async () => {
  const first = refresh()
  const next = refresh()
  runs[0]?.fail(new Error('gone'))
  await assert.rejects(first, /gone/)
  await settled()
  runs[1]?.finish()
  await next
  const again = refresh()
  runs[2]?.finish()
  await again
})
