// The values of a registry, for renderers other than Prometheus's text and for other processes.

import type { Registry } from 'prom-client'

/** The path at which a worker's management listener has its metrics for the primary to sum. */
export const WORKER_METRICS = '/actuator/worker-metrics'

export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  /** The part of a histogram or summary; a plain value otherwise. */
  readonly part: 'value' | 'count' | 'sum' | 'max' | 'bucket'
  readonly value: number
}

/** One metric of the registry, for renderers other than Prometheus. */
export interface MetricSnapshot {
  readonly name: string
  readonly description: string
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly samples: readonly Sample[]
}

/** What getMetricsAsJSON really returns; its declared `type` is wrong. */
export interface RawMetric {
  readonly name: string
  readonly help: string
  readonly type: unknown
  /** How the values of several processes are combined; their sum by default. */
  readonly aggregator?: string
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number | undefined>>
    readonly metricName?: string
  }[]
}

export async function rawMetricsOf(registry: Registry): Promise<RawMetric[]> {
  return (await registry.getMetricsAsJSON()) as unknown as RawMetric[]
}

export async function snapshotsOf(registry: Registry): Promise<MetricSnapshot[]> {
  return (await rawMetricsOf(registry)).map((metric) => ({
    name: metric.name,
    description: metric.help,
    kind: metric.type as MetricSnapshot['kind'],
    samples: metric.values.map((sample) => ({
      labels: Object.fromEntries(Object.entries(sample.labels).map(([name, value]) => [name, String(value)])),
      part: partOf(metric, sample.metricName),
      value: sample.value,
    })),
  }))
}

function partOf(metric: RawMetric, metricName: string | undefined): Sample['part'] {
  if (metric.type !== 'histogram' && metric.type !== 'summary') return 'value'
  if (metricName === `${metric.name}_count`) return 'count'
  if (metricName === `${metric.name}_max`) return 'max'
  return metricName === `${metric.name}_sum` ? 'sum' : 'bucket'
}
