import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { FastHistogram } from './fast-histogram.ts'

test('a bucket counts what is at most its bound, and what smaller ones count', async () => {
  const histogram = new FastHistogram({ name: 'seconds', help: 'Test', buckets: [1, 2] }, new Registry())
  const child = histogram.labels({ path: '/' })
  for (const value of [0.5, 1, 1.5, 2, 3]) child.observe(value)
  const { values } = await histogram.get()
  assert.deepEqual(
    values.map(({ metricName, labels, value }) => [metricName, (labels as { le?: string }).le, value]),
    [
      ['seconds_bucket', '1', 2],
      ['seconds_bucket', '2', 4],
      ['seconds_bucket', '+Inf', 5],
      ['seconds_sum', undefined, 8],
      ['seconds_count', undefined, 5],
      ['seconds_max', undefined, 3],
    ],
  )
})

test('the largest value is shown for the window that it was in and the next', async () => {
  const histogram = new FastHistogram({ name: 'seconds', help: 'Test', buckets: [1] }, new Registry())
  histogram.labels({}).observe(7)
  const shown = async () => (await histogram.get()).values.find(({ metricName }) => metricName === 'seconds_max')?.value
  const seen = [await shown()]
  for (const _ of [1, 2]) {
    histogram.turnWindow()
    seen.push(await shown())
  }
  assert.deepEqual(seen, [7, 7, 0])
})
