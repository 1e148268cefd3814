// Sends spans to the collector, and says in the log when that starts to fail and when it works again. A collector that is
// down costs its spans and nothing else.

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

type Done = Parameters<SpanExporter['export']>[1]

export interface ExportLog {
  info(message: string): void
  warn(details: object, message: string): void
}

/** For one batch, with its retries. */
export const EXPORT_LIMIT_MS = 5_000
const SUCCESS = 0

export class CollectorExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: ExportLog
  #isFailing = false

  constructor(endpoint: string, log: ExportLog) {
    this.#exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_LIMIT_MS })
    this.#log = log
  }

  export(spans: ReadableSpan[], done: Done): void {
    this.#exporter.export(spans, (result) => {
      this.#report(result.code === SUCCESS, result.error)
      done(result)
    })
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve()
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }

  #report(succeeded: boolean, error: Error | undefined): void {
    if (succeeded !== this.#isFailing) return
    this.#isFailing = !succeeded
    if (succeeded) this.#log.info('traces are exported again')
    // Only the message: the error may hold the collector's answer.
    else
      this.#log.warn({ reason: error?.message }, 'traces cannot be exported; they are dropped until this works again')
  }
}
