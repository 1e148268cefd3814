import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runStopSteps, type StopStep } from './stop-steps.ts'

const LIMIT_MS = 5
const never = () => new Promise<void>(() => {})

const ROWS: { title: string; middle: StopStep['run']; says?: RegExp }[] = [
  { title: 'a step that ends', middle: async () => {} },
  { title: 'a step that is synchronous', middle: () => {} },
  { title: 'a step that never ends', middle: never, says: /not finished after 5 ms/ },
  {
    title: 'a step that fails',
    middle: async () => {
      throw new Error('no such file')
    },
    says: /no such file/,
  },
  {
    title: 'a step that throws at once',
    middle: () => {
      throw new Error('no such part')
    },
    says: /no such part/,
  },
]

test('a step that loses nothing of value may fail', async () => {
  const logged: object[] = []
  await runStopSteps([{ name: 'log', limitMs: LIMIT_MS, isOptional: true, run: never }], {
    error: (details) => logged.push(details),
  })
  assert.equal(logged.length, 1)
})

for (const { title, middle, says } of ROWS) {
  test(`the step after ${title} runs`, async () => {
    const done: string[] = []
    const logged: { err: Error; step: string }[] = []
    const stopped = runStopSteps(
      [
        { name: 'first', limitMs: LIMIT_MS, run: () => void done.push('first') },
        { name: 'middle', limitMs: LIMIT_MS, run: middle },
        { name: 'last', limitMs: LIMIT_MS, run: () => void done.push('last') },
      ],
      { error: (details) => logged.push(details as { err: Error; step: string }) },
    )
    if (says === undefined) await stopped
    else await assert.rejects(stopped, /the stop was not orderly: middle/)
    assert.deepEqual(done, ['first', 'last'])
    assert.deepEqual(
      logged.map(({ step }) => step),
      says === undefined ? [] : ['middle'],
    )
    if (says !== undefined) assert.match(logged[0]?.err.message ?? '', says)
  })
}
