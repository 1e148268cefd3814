import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../kernel/problems/problem.ts'
import { BatchQueue } from './batch-queue.ts'

/** A queue whose batches wait until the test answers them. */
function gatedQueue(bounds: { maxBatch?: number; maxInFlight?: number; maxQueued?: number } = {}) {
  const started: { items: readonly number[]; finish(): void; fail(reason: unknown): void }[] = []
  const queue = new BatchQueue<number, string>({
    maxBatch: 3,
    maxInFlight: 1,
    maxQueued: 100,
    ...bounds,
    run: (items) =>
      new Promise((resolve, reject) => {
        started.push({
          items,
          finish: () => resolve(items.map((item) => ({ status: 'fulfilled', value: `${item}!` }))),
          fail: reject,
        })
      }),
  })
  return { queue, started }
}

function submitTo(queue: BatchQueue<number, string>, count: number): Promise<string>[] {
  return Array.from({ length: count }, (_none, item) => queue.submit(item))
}

function sizesOf(batches: readonly { items: readonly number[] }[]): number[] {
  return batches.map((batch) => batch.items.length)
}

/** Resolves after the queue has started what it scheduled. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

test('an idle queue starts at once, with everything submitted in the same turn', async () => {
  const { queue, started } = gatedQueue()
  const answers = Promise.all([1, 2].map((item) => queue.submit(item)))
  await nextTurn()
  assert.deepEqual(
    started.map((batch) => batch.items),
    [[1, 2]],
  )
  started[0]?.finish()
  assert.deepEqual(await answers, ['1!', '2!'])
})

test('while a batch is in flight the next one grows, in order and up to its limit', async () => {
  const { queue, started } = gatedQueue()
  const answers = [queue.submit(1)]
  await nextTurn()
  for (const item of [2, 3, 4, 5]) answers.push(queue.submit(item))
  await nextTurn()
  assert.equal(started.length, 1)
  assert.equal(queue.depth, 4)
  for (let i = 0; i < 3; i++) {
    started[i]?.finish()
    await nextTurn()
  }
  assert.deepEqual(
    started.map((batch) => batch.items),
    [[1], [2, 3, 4], [5]],
  )
  assert.deepEqual(await Promise.all(answers), ['1!', '2!', '3!', '4!', '5!'])
})

test('no more batches are in flight at once than allowed', async () => {
  const { queue, started } = gatedQueue({ maxBatch: 1, maxInFlight: 2 })
  const answers = [1, 2, 3].map((item) => queue.submit(item))
  await nextTurn()
  assert.equal(started.length, 2)
  started[1]?.finish()
  await nextTurn()
  assert.deepEqual(
    started.map((batch) => batch.items),
    [[1], [2], [3]],
  )
  for (const batch of started) batch.finish()
  await Promise.all(answers)
})

test('many items are divided among the slots, few stay together', async () => {
  const { queue, started } = gatedQueue({ maxBatch: 100, maxInFlight: 2 })
  const answers = submitTo(queue, 41)
  await nextTurn()
  assert.deepEqual(sizesOf(started), [21, 20])
  for (const batch of started) batch.finish()
  await Promise.all(answers)
  const few = submitTo(queue, 16)
  await nextTurn()
  assert.deepEqual(sizesOf(started), [21, 20, 16])
  started[2]?.finish()
  await Promise.all(few)
})

test('a batch does not start next to one of more than twice its size: it grows, or waits until that one is done', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { queue, started } = gatedQueue({ maxBatch: 100, maxInFlight: 2 })
  const answers = submitTo(queue, 40)
  await nextTurn()
  started[0]?.finish()
  await nextTurn()
  answers.push(...submitTo(queue, 9))
  await nextTurn()
  assert.deepEqual(sizesOf(started), [20, 20], 'nine wait while twenty are under way')
  answers.push(...submitTo(queue, 1))
  await nextTurn()
  assert.deepEqual(sizesOf(started), [20, 20, 10])
  started[2]?.finish()
  await nextTurn()
  answers.push(...submitTo(queue, 1))
  await nextTurn()
  assert.equal(started.length, 3)
  started[1]?.finish()
  await nextTurn()
  assert.deepEqual(sizesOf(started), [20, 20, 10, 1])
  started[3]?.finish()
  await Promise.all(answers)
})

test('a stalled batch does not delay the others for long', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { queue, started } = gatedQueue({ maxBatch: 100, maxInFlight: 2 })
  const answers = submitTo(queue, 40)
  await nextTurn()
  started[0]?.finish()
  await nextTurn()
  answers.push(...submitTo(queue, 1))
  await nextTurn()
  assert.deepEqual(sizesOf(started), [20, 20])
  t.mock.timers.tick(10)
  assert.deepEqual(sizesOf(started), [20, 20, 1])
  for (const batch of started) batch.finish()
  await Promise.all(answers)
})

test('an item beyond the bound is refused as unavailable, and the queue recovers', async () => {
  const { queue, started } = gatedQueue({ maxBatch: 1, maxQueued: 2 })
  const answers = [queue.submit(1)]
  await nextTurn()
  for (const item of [2, 3, 4]) answers.push(queue.submit(item))
  const settled = Promise.allSettled(answers)
  for (let i = 0; i < answers.length; i++) {
    started[i]?.finish()
    await nextTurn()
  }
  const [, , third, fourth] = await settled
  assert.equal(third?.status, 'fulfilled')
  assert.ok(fourth?.status === 'rejected' && fourth.reason instanceof Problem)
  assert.equal(fourth.reason.kind, 'unavailable')
  assert.equal(fourth.reason.retryAfterSeconds, 1)
  const later = queue.submit(5)
  await nextTurn()
  started.at(-1)?.finish()
  assert.equal(await later, '5!')
})

test('each item gets its own answer, a refusal too', async () => {
  const refusal = new Error('not you')
  const queue = new BatchQueue<number, number>({
    maxBatch: 10,
    maxInFlight: 1,
    maxQueued: 10,
    run: async (items) =>
      items.map((item) =>
        item === 2 ? { status: 'rejected', reason: refusal } : { status: 'fulfilled', value: item * 10 },
      ),
  })
  const answers = await Promise.allSettled([1, 2, 3].map((item) => queue.submit(item)))
  assert.deepEqual(answers, [
    { status: 'fulfilled', value: 10 },
    { status: 'rejected', reason: refusal },
    { status: 'fulfilled', value: 30 },
  ])
})

test('a batch that fails answers all its items, and the next batch runs', async () => {
  const { queue, started } = gatedQueue()
  const failing = Promise.allSettled([queue.submit(1), queue.submit(2)])
  await nextTurn()
  const next = queue.submit(3)
  const reason = new Error('gone')
  started[0]?.fail(reason)
  assert.deepEqual(
    await failing,
    [1, 2].map(() => ({ status: 'rejected', reason })),
  )
  await nextTurn()
  started[1]?.finish()
  assert.equal(await next, '3!')
})

test('an item that the batch did not answer fails and is not left waiting', async () => {
  const queue = new BatchQueue<number, number>({
    maxBatch: 10,
    maxInFlight: 1,
    maxQueued: 10,
    run: async () => [{ status: 'fulfilled', value: 1 }],
  })
  const [first, second] = await Promise.allSettled([queue.submit(1), queue.submit(2)])
  assert.equal(first?.status, 'fulfilled')
  assert.equal(second?.status, 'rejected')
})

test('a queue is drained once everything is answered, and at once when nothing waits', async () => {
  const { queue, started } = gatedQueue({ maxBatch: 1 })
  await queue.drained()
  const answered: number[] = []
  for (const item of [1, 2]) queue.submit(item).then(() => answered.push(item))
  await nextTurn()
  const drained = queue.drained().then(() => answered.length)
  started[0]?.finish()
  await nextTurn()
  assert.equal(await Promise.race([drained, Promise.resolve('not yet')]), 'not yet')
  started[1]?.finish()
  assert.equal(await drained, 2)
})
