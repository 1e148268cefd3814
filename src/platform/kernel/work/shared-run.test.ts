import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedRun } from './shared-run.ts'

test('callers share the run that is under way, and the next one starts another', async () => {
  const ends: ((value: number) => void)[] = []
  const ask = sharedRun(() => new Promise<number>((resolve) => ends.push(resolve)))
  const together = [ask(), ask()]
  assert.equal(ends.length, 1)
  ends[0]?.(7)
  assert.deepEqual(await Promise.all(together), [7, 7])
  const later = ask()
  ends[1]?.(8)
  assert.equal(await later, 8)
})

test('a run that fails fails for all who share it, and for nobody after it', async () => {
  let runs = 0
  const ask = sharedRun(async () => {
    if (++runs === 1) throw new Error('away')
    return runs
  })
  const results = await Promise.allSettled([ask(), ask()])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await ask(), 2)
})
