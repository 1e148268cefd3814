// The figures of the process, kept by prom-client. Others are handed the observers below and never see the registry.
// Labels are words of our own (operation ids, response codes, institution ids): no card number, secret or free text
// that a caller sent ever becomes one, and their number stays bounded.

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { PlainHistogram } from './plain-histogram.ts'

/** One request that was answered, as the edge tells it. */
export interface CompletedRequest {
  readonly family: string
  readonly operation: string
  readonly method: string
  readonly status: number
  /** Family A only: `status.responseCode`. */
  readonly responseCode?: string | undefined
  readonly seconds: number
}

export interface RequestFigures {
  completed(request: CompletedRequest): void
}

export interface PostingFigures {
  batchCommitted(batch: { institutionId: string; orders: number; seconds: number }): void
  /** A batch is tried again; the reason is the SQLSTATE that the database gave. */
  retried(reason: string): void
  replayed(): void
  coalesced(): void
  answered(order: { type: string; code: string }): void
  queueDepth(institutionId: string, depth: number): void
}

export interface PoolFigures {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  /** Which part of a histogram or summary this is; a plain value otherwise. */
  readonly part: 'value' | 'count' | 'sum' | 'bucket'
  readonly value: number
}

/** One figure of the registry in plain words, for those who render it otherwise than Prometheus does. */
export interface Figure {
  readonly name: string
  readonly description: string
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly samples: readonly Sample[]
}

export interface Metrics {
  readonly registry: Registry
  readonly requests: RequestFigures
  readonly posting: PostingFigures
  /** Reads the pool whenever somebody looks at the figures. */
  watchPool(read: () => PoolFigures): void
  figures(): Promise<Figure[]>
  prometheusText(): Promise<string>
  readonly prometheusContentType: string
}

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'process_uptime_seconds',
    help: 'How long the process has been running.',
    registers,
    collect() {
      this.set(process.uptime())
    },
  })

  return {
    registry,
    requests: requestFigures(registry),
    posting: postingFigures(registry),
    watchPool: (read) => watchPool(registry, read),
    figures: () => figuresOf(registry),
    prometheusText: () => registry.metrics(),
    prometheusContentType: registry.contentType,
  }
}

function requestFigures(registry: Registry): RequestFigures {
  const seconds = new PlainHistogram(
    {
      name: 'http_server_requests_seconds',
      help: 'Duration of HTTP requests, from their arrival to the last byte handed to the socket.',
      buckets: REQUEST_BUCKETS,
    },
    registry,
  )
  const kindOf = remembered((family, operation, method, status, outcome) =>
    seconds.labels({ family, operation, method, status, outcome }),
  )
  return {
    completed(request) {
      const method = METHODS.has(request.method) ? request.method : 'OTHER'
      const outcome = outcomeOf(request.status, request.responseCode)
      kindOf(request.family, request.operation, method, statusText(request.status), outcome).observe(request.seconds)
    },
  }
}

const STATUS_TEXTS = Array.from({ length: 600 }, (_none, status) => String(status))

/** The same string for the same status each time: its hash is then computed once. */
function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? 'OTHER'
}

// Micrometer's words, and one of ours: a decline is HTTP 200 but no success for the customer.
function outcomeOf(status: number, responseCode: string | undefined): string {
  if (status >= 500) return 'SERVER_ERROR'
  if (status >= 400) return 'CLIENT_ERROR'
  if (status >= 300) return 'REDIRECTION'
  return responseCode === undefined || responseCode === '000' ? 'SUCCESS' : 'DECLINED'
}

