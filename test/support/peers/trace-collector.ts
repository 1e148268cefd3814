// A real OTLP/HTTP collector for tests: it keeps the spans it receives, and can refuse or never answer.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** OTLP: 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly status: { readonly code?: number; readonly message?: string }
  readonly events: readonly unknown[]
  readonly links: readonly unknown[]
  readonly traceState?: string
}

export interface TraceCollector {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** The attributes of the resource that sent the last spans. */
  resource(): Readonly<Record<string, string | number>>
  /** Everything received, as text. */
  raw(): string
  /** Requests received so far, answered or not. */
  requests(): number
  close(): Promise<void>
}

interface OtlpAttribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string; readonly doubleValue?: number }
}

interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & { readonly attributes: readonly OtlpAttribute[] })[]
    }[]
  }[]
}

/** `hangs`: accepts requests and never answers. */
export async function startTraceCollector({ hangs = false, port = 0 } = {}): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = []
  let resource: Record<string, string | number> = {}
  let raw = ''
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    const body = await text(request)
    if (hangs) return
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    raw += body
    for (const { resource: sender, scopeSpans } of (JSON.parse(body) as OtlpTraces).resourceSpans) {
      resource = valuesOf(sender.attributes)
      for (const scope of scopeSpans) {
        for (const span of scope.spans) spans.push({ ...span, attributes: valuesOf(span.attributes) })
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource: () => resource,
    raw: () => raw,
    requests: () => requests,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function valuesOf(attributes: readonly OtlpAttribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  )
}
