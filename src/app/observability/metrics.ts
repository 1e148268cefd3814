// The metrics of the process, kept by prom-client. Other modules get the observers below, never the registry. Label
// values are our own words (operation ids, response codes, institution ids): no card number, secret or text from a
// caller becomes one, and their number is bounded.

import { Counter, Gauge, Registry } from 'prom-client'
import { sharedRun } from '../../platform/kernel/work/shared-run.ts'
import { type CoreMetrics, coreMetrics } from './core-metrics.ts'
import { type EventMetrics, eventMetrics } from './event-metrics.ts'
import { type EvmStats, watchEvm } from './evm-metrics.ts'
import { type ExceptionMetrics, exceptionMetrics } from './exception-metrics.ts'
import { FastHistogram, type Observe, SECONDS_BUCKETS } from './fast-histogram.ts'
import { type HealthFigures, watchHealth } from './health-metrics.ts'
import { cachedByLabels } from './label-cache.ts'
import { type MetricSnapshot, type RawMetric, rawMetricsOf, snapshotsOf } from './metric-snapshots.ts'
import { type PostingMetrics, postingMetrics } from './posting-metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { type SweepMetrics, sweepMetrics } from './sweep-metrics.ts'
import { type SwitchMetrics, switchMetrics } from './switch-metrics.ts'
import { type TokenStats, watchTokens } from './token-metrics.ts'

/** Requests of one route, as reported by the edge. `responseCode` is family A's `status.responseCode`. */
export interface RouteMetrics {
  completed(method: string, status: number, responseCode: string | undefined, seconds: number): void
}

export interface RequestMetrics {
  ofRoute(family: string, operation: string): RouteMetrics
}

export interface PoolStats {
  readonly total: number
  readonly idle: number
  readonly waiting: number
  readonly connectTimeouts: number
  readonly placeTimeouts: number
}

/** A server of distributed books. */
export interface WorkerStats {
  readonly address: string
  readonly isReachable: boolean
  readonly load: Omit<PoolStats, 'connectTimeouts' | 'placeTimeouts'>
}

export interface BuildLabels {
  readonly version: string
  /** The commit, if known. */
  readonly commit: string
}

export interface OutboxStats {
  readonly mails: number
  readonly oldestSeconds: number
}

export interface Metrics {
  readonly requests: RequestMetrics
  readonly posting: PostingMetrics
  readonly cores: CoreMetrics
  readonly exceptions: ExceptionMetrics
  readonly sweeps: SweepMetrics
  readonly switches: SwitchMetrics
  readonly events: EventMetrics
  /** Shows the version that runs. */
  showBuild(build: BuildLabels): void
  /** Reads the outbox on every scrape. A read that fails leaves the last figures. */
  watchOutbox(read: () => Promise<OutboxStats>): void
  /** Reads the figures of tokens on every scrape. A read that fails leaves the last figures. */
  watchTokens(read: () => Promise<TokenStats>): void
  /** Reads the figures of the EVM ledger on every scrape. A read that fails leaves the last figures. */
  watchEvm(read: () => Promise<EvmStats>): void
  /** Reads the pool on every scrape. */
  watchPool(read: () => PoolStats): void
  /** Reads the servers of distributed books on every scrape; none otherwise. */
  watchWorkers(read: () => readonly WorkerStats[]): void
  /** Reads how many past business days of each institution are not closed yet on every scrape. */
  watchBusinessDays(read: () => ReadonlyMap<string, number>): void
  /** Reads by how many seconds this node's clock is ahead of the database's on every scrape. */
  watchClock(read: () => number): void
  /** Reads health on every scrape. `read` never rejects. */
  watchHealth(read: () => Promise<HealthFigures>): void
  snapshots(): Promise<MetricSnapshot[]>
  /** For the primary of several workers. */
  raw(): Promise<RawMetric[]>
  prometheusText(): Promise<string>
  readonly prometheusContentType: string
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'ISO8583'])

export function createMetrics(): Metrics {
  const registry = new Registry()
  processMetrics(registry)

  return {
    requests: requestMetrics(registry),
    posting: postingMetrics(registry),
    cores: coreMetrics(registry),
    exceptions: exceptionMetrics(registry),
    sweeps: sweepMetrics(registry),
    switches: switchMetrics(registry),
    events: eventMetrics(registry),
    showBuild: (build) => showBuild(registry, build),
    watchOutbox: (read) => watchOutbox(registry, read),
    watchTokens: (read) => watchTokens(registry, read),
    watchEvm: (read) => watchEvm(registry, read),
    watchPool: (read) => watchPool(registry, read),
    watchWorkers: (read) => watchWorkers(registry, read),
    watchBusinessDays: (read) => watchBusinessDays(registry, read),
    watchClock: (read) => watchClock(registry, read),
    watchHealth: (read) => watchHealth(registry, read),
    snapshots: () => snapshotsOf(registry),
    raw: () => rawMetricsOf(registry),
    prometheusText: () => registry.metrics(),
    prometheusContentType: registry.contentType,
  }
}

