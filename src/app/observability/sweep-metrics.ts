// The metrics of the periodic sweeps: runs by result, and when each last succeeded, which is what to alert on. The
// period is shown too, so that one alert rule fits them all.

import { Counter, Gauge, type Registry } from 'prom-client'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { FastHistogram, SECONDS_BUCKETS } from './fast-histogram.ts'
import { cachedByLabels } from './label-cache.ts'

export interface SweepMetrics {
  /** The sweeps that this process runs. */
  started(sweeps: readonly { readonly name: string; readonly everyMs: number }[]): void
  ran(sweep: string, succeeded: boolean, seconds: number): void
}

export function sweepMetrics(registry: Registry, clock = systemClock): SweepMetrics {
  const registers = [registry]
  const runs = new Counter({
    name: 'sweep_runs_total',
    help: 'Runs of a periodic sweep, by result.',
    labelNames: ['sweep', 'result'],
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'sweep_last_success_timestamp_seconds',
    help: 'When a periodic sweep last succeeded; the start of the process before its first run.',
    labelNames: ['sweep'],
    aggregator: 'max',
    registers,
  })
  const period = new Gauge({
    name: 'sweep_period_seconds',
    help: 'Pause between two runs of a periodic sweep.',
    labelNames: ['sweep'],
    aggregator: 'max',
    registers,
  })
  const seconds = new FastHistogram(
    { name: 'sweep_seconds', help: 'Duration of the runs of a periodic sweep.', buckets: SECONDS_BUCKETS },
    registry,
  )
  const secondsOf = cachedByLabels((sweep) => seconds.labels({ sweep }))
  return {
    started(sweeps) {
      for (const { name: sweep, everyMs } of sweeps) {
        period.set({ sweep }, everyMs / 1000)
        lastSuccess.set({ sweep }, clock.now() / 1000)
        // Both from the start: a rate needs the series before its first failure.
        for (const result of ['success', 'failure']) runs.inc({ sweep, result }, 0)
      }
    },
    ran(sweep, succeeded, duration) {
      runs.inc({ sweep, result: succeeded ? 'success' : 'failure' })
      if (succeeded) lastSuccess.set({ sweep }, clock.now() / 1000)
      secondsOf(sweep).observe(duration)
    },
  }
}
