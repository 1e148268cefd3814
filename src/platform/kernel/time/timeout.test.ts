import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withTimeout } from './timeout.ts'

test('a promise that settles in time is passed on, resolved or rejected', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  assert.equal(await withTimeout(Promise.resolve('answer'), 10), 'answer')
  await assert.rejects(withTimeout(Promise.reject(new Error('broken')), 10), /broken/)
})

test('a promise that is late is rejected, and its own result is dropped', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { promise: work, reject } = Promise.withResolvers<string>()
  const waiting = withTimeout(work, 10, () => new Error('too late'))
  t.mock.timers.tick(10)
  reject(new Error('broken'))
  await assert.rejects(waiting, /too late/)
})

test('no timer is left behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
  const before = timers()
  await withTimeout(Promise.resolve(), 60_000)
  await withTimeout(Promise.reject(new Error('broken')), 60_000).catch(() => {})
  assert.equal(timers(), before)
})
