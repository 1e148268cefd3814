import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { FairQueue } from './fair-queue.ts'

/** A queue whose work ends on command. */
function openQueue(atOnce: number) {
  const queue = new FairQueue(atOnce)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    queue,
    /** The work that has started, in order. */
    begun,
    /** Adds item `n` to a lane. */
    add(lane: string, n: number | string = '', signal?: AbortSignal): Promise<string> {
      const name = `${lane}${n}`
      const work = () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }
      return queue.run(lane, work, signal)
    },
    /** Ends the oldest running work. */
    async endOne(): Promise<void> {
      const [name] = ends.keys()
      ends.get(name as string)?.()
      ends.delete(name as string)
      // The place is passed on in the microtasks after the work.
      for (let i = 0; i < 10; i++) await Promise.resolve()
    },
  }
}

const ORDERS: [title: string, atOnce: number, added: string, begun: string][] = [
  ['one lane is served in order', 1, 'a1 a2 a3', 'a1 a2 a3'],
  ['two lanes take turns', 1, 'a1 a2 a3 b1 b2 b3', 'a1 a2 b1 a3 b2 b3'],
  ['a new lane waits for one item of each lane before it', 1, 'a1 a2 a3 b1 b2 b3 c1', 'a1 a2 b1 c1 a3 b2 b3'],
  ['two run at once', 2, 'a1 a2 a3 a4 b1', 'a1 a2 a3 b1 a4'],
]
for (const [title, atOnce, added, begun] of ORDERS) {
  test(title, async () => {
    const queue = openQueue(atOnce)
    for (const [lane = '', n = ''] of added.split(' ')) void queue.add(lane, n)
    assert.equal(queue.begun.length, atOnce)
    for (let i = 0; i < added.split(' ').length; i++) await queue.endOne()
    assert.equal(queue.begun.join(' '), begun)
  })
}

test('a new lane waits for at most one item of every other lane', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 4, maxLength: 40 }),
      fc.nat({ max: 20 }),
      async (atOnce, lanes, ended) => {
        const queue = openQueue(atOnce)
        lanes.forEach((lane, n) => {
          void queue.add(lane, n)
        })
        for (let i = 0; i < ended; i++) await queue.endOne()
        void queue.add('late')
        const before = queue.begun.length
        const at = async (): Promise<number> => {
          for (let i = 0; i <= lanes.length && !queue.begun.includes('late'); i++) await queue.endOne()
          return queue.begun.indexOf('late')
        }
        const inBetween = queue.begun.slice(before, await at()).map(([lane]) => lane)
        assert.equal(new Set(inBetween).size, inBetween.length)
        while (queue.begun.length < lanes.length + 1) await queue.endOne()
        assert.equal(queue.queue.waiting, 0)
      },
    ),
    { numRuns: 200 },
  )
})

test('a caller who disconnects while waiting passes the turn on and never runs', async () => {
  const queue = openQueue(1)
  void queue.add('a', 1)
  const hungUp = new AbortController()
  const abandoned = [queue.add('a', 2, hungUp.signal), queue.add('b', 1, hungUp.signal)]
  void queue.add('a', 3)
  assert.equal(queue.queue.waiting, 3)
  hungUp.abort()
  for (const one of abandoned) {
    await assert.rejects(one, (error) => error instanceof Problem && error.kind === 'unavailable')
  }
  assert.equal(queue.queue.waiting, 1)
  await assert.rejects(queue.add('c', 1, hungUp.signal))
  await queue.endOne()
  assert.deepEqual(queue.begun, ['a1', 'a3'])
  await queue.endOne()
  void queue.add('d', 1)
  assert.deepEqual(queue.begun, ['a1', 'a3', 'd1'])
})

test('a caller who disconnects while the work is running changes nothing', async () => {
  const queue = openQueue(1)
  const hungUp = new AbortController()
  const work = queue.add('a', 1, hungUp.signal)
  hungUp.abort()
  await queue.endOne()
  assert.equal(await work, 'a1')
})

test('failed work passes its place on', async () => {
  const queue = new FairQueue(2)
  const failing = Array.from({ length: 4 }, () => queue.run('a', () => Promise.reject(new Error('no'))))
  for (const one of failing) await assert.rejects(one, /no/)
  assert.equal(await queue.run('a', async () => 'yes'), 'yes')
})
