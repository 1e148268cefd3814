// The metrics of the posting pipeline. Posting counts in plain numbers, which are passed to prom-client only on scrape.

import { Counter, Gauge, type Registry } from 'prom-client'
import { FastHistogram, SECONDS_BUCKETS } from './fast-histogram.ts'
import { cachedByLabels } from './label-cache.ts'

export interface PostingMetrics {
  batchCommitted(batch: { institutionId: string; orders: number; seconds: number }): void
  /** A batch is retried; the reason is the database's SQLSTATE. */
  retried(reason: string): void
  replayed(): void
  coalesced(): void
  answered(order: { type: string; code: string }): void
  queueDepth(institutionId: string, depth: number): void
}

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

export function postingMetrics(registry: Registry): PostingMetrics {
  const { size, seconds } = batchHistograms(registry)
  const depths = tallies((institution) => ({ institution }))
  const orders = tallies((type, code) => ({ type, code }))
  const retries = tallies((sqlstate) => ({ sqlstate }))
  const replays = { labels: {}, value: 0 }
  const coalesced = { labels: {}, value: 0 }
  showDepths(registry, depths.all)
  showTotals(registry, [
    ['posting_orders_total', 'Orders answered, by transaction type and response code.', ['type', 'code'], orders.all],
    ['posting_retries_total', 'Batches tried again, by the SQLSTATE that caused it.', ['sqlstate'], retries.all],
    ['posting_replays_total', 'Orders answered from their stored response.', [], [replays]],
    ['posting_coalesced_total', 'Orders that joined an identical one in flight.', [], [coalesced]],
  ])
  return {
    batchCommitted(batch) {
      size.observe(batch.orders)
      seconds.observe(batch.seconds)
    },
    retried(reason) {
      retries.of(/^[0-9A-Z]{5}$/.test(reason) ? reason : 'OTHER').value++
    },
    replayed() {
      replays.value++
    },
    coalesced() {
      coalesced.value++
    },
    answered(order) {
      orders.of(order.type, order.code).value++
    },
    queueDepth(institutionId, waiting) {
      depths.of(institutionId).value = waiting
    },
  }
}

interface Tally {
  readonly labels: Record<string, string>
  value: number
}

/** Plain numbers by label, passed to prom-client only on scrape. */
function tallies<Labels extends string[]>(labelsOf: (...labels: Labels) => Record<string, string>) {
  const all: Tally[] = []
  const of = cachedByLabels((...labels: Labels): Tally => {
    const tally = { labels: labelsOf(...labels), value: 0 }
    all.push(tally)
    return tally
  })
  return { all, of }
}

function batchHistograms(registry: Registry) {
  const size = {
    name: 'posting_batch_size',
    help: 'Orders that one database transaction posted together.',
    buckets: BATCH_BUCKETS,
  }
  const seconds = {
    name: 'posting_batch_seconds',
    help: 'Duration of a posting batch, from its first query to its commit.',
    buckets: SECONDS_BUCKETS,
  }
  return {
    size: new FastHistogram(size, registry).labels({}),
    seconds: new FastHistogram(seconds, registry).labels({}),
  }
}

function showDepths(registry: Registry, depths: readonly Tally[]): void {
  new Gauge({
    name: 'posting_queue_depth',
    help: 'Orders that wait for the next batch of their institution.',
    labelNames: ['institution'],
    registers: [registry],
    collect() {
      for (const { labels, value } of depths) this.set(labels, value)
    },
  })
}

type Total = readonly [name: string, help: string, labelNames: readonly string[], counted: readonly Tally[]]

function showTotals(registry: Registry, totals: readonly Total[]): void {
  for (const [name, help, labelNames, counted] of totals) {
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, value } of counted) this.inc(labels, value)
      },
    })
  }
}
