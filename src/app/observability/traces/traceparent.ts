// The W3C trace context header: `version-traceid-parentid-flags`. Anything malformed is ignored, as the standard asks.
// `tracestate` is not read: it is text of the caller, which would leave with the trace.

import { type SpanContext, TraceFlags } from '@opentelemetry/api'

// A later version may append fields; version 00 has exactly four.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const MAX_LENGTH = 256

export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  if (header === undefined || header.length > MAX_LENGTH) return undefined
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header) ?? []
  if (version === undefined || (version === '00' && rest !== undefined)) return undefined
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return { traceId, spanId, traceFlags, isRemote: true }
}

export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags === TraceFlags.SAMPLED ? '01' : '00'}`
}
