import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Deadline } from './deadline.ts'

const late = () => new Error('late')
const never = () => new Promise<never>(() => {})

test('work that finishes in time is passed on', async () => {
  const deadline = new Deadline(60_000, late)
  assert.equal(await deadline.race(Promise.resolve(7)), 7)
  await assert.rejects(deadline.race(Promise.reject(new Error('its own'))), /its own/)
})

test('work that does not finish in time is rejected', { timeout: 300_000 }, async () => {
  await assert.rejects(new Deadline(1, late).race(never()), /late/)
})

test('work that began later expires later, even when earlier work is done', { timeout: 300_000 }, async () => {
  const deadline = new Deadline(20, late)
  const first = Promise.withResolvers<string>()
  const order: string[] = []
  const note = (name: string) => (error: Error) => void order.push(`${name} ${error.message}`)
  const racing = [deadline.race(first.promise), deadline.race(never()).catch(note('second'))]
  first.resolve('done')
  assert.equal(await racing[0], 'done')
  const third = new Promise((resolve) => setImmediate(resolve)).then(() => deadline.race(never()).catch(note('third')))
  await Promise.all([...racing, third])
  assert.deepEqual(order, ['second late', 'third late'])
})

test('any amount of work sets one timer', async (t) => {
  const timers = mock.method(globalThis, 'setTimeout')
  t.after(() => timers.mock.restore())
  const deadline = new Deadline(5, late)
  const gates = Array.from({ length: 100 }, () => Promise.withResolvers<void>())
  const racing = gates.map((gate) => deadline.race(gate.promise))
  assert.equal(timers.mock.callCount(), 1)
  for (const gate of gates) gate.resolve()
  await Promise.all(racing)
})
