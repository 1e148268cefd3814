// The metrics of the process itself: those of prom-client (memory, processor time, event loop), its age, and the
// garbage collector, which prom-client would count without a maximum.

import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { FastHistogram, SECONDS_BUCKETS } from './fast-histogram.ts'
import { cachedByLabels } from './label-cache.ts'

const GC = 'nodejs_gc_duration_seconds'

const GC_KINDS = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
])

export function processMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  watchGarbageCollector(registry)
  new Gauge({
    name: 'process_uptime_seconds',
    help: 'How long the process has been running.',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(process.uptime())
    },
  })
}

function watchGarbageCollector(registry: Registry): void {
  registry.removeSingleMetric(GC)
  const seconds = new FastHistogram(
    { name: GC, help: 'Duration of garbage collections, by kind.', buckets: SECONDS_BUCKETS },
    registry,
  )
  const kindOf = cachedByLabels((kind) => seconds.labels({ kind }))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail } = entry as PerformanceEntry & { readonly detail?: { readonly kind: number } }
      kindOf(GC_KINDS.get(detail?.kind ?? -1) ?? 'other').observe(entry.duration / 1000)
    }
  }).observe({ entryTypes: ['gc'] })
}
