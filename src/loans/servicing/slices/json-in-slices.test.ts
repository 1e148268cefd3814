import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonInSlices } from './json-in-slices.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, amount: n / 4, note: `"${n}"`, none: undefined }))

const VALUES: [title: string, value: unknown, pauses: number][] = [
  ['an answer without rows', { a: 1, b: null, c: 'é"\n', d: undefined, e: { f: [1, 2], g: true } }, 0],
  ['few rows', { schedule: rows(200) }, 0],
  ['one row more than fits', { schedule: rows(201), total: 3 }, 2],
  ['two plans', { before: { schedule: rows(450) }, after: { schedule: rows(1000), totals: { total: 1.5 } } }, 8],
  ['an empty list', { schedule: [] }, 0],
]
for (const [title, value, pauses] of VALUES) {
  test(`JSON in slices is the text of JSON.stringify: ${title}`, async () => {
    let paused = 0
    const turn = {
      pause() {
        paused++
        return paused % 2 === 0 ? Promise.resolve() : undefined
      },
    }
    assert.equal(await jsonInSlices(value, turn), JSON.stringify(value))
    assert.equal(paused, pauses)
  })
}
