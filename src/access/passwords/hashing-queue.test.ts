import assert from 'node:assert/strict'
import test from 'node:test'
import { Problem } from '../../kernel/problem.ts'
import { HashingQueue } from './hashing-queue.ts'

test('two run at once, the rest in order, and what is beyond the queue is refused', async () => {
  const queue = new HashingQueue(3)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (n: number) =>
    queue.run(() => {
      begun.push(n)
      return new Promise<number>((resolve) => ends.push(() => resolve(n)))
    })
  const running = [1, 2, 3, 4, 5].map(work)
  await assert.rejects(work(6), (error) => error instanceof Problem && error.kind === 'unavailable')
  assert.deepEqual(begun, [1, 2])
  for (let n = 0; n < 5; n++) {
    ends[n]?.()
    await running[n]
    await Promise.resolve()
  }
  assert.deepEqual(await Promise.all(running), [1, 2, 3, 4, 5])
  assert.deepEqual(begun, [1, 2, 3, 4, 5])
})

test('work that fails gives its place to the next', async () => {
  const queue = new HashingQueue(3)
  const failing = Array.from({ length: 4 }, () => queue.run(() => Promise.reject(new Error('no'))))
  for (const one of failing) await assert.rejects(one, /no/)
  assert.equal(await queue.run(async () => 'yes'), 'yes')
})
