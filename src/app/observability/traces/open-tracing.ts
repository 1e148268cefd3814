// OpenTelemetry traces: a span per request, and below it spans of parts that start them (kernel/tracer.ts). This module is
// imported only when a collector is configured (decision 32).

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import type { Span, SpanAttributes, Tracer } from '../../../platform/kernel/tracer.ts'
import { CollectorExporter, EXPORT_LIMIT_MS, type ExportLog } from './span-exporter.ts'
import { formatTraceparent, parseTraceparent } from './traceparent.ts'

export interface TracingOptions {
  readonly endpoint: string
  readonly sampler: SamplerName
  /** The share of a ratio sampler. */
  readonly ratio: number
  readonly version: string
  readonly log: ExportLog
}

type RootSamplerName = 'always_on' | 'always_off' | 'traceidratio'
type SamplerName = RootSamplerName | `parentbased_${RootSamplerName}`

/** A request as its span sees it. */
interface TracedCall {
  readonly method: string
  readonly correlationId: string
  header(name: string): string | undefined
}

interface AnsweredRequest {
  readonly path: string
  readonly operation: string
  readonly status: number
}

export interface Tracing extends Tracer {
  /** The span of a request, from its arrival to its answer. */
  begin(call: TracedCall): RequestSpan
  /** Exports what is left, for at most two seconds. */
  close(): Promise<void>
}

interface RequestSpan {
  /** Runs work whose spans belong to this request. */
  run<Result>(work: () => Result): Result
  end(answered: AnsweredRequest): void
}

/** Spans that wait for the collector; further ones are dropped. A span takes about one kilobyte. */
const MAX_QUEUED = 8_192
const MAX_BATCH = 512
const EXPORT_EVERY_MS = 2_000
const CLOSE_LIMIT_MS = 2_000

export function openTracing({ endpoint, sampler, ratio, version, log }: TracingOptions): Tracing {
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, ratio),
    resource: resourceOf(version),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new CollectorExporter(endpoint, log),
        maxQueueSize: MAX_QUEUED,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_LIMIT_MS,
      }),
    ],
  })
  return new OpenTelemetryTracing(provider, version)
}

class OpenTelemetryTracing implements Tracing {
  readonly #provider: TracerProvider
  readonly #tracer: OtelTracer
  /** The request that is being answered. */
  readonly #current = new AsyncLocalStorage<Context>()

  constructor(provider: TracerProvider, version: string) {
    this.#provider = provider
    this.#tracer = provider.getTracer('tillgate', version)
  }

  begin(call: TracedCall): RequestSpan {
    const { method, correlationId } = call
    const remote = parseTraceparent(call.header('traceparent'))
    const parent = remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote)
    const options = {
      kind: SpanKind.SERVER,
      attributes: attributesOf({ 'http.request.method': method, 'tillgate.correlation_id': correlationId }),
    }
    const span = this.#tracer.startSpan(method, options, parent)
    const context = trace.setSpan(ROOT_CONTEXT, span)
    return {
      run: (work) => this.#current.run(context, work),
      end({ path, operation, status }) {
        span.updateName(`${method} ${path}`)
        span.setAttributes(
          attributesOf({ 'http.route': path, 'tillgate.operation': operation, 'http.response.status_code': status }),
        )
        finish(span, status >= 500)
      },
    }
  }

  start(name: Parameters<Tracer['start']>[0], attributes: SpanAttributes): Span {
    const kind = name === 'core call' ? SpanKind.CLIENT : SpanKind.INTERNAL
    const parent = this.#current.getStore() ?? ROOT_CONTEXT
    const span = this.#tracer.startSpan(name, { kind, attributes: attributesOf(attributes) }, parent)
    return {
      get traceparent() {
        return formatTraceparent(span.spanContext())
      },
      set(more) {
        span.setAttributes(attributesOf(more))
      },
      end: (hasFailed) => finish(span, hasFailed),
    }
  }

  async close(): Promise<void> {
    // A collector that is down or slow costs the last spans.
    await withTimeout(this.#provider.shutdown(), CLOSE_LIMIT_MS).catch(() => {})
  }
}

/** Without a message: the text of an error may quote what a caller sent. */
function finish(span: OtelSpan, hasFailed: boolean): void {
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function attributesOf(attributes: SpanAttributes): Attributes {
  return attributes as Attributes
}

/** Only what identifies the service: the detectors of host and process would export command lines and paths. */
function resourceOf(version: string) {
  const own = resourceFromAttributes({ 'service.name': 'tillgate', 'service.version': version })
  const fromEnvironment = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })
  return defaultResource().merge(own).merge(fromEnvironment)
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: samplerOf('always_on', ratio) })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: samplerOf('always_off', ratio) })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: samplerOf('traceidratio', ratio) })
  }
}
