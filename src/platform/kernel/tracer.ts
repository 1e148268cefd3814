// What parts call to trace their own work. Traces are off by default: the tracer is then undefined, and callers write
// `tracer?.start(…)`.

/**
 * Everything that a span may say. The type is a list on purpose: no card number, secret, query or text of a caller can be
 * attached to a trace without a change here.
 */
export interface SpanAttributes {
  'http.request.method'?: string
  /** The pattern of the route, never the path. */
  'http.route'?: string
  'http.response.status_code'?: number
  'tillgate.correlation_id'?: string
  'tillgate.operation'?: string
  'tillgate.institution'?: string
  /** Time that an order waited for its batch. */
  'tillgate.posting.queue_ms'?: number
  /** Orders of the batch. */
  'tillgate.posting.batch_size'?: number
  'tillgate.core.operation'?: string
  /** How the call ended: answered, not-sent or unanswered. */
  'tillgate.core.exchange'?: string
}

export interface Span {
  /** The W3C header that makes the spans of the receiver children of this one. */
  readonly traceparent: string
  set(attributes: SpanAttributes): void
  end(hasFailed: boolean): void
}

export interface Tracer {
  /** Starts a span below the request that is being answered, or a trace of its own. */
  start(name: 'posting' | 'core call', attributes: SpanAttributes): Span
}
