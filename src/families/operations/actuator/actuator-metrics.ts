// The metrics in Spring Boot's format: the list of names, and the measurements of each, filtered by any number of
// `tag=key:value`. /actuator/prometheus returns all of them at once.

import type { Call } from '../../../edge/http/call.ts'
import type { Reply, Route } from '../../../edge/http/family.ts'
import { invalidFields, Problem } from '../../../platform/kernel/problems/problem.ts'
import { sharedRun } from '../../../platform/kernel/work/shared-run.ts'
import { actuatorReply } from './actuator-reply.ts'

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>
  readonly part: 'value' | 'count' | 'sum' | 'max' | 'bucket'
  readonly value: number
}

export interface MetricSnapshot {
  readonly name: string
  readonly description: string
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly samples: readonly MetricSample[]
}

export interface MetricsSource {
  snapshots(): Promise<readonly MetricSnapshot[]>
}

export function actuatorMetrics(source: MetricsSource): Route[] {
  // A monitor asks for many metrics at once, and every snapshot reads the database for all of them.
  const snapshots = sharedRun(() => source.snapshots())
  async function names(call: Call): Promise<Reply> {
    const metrics = await snapshots()
    return actuatorReply(call, { names: metrics.map((metric) => metric.name).sort() })
  }

  async function metric(call: Call): Promise<Reply> {
    const tags = readTags(call.query.tag)
    const metric = findMetric(await snapshots(), call.params.name ?? '')
    if (metric === undefined) throw new Problem('not-found', 'There is no metric of this name')
    return actuatorReply(call, describeMetric(metric, tags))
  }

  return [
    { method: 'GET', path: '/actuator/metrics', operation: 'ActuatorMetricNames', answer: names },
    { method: 'GET', path: '/actuator/metrics/:name', operation: 'ActuatorMetric', answer: metric },
  ]
}

// Names are Prometheus's. Spring's spelling, such as `http.server.requests`, is accepted as well.
function findMetric(snapshots: readonly MetricSnapshot[], asked: string): MetricSnapshot | undefined {
  const name = asked.replaceAll('.', '_')
  const spellings = ['', '_seconds', '_bytes', '_total', '_seconds_total', '_bytes_total'].map((unit) => name + unit)
  return spellings
    .map((spelling) => snapshots.find((metric) => metric.name === spelling))
    .find((metric) => metric !== undefined)
}

type Tag = readonly [key: string, value: string]

function readTags(given: unknown): Tag[] {
  return [given ?? []].flat().map((tag) => {
    const match = /^([^:]+):(.*)$/.exec(String(tag))
    if (match === null) throw invalidFields([{ path: 'tag', message: 'must be key:value' }])
    return [match[1] ?? '', match[2] ?? '']
  })
}

interface Measurement {
  readonly statistic: string
  readonly value: number
}

interface MetricDescription {
  readonly name: string
  readonly description: string
  readonly baseUnit: string | null
  readonly measurements: readonly Measurement[]
  readonly availableTags: readonly { readonly tag: string; readonly values: readonly string[] }[]
}

function describeMetric(metric: MetricSnapshot, tags: readonly Tag[]): MetricDescription {
  // Histogram buckets and summary quantiles are not tags to filter by.
  const samples = metric.samples.filter(
    (sample) => sample.part !== 'bucket' && tags.every(([key, value]) => sample.labels[key] === value),
  )
  if (tags.length > 0 && samples.length === 0) throw new Problem('not-found', 'There is no metric with these tags')
  const narrowed = new Set(tags.map(([key]) => key))
  return {
    name: metric.name,
    description: metric.description,
    baseUnit: baseUnitOf(metric.name),
    measurements: measurementsOf(metric, samples),
    availableTags: tagsOf(samples).filter(({ tag }) => !narrowed.has(tag)),
  }
}

function baseUnitOf(name: string): string | null {
  return /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1] ?? null
}

function measurementsOf(metric: MetricSnapshot, samples: readonly MetricSample[]): Measurement[] {
  // The mean of no observations is NaN, which JSON would turn into null.
  const valuesOf = (part: MetricSample['part']) =>
    samples.filter((sample) => sample.part === part && Number.isFinite(sample.value)).map(({ value }) => value)
  const sumOf = (part: MetricSample['part']) => valuesOf(part).reduce((sum, value) => sum + value, 0)
  switch (metric.kind) {
    case 'counter':
      return [{ statistic: 'COUNT', value: sumOf('value') }]
    case 'gauge':
      return [{ statistic: 'VALUE', value: sumOf('value') }]
    case 'histogram':
    case 'summary':
      return [
        { statistic: 'COUNT', value: sumOf('count') },
        { statistic: baseUnitOf(metric.name) === 'seconds' ? 'TOTAL_TIME' : 'TOTAL', value: sumOf('sum') },
        { statistic: 'MAX', value: Math.max(0, ...valuesOf('max')) },
      ]
  }
}

function tagsOf(samples: readonly MetricSample[]): { tag: string; values: string[] }[] {
  const values = new Map<string, Set<string>>()
  for (const sample of samples) {
    for (const [key, value] of Object.entries(sample.labels)) {
      const known = values.get(key) ?? new Set()
      values.set(key, known.add(value))
    }
  }
  return Array.from(values, ([tag, found]) => ({ tag, values: [...found].sort() }))
}
