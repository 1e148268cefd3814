// The figures of the process, kept by prom-client. Others are handed the observers below and never see the registry.
// Labels are words of our own (operation ids, response codes, institution ids): no card number, secret or free text
// that a caller sent ever becomes one, and their number stays bounded.

import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { remembered } from './label-kinds.ts'
import { type Observe, PlainHistogram, SECONDS_BUCKETS } from './plain-histogram.ts'
import { type PostingFigures, postingFigures } from './posting-figures.ts'

/** The requests of one route, as the edge tells of them. `responseCode` is family A's `status.responseCode`. */
export interface RouteFigures {
  completed(method: string, status: number, responseCode: string | undefined, seconds: number): void
}

export interface RequestFigures {
  ofRoute(family: string, operation: string): RouteFigures
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
  readonly requests: RequestFigures
  readonly posting: PostingFigures
  /** Reads the pool whenever somebody looks at the figures. */
  watchPool(read: () => PoolFigures): void
  figures(): Promise<Figure[]>
  prometheusText(): Promise<string>
  readonly prometheusContentType: string
}

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
      buckets: SECONDS_BUCKETS,
    },
    registry,
  )
  const kindOf = remembered((family, operation, method, status, outcome) =>
    seconds.labels({ family, operation, method, status, outcome }),
  )
  return { ofRoute: remembered((family, operation) => new CountedRoute(family, operation, kindOf)) }
}

type KindOf = (family: string, operation: string, method: string, status: string, outcome: string) => Observe

/** Most requests of a route end alike, so the kind of the last one is tried first. */
class CountedRoute implements RouteFigures {
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
