// The metrics of events for partners: what waits to be put into feeds, what waits for receivers, and how attempts ended.

import { Counter, Gauge, type Registry } from 'prom-client'
import { sharedRun } from '../../platform/kernel/work/shared-run.ts'

export interface EventStats {
  readonly waiting: number
  readonly oldestSeconds: number
  readonly deliveries: number
  readonly lagSeconds: number
}

export interface EventMetrics {
  /** An attempt has ended: accepted, 3xx, 4xx, 5xx or none, when there was no answer. */
  attempt(outcome: string): void
  /** Reads the figures on every scrape. A read that fails leaves the last ones. */
  watch(read: () => Promise<EventStats>): void
}

export function eventMetrics(registry: Registry): EventMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, by what was answered.',
    labelNames: ['outcome'],
    registers,
  })
  return {
    attempt: (outcome) => attempts.inc({ outcome }),
    watch(read) {
      // All gauges of one scrape share a read.
      const readOnce = sharedRun(() => read().catch(() => undefined))
      for (const [name, help, figure] of [
        ['event_outbox_events', 'Events that are in no feed yet.', 'waiting'],
        ['event_outbox_oldest_seconds', 'Age of the oldest of them; 0 when there is none.', 'oldestSeconds'],
        ['webhook_deliveries_pending', 'Deliveries that no receiver has accepted yet.', 'deliveries'],
        [
          'webhook_lag_seconds',
          'Age of the oldest event that a webhook has not taken yet, of the one that lags most.',
          'lagSeconds',
        ],
      ] as const) {
        new Gauge({
          name,
          help,
          // Every worker reads the same rows.
          aggregator: 'max',
          registers,
          async collect() {
            const stats = await readOnce()
            if (stats !== undefined) this.set(stats[figure])
          },
        })
      }
    },
  }
}