function requestMetrics(registry: Registry): RequestMetrics {
  const seconds = new FastHistogram(
    {
      name: 'http_server_requests_seconds',
      help: 'Duration of HTTP requests, from their arrival to the last byte handed to the socket.',
      buckets: SECONDS_BUCKETS,
    },
    registry,
  )
  const kindOf = cachedByLabels((family, operation, method, status, outcome) =>
    seconds.labels({ family, operation, method, status, outcome }),
  )
  return { ofRoute: cachedByLabels((family, operation) => new CountedRoute(family, operation, kindOf)) }
}

type KindOf = (family: string, operation: string, method: string, status: string, outcome: string) => Observe

/** Most requests of a route have the same labels, so the last series is tried first. */
class CountedRoute implements RouteMetrics {
  readonly #family: string
  readonly #operation: string
  readonly #kindOf: KindOf
  #method: string | undefined
  #status = 0
  #responseCode: string | undefined
  #kind: Observe | undefined

  constructor(family: string, operation: string, kindOf: KindOf) {
    this.#family = family
    this.#operation = operation
    this.#kindOf = kindOf
  }

  completed(method: string, status: number, responseCode: string | undefined, seconds: number): void {
    if (method !== this.#method || status !== this.#status || responseCode !== this.#responseCode) {
      const known = METHODS.has(method) ? method : 'OTHER'
      const outcome = outcomeOf(status, responseCode)
      this.#kind = this.#kindOf(this.#family, this.#operation, known, statusText(status), outcome)
      this.#method = method
      this.#status = status
      this.#responseCode = responseCode
    }
    this.#kind?.observe(seconds)
  }
}

const STATUS_TEXTS = Array.from({ length: 600 }, (_none, status) => String(status))

/** The same string object for the same status, so that its hash is computed once. */
function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? 'OTHER'
}

// Micrometer's terms, plus one: a decline is HTTP 200, but not a success for the customer.
function outcomeOf(status: number, responseCode: string | undefined): string {
  if (status >= 500) return 'SERVER_ERROR'
  if (status >= 400) return 'CLIENT_ERROR'
  if (status >= 300) return 'REDIRECTION'
  return responseCode === undefined || responseCode === '000' ? 'SUCCESS' : 'DECLINED'
}

function showBuild(registry: Registry, { version, commit }: BuildLabels): void {
  new Gauge({
    name: 'tillgate_build_info',
    help: 'Always 1; the labels say which version, commit and Node run.',
    aggregator: 'max',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ version, commit, node: process.versions.node }, 1)
}

function watchOutbox(registry: Registry, read: () => Promise<OutboxStats>): void {
  // Both gauges of one scrape share a read.
  const readOnce = sharedRun(() => read().catch(() => undefined))
  for (const [name, help, figure] of [
    ['mail_outbox_mails', 'Mails that wait to be sent.', 'mails'],
    ['mail_outbox_oldest_seconds', 'Age of the oldest mail that waits to be sent; 0 when none does.', 'oldestSeconds'],
  ] as const) {
    new Gauge({
      name,
      help,
      // Every worker reads the same rows.
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const stats = await readOnce()
        if (stats !== undefined) this.set(stats[figure])
      },
    })
  }
}

function watchPool(registry: Registry, read: () => PoolStats): void {
  for (const [state, figure, help] of [
    // By convention only counters end with _total.
    ['open', 'total', 'Connections open to the database.'],
    ['idle', 'idle', 'Open connections that are not in use.'],
    ['waiting', 'waiting', 'Requests that wait for a connection.'],
  ] as const) {
    new Gauge({
      name: `database_connections_${state}`,
      help,
      registers: [registry],
      collect() {
        this.set(read()[figure])
      },
    })
  }
  for (const [name, figure, help] of [
    ['connect', 'connectTimeouts', 'Connections that the database did not open in time.'],
    ['pool', 'placeTimeouts', 'Requests for which no connection became free in time.'],
  ] as const) {
    new Counter({
      name: `database_${name}_timeouts_total`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read()[figure])
      },
    })
  }
}

function watchWorkers(registry: Registry, read: () => readonly WorkerStats[]): void {
  const watch = (name: string, help: string, figure: (worker: WorkerStats) => number, aggregator: 'sum' | 'min') =>
    new Gauge({
      name,
      help,
      labelNames: ['server'],
      aggregator,
      registers: [registry],
      collect() {
        this.reset()
        for (const worker of read()) this.set({ server: worker.address }, figure(worker))
      },
    })
  watch('database_server_up', 'Whether a server of distributed books answers.', (one) => Number(one.isReachable), 'min')
  watch('database_server_connections_open', 'Connections open to the server.', (one) => one.load.total, 'sum')
  watch('database_server_connections_idle', 'Open connections that are not in use.', (one) => one.load.idle, 'sum')
  watch('database_server_connections_waiting', 'Batches that wait for a connection.', (one) => one.load.waiting, 'sum')
}

function watchBusinessDays(registry: Registry, read: () => ReadonlyMap<string, number>): void {
  new Gauge({
    name: 'business_day_lag_days',
    help: 'Past business days of an institution that are not closed yet.',
    labelNames: ['institution'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset()
      for (const [institution, days] of read()) this.set({ institution }, days)
    },
  })
}

function watchClock(registry: Registry, read: () => number): void {
  new Gauge({
    name: 'node_clock_ahead_seconds',
    help: "Seconds that the clock of this node is ahead of the database's; negative when it is behind.",
    // Workers of a node share its clock.
    aggregator: 'average',
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}
