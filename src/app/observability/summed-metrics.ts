// The metrics of several processes as one registry: counters and histograms are summed, every gauge says by its
// `aggregator` how it is combined.
//
// Counters must never fall, or a rate would take the fall for a restart and count everything again. So the last known
// counters of a process that has ended, or does not answer now, still count.

import { type Metric, Registry } from 'prom-client'
import type { RawMetric } from './metric-snapshots.ts'

type Value = RawMetric['values'][number]

/** The worst process counts for a lag, the oldest one for the start. */
const COMBINE: Readonly<Record<string, (a: number, b: number) => number>> = {
  sum: (a, b) => a + b,
  max: Math.max,
  average: Math.max,
  min: Math.min,
  omit: Math.min,
  first: (a) => a,
}

const CUMULATIVE = new Set<unknown>(['counter', 'histogram', 'summary'])

/** What still counts of a process that is gone. The largest value of a histogram was of its last minutes. */
export function cumulativeOf(metrics: readonly RawMetric[]): RawMetric[] {
  return metrics
    .filter(({ type }) => CUMULATIVE.has(type))
    .map((metric) => ({ ...metric, values: metric.values.filter((value) => !isMaximum(metric, value)) }))
}

export function sumMetrics(processes: readonly (readonly RawMetric[])[]): RawMetric[] {
  const byName = Map.groupBy(processes.flat(), ({ name }) => name)
  return Array.from(byName.values(), (metrics) => {
    const [first] = metrics as [RawMetric]
    const values = new Map<string, Value>()
    for (const metric of metrics) for (const value of metric.values) add(values, metric, value)
    return { ...first, values: [...values.values()] }
  })
}

function add(values: Map<string, Value>, metric: RawMetric, value: Value): void {
  const key = `${value.metricName} ${JSON.stringify(Object.entries(value.labels).sort())}`
  const known = values.get(key)
  const combine = isMaximum(metric, value) ? Math.max : (COMBINE[metric.aggregator ?? 'sum'] ?? COMBINE.sum)
  values.set(key, known === undefined ? value : { ...known, value: combine?.(known.value, value.value) ?? known.value })
}

function isMaximum({ name }: RawMetric, { metricName }: Value): boolean {
  return metricName === `${name}_max`
}

/** A registry that shows these values. Prometheus knows no maximum. */
export function registryOf(metrics: readonly RawMetric[]): Registry {
  const registry = new Registry()
  for (const metric of metrics) {
    const printed = { ...metric, values: metric.values.filter((value) => !isMaximum(metric, value)) }
    // The registry uses only these members; the declared type requires more.
    const shown = { name: metric.name, get: async () => metric, getForPromString: async () => printed }
    registry.registerMetric(shown as unknown as Metric)
  }
  return registry
}
