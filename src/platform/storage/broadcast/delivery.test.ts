import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Delivery } from './delivery.ts'

let calls: string[]
let failures: string[]
let answer: (call: string) => unknown
let delivery: Delivery

beforeEach(() => {
  calls = []
  failures = []
  answer = () => undefined
  const tell = (call: string) => {
    calls.push(call)
    return answer(call)
  }
  delivery = new Delivery({
    onChange: (payload) => tell(payload),
    onGap: () => tell('gap'),
    poll: () => tell('poll'),
    onFailure: (error) => failures.push((error as Error).message),
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))
const broken = () => {
  throw new Error('broken')
}

test('a change that is handled at once is handled', async () => {
  delivery.change('a')
  assert.equal(await delivery.handled(), true)
})

test('a change counts as handled when its promise is fulfilled, and not before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = () => promise
  delivery.change('a')
  let isHandled: boolean | undefined
  void delivery.handled().then((handled) => {
    isHandled = handled
  })
  await settled()
  assert.equal(isHandled, undefined)
  resolve()
  await settled()
  assert.equal(isHandled, true)
})

const BREAKING: [title: string, fails: () => unknown][] = [
  ['throws', broken],
  ['rejects', async () => broken()],
]
for (const [title, fails] of BREAKING) {
  test(`a subscriber that ${title} is asked to catch up until that succeeds; it reports the outage once`, async () => {
    answer = fails
    delivery.change('a')
    delivery.change('b')
    assert.equal(await delivery.handled(), false)
    delivery.catchUp(true)
    assert.equal(await delivery.handled(), false)
    answer = () => undefined
    delivery.change('c')
    assert.equal(await delivery.handled(), false, 'c says nothing about a and b')
    delivery.catchUp(true)
    assert.equal(await delivery.handled(), true)
    delivery.catchUp(true)
    assert.deepEqual(calls, ['a', 'b', 'gap', 'c', 'gap'])
    assert.deepEqual(failures, ['broken'])
    answer = fails
    delivery.change('d')
    await settled()
    assert.deepEqual(failures, ['broken', 'broken'])
  })
}

test('a change that fails during a catch-up causes another one', async () => {
  answer = broken
  delivery.change('a')
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = (call) => (call === 'gap' ? promise : broken())
  delivery.catchUp(true)
  delivery.change('b')
  resolve()
  assert.equal(await delivery.handled(), false)
})

test('it polls only while changes may be missed, one poll at a time', async () => {
  delivery.catchUp(true)
  assert.deepEqual(calls, [])
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = () => promise
  delivery.catchUp(false)
  delivery.catchUp(false)
  assert.deepEqual(calls, ['poll'])
  resolve()
  await settled()
  delivery.catchUp(false)
  assert.deepEqual(calls, ['poll', 'poll'])
})

test('a subscriber without poll() is not polled', async () => {
  const silent = new Delivery({ onChange: broken, onGap: broken })
  silent.catchUp(false)
  assert.equal(await silent.handled(), true)
})

test('an error in onFailure() is ignored', () => {
  const hopeless = new Delivery({ onChange: broken, onGap: broken, onFailure: broken })
  hopeless.change('a')
})
