// The figures of the process, kept by prom-client. Others are handed the observers below and never see the registry.
// Labels are words of our own (operation ids, response codes, institution ids): no card number, secret or free text
// that a caller sent ever becomes one, and their number stays bounded.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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
  const seconds = new Histogram({
    name: 'http_server_requests_seconds',
    help: 'Duration of HTTP requests, from their arrival to the last byte handed to the socket.',
    labelNames: ['family', 'operation', 'method', 'status', 'outcome'],
    buckets: REQUEST_BUCKETS,
    registers: [registry],
  })
  const observe = remembered((family, operation, method, status, outcome) =>
    seconds.labels({ family, operation, method, status, outcome }),
  )
  return {
    completed(request) {
      const method = METHODS.has(request.method) ? request.method : 'OTHER'
      const outcome = outcomeOf(request.status, request.responseCode)
      observe(request.family, request.operation, method, String(request.status), outcome).observe(request.seconds)
    },
  }
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
  const batchSize = new Histogram({
    name: 'posting_batch_size',
    help: 'Orders that one database transaction posted together.',
    buckets: BATCH_BUCKETS,
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'posting_batch_seconds',
    help: 'Duration of a posting batch, from its first query to its commit.',
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const depth = new Gauge({
    name: 'posting_queue_depth',
    help: 'Orders that wait for the next batch of their institution.',
    labelNames: ['institution'],
    registers,
  })
  const orders = new Counter({
    name: 'posting_orders_total',
    help: 'Orders answered, by transaction type and response code.',
    labelNames: ['type', 'code'],
    registers,
  })
  const replays = new Counter({
    name: 'posting_replays_total',
    help: 'Orders answered from their stored response.',
    registers,
  })
  const coalesced = new Counter({
    name: 'posting_coalesced_total',
    help: 'Orders that joined an identical one in flight.',
    registers,
  })
  const retries = new Counter({
    name: 'posting_retries_total',
    help: 'Batches tried again, by the SQLSTATE that caused it.',
    labelNames: ['sqlstate'],
    registers,
  })

  const depthOf = remembered((institution) => depth.labels({ institution }))
  const ordersOf = remembered((type, code) => orders.labels({ type, code }))
  const retriesOf = remembered((sqlstate) => retries.labels({ sqlstate }))
  return {
    batchCommitted(batch) {
      batchSize.observe(batch.orders)
      batchSeconds.observe(batch.seconds)
    },
    retried: (reason) => retriesOf(/^[0-9A-Z]{5}$/.test(reason) ? reason : 'OTHER').inc(),
    replayed: () => replays.inc(),
    coalesced: () => coalesced.inc(),
    answered: (order) => ordersOf(order.type, order.code).inc(),
    queueDepth: (institutionId, waiting) => depthOf(institutionId).set(waiting),
  }
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

// Finding a child by its labels costs more than the observation, so each one is made once. The bound is a safety net:
// should a label ever turn out to be unbounded, memory must not be what tells us.
const MOST_CHILDREN = 5_000

function remembered<Labels extends string[], Child>(make: (...labels: Labels) => Child): (...labels: Labels) => Child {
  const children = new Map<string, Child>()
  return (...labels) => {
    const key = labels.join('\0')
    let child = children.get(key)
    if (child === undefined) {
      child = make(...(children.size < MOST_CHILDREN ? labels : (labels.map(() => 'OTHER') as Labels)))
      if (children.size < MOST_CHILDREN) children.set(key, child)
    }
    return child
  }
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