function postingFigures(registry: Registry): PostingFigures {
  const registers = [registry]
  const batchSize = new PlainHistogram(
    {
      name: 'posting_batch_size',
      help: 'Orders that one database transaction posted together.',
      buckets: BATCH_BUCKETS,
    },
    registry,
  ).labels({})
  const batchSeconds = new PlainHistogram(
    {
      name: 'posting_batch_seconds',
      help: 'Duration of a posting batch, from its first query to its commit.',
      buckets: REQUEST_BUCKETS,
    },
    registry,
  ).labels({})
  const depths = tallies((institution) => ({ institution }))
  const orders = tallies((type, code) => ({ type, code }))
  const retries = tallies((sqlstate) => ({ sqlstate }))
  const totals = { replays: 0, coalesced: 0 }

  new Gauge({
    name: 'posting_queue_depth',
    help: 'Orders that wait for the next batch of their institution.',
    labelNames: ['institution'],
    registers,
    collect() {
      for (const { labels, value } of depths.all) this.set(labels, value)
    },
  })
  new Counter({
    name: 'posting_orders_total',
    help: 'Orders answered, by transaction type and response code.',
    labelNames: ['type', 'code'],
    registers,
    collect() {
      this.reset()
      for (const { labels, value } of orders.all) this.inc(labels, value)
    },
  })
  new Counter({
    name: 'posting_retries_total',
    help: 'Batches tried again, by the SQLSTATE that caused it.',
    labelNames: ['sqlstate'],
    registers,
    collect() {
      this.reset()
      for (const { labels, value } of retries.all) this.inc(labels, value)
    },
  })
  for (const [name, help, read] of [
    ['posting_replays_total', 'Orders answered from their stored response.', () => totals.replays],
    ['posting_coalesced_total', 'Orders that joined an identical one in flight.', () => totals.coalesced],
  ] as const) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  return {
    batchCommitted(batch) {
      batchSize.observe(batch.orders)
      batchSeconds.observe(batch.seconds)
    },
    retried(reason) {
      retries.of(/^[0-9A-Z]{5}$/.test(reason) ? reason : 'OTHER').value++
    },
    replayed() {
      totals.replays++
    },
    coalesced() {
      totals.coalesced++
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

/** Plain numbers by their labels, which prom-client is told only when somebody looks. */
function tallies<Labels extends string[]>(labelsOf: (...labels: Labels) => Record<string, string>) {
  const all: Tally[] = []
  const of = remembered((...labels: Labels): Tally => {
    const tally = { labels: labelsOf(...labels), value: 0 }
    all.push(tally)
    return tally
  })
  return { all, of }
}

function watchPool(registry: Registry, read: () => PoolFigures): void {
  for (const [state, help] of [
    ['total', 'Connections open to the database.'],
    ['idle', 'Open connections that nobody uses.'],
    ['waiting', 'Requests that wait for a connection.'],
  ] as const) {
    new Gauge({
      name: `database_connections_${state}`,
      help,
      registers: [registry],
      collect() {
        this.set(read()[state])
      },
    })
  }
}

// The bound is a safety net: should a label ever turn out to be unbounded, memory must not be what tells us.
const MOST_KINDS = 5_000

/** Makes one thing per combination of labels; past the bound, all further ones share one. */
function remembered<Labels extends string[], Kind>(make: (...labels: Labels) => Kind): (...labels: Labels) => Kind {
  // A map per label rather than one key joined from all: looking up a known string needs no new one.
  const root: Branch<Kind> = { branches: new Map(), kind: undefined }
  let kinds = 0
  let others: Kind | undefined
  return (...labels) => {
    let branch = root
    for (const label of labels) branch = branch.branches.get(label) ?? grow(branch, label, kinds < MOST_KINDS)
    if (branch.kind !== undefined) return branch.kind
    if (kinds >= MOST_KINDS) {
      others ??= make(...(labels.map(() => 'OTHER') as Labels))
      return others
    }
    kinds++
    branch.kind = make(...labels)
    return branch.kind
  }
}

interface Branch<Kind> {
  readonly branches: Map<string, Branch<Kind>>
  kind: Kind | undefined
}

function grow<Kind>(branch: Branch<Kind>, label: string, isKept: boolean): Branch<Kind> {
  const grown: Branch<Kind> = { branches: new Map(), kind: undefined }
  if (isKept) branch.branches.set(label, grown)
  return grown
}

/** What getMetricsAsJSON really returns; its declared type claims that `type` is a number. */
interface RawFigure {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number | undefined>>
    readonly metricName?: string
  }[]
}

async function figuresOf(registry: Registry): Promise<Figure[]> {
  const raw: readonly RawFigure[] = await registry.getMetricsAsJSON()
  return raw.map((figure) => ({
    name: figure.name,
    description: figure.help,
    kind: figure.type as Figure['kind'],
    samples: figure.values.map((sample) => ({
      labels: Object.fromEntries(Object.entries(sample.labels).map(([name, value]) => [name, String(value)])),
      part: partOf(figure, sample.metricName),
      value: sample.value,
    })),
  }))
}

function partOf(figure: RawFigure, metricName: string | undefined): Sample['part'] {
  if (figure.type !== 'histogram' && figure.type !== 'summary') return 'value'
  if (metricName === `${figure.name}_count`) return 'count'
  return metricName === `${figure.name}_sum` ? 'sum' : 'bucket'
}
