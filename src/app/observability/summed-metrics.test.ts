import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counter, Gauge, Registry } from 'prom-client'
import { FastHistogram } from './fast-histogram.ts'
import { rawMetricsOf, snapshotsOf } from './metric-snapshots.ts'
import { cumulativeOf, registryOf, sumMetrics } from './summed-metrics.ts'

/** The metrics of a process that has seen one request of so many seconds. */
function processWith(seconds: number, queue: number, lag: number) {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'orders_total', help: '-', labelNames: ['code'], registers }).inc({ code: '000' }, queue)
  new Gauge({ name: 'queue', help: '-', registers }).set(queue)
  new Gauge({ name: 'lag', help: '-', aggregator: 'max', registers }).set(lag)
  new FastHistogram({ name: 'took', help: '-', buckets: [1, 10] }, registry).labels({ path: 'a' }).observe(seconds)
  return rawMetricsOf(registry)
}

test('counters, histograms and gauges are summed; a gauge may say otherwise', async () => {
  const summed = registryOf(sumMetrics([await processWith(0.5, 3, 7), await processWith(5, 4, 2)]))
  const text = await summed.metrics()
  for (const line of [
    'orders_total{code="000"} 7',
    'queue 7',
    'lag 7',
    'took_bucket{le="1",path="a"} 1',
    'took_bucket{le="10",path="a"} 2',
    'took_bucket{le="+Inf",path="a"} 2',
    'took_sum{path="a"} 5.5',
    'took_count{path="a"} 2',
  ]) {
    assert.ok(`\n${text}`.includes(`\n${line}\n`), `${line} in\n${text}`)
  }
  const took = (await snapshotsOf(summed)).find(({ name }) => name === 'took')
  assert.equal(took?.samples.find(({ part }) => part === 'max')?.value, 5)
})

test('what has ended keeps its counters, not its gauges and maxima', async () => {
  const ended = cumulativeOf(await processWith(5, 4, 9))
  const summed = registryOf(sumMetrics([await processWith(0.5, 3, 7), ended]))
  const text = await summed.metrics()
  assert.match(text, /^orders_total\{code="000"\} 7$/m)
  assert.match(text, /^queue 3$/m)
  const took = (await snapshotsOf(summed)).find(({ name }) => name === 'took')
  assert.equal(took?.samples.find(({ part }) => part === 'max')?.value, 0.5)
})
