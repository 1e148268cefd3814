// A core bank behind HTTP, as contract/core.json describes it. What each call throws (see remote-core.ts):
//
//   nothing was sent, or the core's own 401, 403, 503, unknown institution or path   unavailable
//   the core's own 400 or 409: it rejects the call and did nothing                    internal
//   sent, and no answer, or one that is not understood: execute and cancel            timeout
//                                                       reads                         unavailable
//   sent, and the deadline has passed                                                 timeout
//
// Redirects are not followed: they are answers that are not understood.

import type { Resolve } from '../../../administration/institutions/connectivity/guarded-lookup.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem, timedOut, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Span } from '../../../platform/kernel/tracer.ts'
import { DECLINE, type LookupOutcome } from '../outcome.ts'
import type { RemoteBalanceInquiry, RemoteCore, RemoteLookup, RemoteOrder, RemoteOutcome } from '../remote-core.ts'
import { CircuitBreaker, type CircuitOptions, type CircuitState } from './circuit-breaker.ts'
import {
  type Decoded,
  decodeHealth,
  decodeLookup,
  decodeOrderState,
  decodeOutcome,
  type RawAnswer,
} from './decode-answer.ts'
import { encodeInquiry, encodeLookup, encodeOrder } from './encode-order.ts'
import { type Exchange, HttpConnections, type HttpRequest, type PoolUse } from './http-connections.ts'
import type { CoreError } from './messages.ts'

export interface RestCoreOptions {
  /** Checked with `assertUsableUrl`. */
  readonly url: URL
  /** Which addresses may be connected to. */
  readonly environment: Environment
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve
  readonly userName?: string
  readonly password?: string
  /** Covers a whole call: waiting for a connection, connecting, and the answer. */
  readonly timeoutMs: number
  readonly probeTimeoutMs?: number
  readonly maxConnections: number
  /** Calls that may wait for a connection; default four per connection. */
  readonly maxWaiting?: number
  /** A connection that is idle for longer is closed; default 4 s. */
  readonly idleMs?: number
  readonly circuitBreaker: Omit<CircuitOptions, 'onState'>
  /** PEM certificates to trust instead of those of Node and of the system. */
  readonly ca?: string
  readonly observer?: Partial<RestCoreObserver>
  /** Starts the span of a call. Undefined when traces are off. */
  readonly startSpan?: (operation: RestOperation) => Span
}

export type RestOperation = 'execute' | 'find' | 'cancel' | 'lookup' | 'balance' | 'probe'
export type CallResult = 'answered' | 'rejected' | 'unavailable' | 'timeout' | 'circuit-open'

export interface RestCoreObserver {
  called(operation: RestOperation, result: CallResult, durationMs: number): void
  circuitChanged(state: CircuitState): void
  poolUsed(use: PoolUse): void
}

interface Call<T> {
  readonly operation: RestOperation
  readonly method: HttpRequest['method']
  readonly path: string
  readonly correlationId?: string
  readonly body?: unknown
  decode(answer: RawAnswer): Decoded<T>
  /** Whether it changes something at the core, so that a lost answer leaves the outcome unknown. */
  readonly changes: boolean
}

/** What a probe found out. `unreachable` is everything without an answer: name, address, port, TLS, or time. */
export type Finding = 'up' | 'down' | 'refused' | 'not-understood' | 'unreachable'

const HEALTH_CALL: Call<'UP' | 'DOWN'> = {
  operation: 'probe',
  method: 'GET',
  path: '/health',
  decode: decodeHealth,
  changes: false,
}
const PROBE_TIMEOUT_MS = 800
/** The outcome of an order that was cancelled because its reversal came first. */
const CANCELLED: RemoteOutcome = { code: DECLINE.reversedBeforeArrival }
const MAX_ANSWER_BYTES = 256 * 1024

/** The core works and rejects this call. */
const REJECTIONS: ReadonlySet<CoreError> = new Set(['MALFORMED', 'CONFLICT'])
/** Refusals that do not count as failures of the core. */
const HEALTHY: ReadonlySet<CoreError> = new Set(['MALFORMED', 'CONFLICT', 'UNKNOWN_ORDER', 'UNKNOWN_INSTITUTION'])

export class RestCore implements RemoteCore {
  readonly #options: RestCoreOptions
  readonly #connections: HttpConnections
  readonly #circuit: CircuitBreaker
  readonly #authorization: Readonly<Record<string, string>>

  constructor(options: RestCoreOptions) {
    const { url, environment, resolve, userName, password, maxConnections, idleMs, ca, observer } = options
    this.#options = options
    this.#connections = new HttpConnections({
      url,
      environment,
      ...(resolve !== undefined && { resolve }),
      maxConnections,
      maxWaiting: options.maxWaiting ?? 4 * maxConnections,
      ...(idleMs !== undefined && { idleMs }),
      ...(ca !== undefined && { ca }),
      onUse: (use) => observer?.poolUsed?.(use),
    })
    this.#circuit = new CircuitBreaker({
      ...options.circuitBreaker,
      onState: (state) => observer?.circuitChanged?.(state),
    })
    const credentials = Buffer.from(`${userName ?? ''}:${password ?? ''}`).toString('base64')
    this.#authorization = userName === undefined ? {} : { authorization: `Basic ${credentials}` }
  }

  get circuit(): CircuitState {
    return this.#circuit.state
  }

  get connections(): PoolUse {
    return this.#connections.use
  }

  /** Fails while the circuit is open; otherwise it probes without counting: only real calls close the circuit. */
  async probe(): Promise<void> {
    if (this.#circuit.state === 'open') throw unavailable('the circuit of the core is open')
    const startedMs = monotonicMs()
    const exchange = await this.#exchange(HEALTH_CALL, this.#request(HEALTH_CALL, this.#probeTimeoutMs))
    const verdict = judge(HEALTH_CALL, exchange)
    const isUp = verdict.kind === 'value' && verdict.value === 'UP'
    this.#options.observer?.called?.('probe', isUp ? 'answered' : 'unavailable', monotonicMs() - startedMs)
    if (!isUp) throw unavailable(verdict.kind === 'value' ? 'the core says that it is down' : verdict.why)
  }

  /** Probes once, for a person who sets the connection up. The result says no more about the network than they need. */
  async examine(): Promise<Finding> {
    const exchange = await this.#exchange(HEALTH_CALL, this.#request(HEALTH_CALL, this.#probeTimeoutMs))
    if (exchange.kind !== 'answered') return 'unreachable'
    const decoded = decodeHealth(exchange)
    if (decoded.kind === 'value') return decoded.value === 'UP' ? 'up' : 'down'
    const isRefused =
      decoded.kind === 'refusal' && (decoded.error === 'UNAUTHENTICATED' || decoded.error === 'FORBIDDEN')
    return isRefused ? 'refused' : 'not-understood'
  }

  get #probeTimeoutMs(): number {
    return this.#options.probeTimeoutMs ?? PROBE_TIMEOUT_MS
  }

  lookUpAccounts(lookup: RemoteLookup): Promise<LookupOutcome> {
    const { institutionId, correlationId } = lookup.origin
    return this.#call({
      operation: 'lookup',
      method: 'POST',
      path: `${institutionPath(institutionId)}/lookups`,
      correlationId,
      body: encodeLookup(lookup),
      decode: decodeLookup,
      changes: false,
    })
  }

  inquireBalance(inquiry: RemoteBalanceInquiry): Promise<RemoteOutcome> {
    const { institutionId, correlationId } = inquiry.origin
    return this.#call({
      operation: 'balance',
      method: 'POST',
      path: `${institutionPath(institutionId)}/balances`,
      correlationId,
      body: encodeInquiry(inquiry),
      decode: decodeOutcome,
      changes: false,
    })
  }

  async execute(order: RemoteOrder): Promise<RemoteOutcome> {
    const { institutionId, correlationId } = order.origin
    const state = await this.#call({
      operation: 'execute',
      method: 'PUT',
      path: orderPath(institutionId, order.reference),
      correlationId,
      body: encodeOrder(order),
      decode: (answer) => decodeOrderState(answer, order.reference),
      changes: true,
    })
    return state === 'cancelled' ? CANCELLED : state
  }

  async find(institutionId: string, reference: string): Promise<RemoteOutcome | undefined> {
    const state = await this.#call<RemoteOutcome | 'cancelled' | undefined>({
      operation: 'find',
      method: 'GET',
      path: orderPath(institutionId, reference),
      decode: (answer) => {
        const decoded = decodeOrderState(answer, reference)
        const isUnknown = decoded.kind === 'refusal' && decoded.error === 'UNKNOWN_ORDER'
        return isUnknown ? { kind: 'value', value: undefined } : decoded
      },
      changes: false,
    })
    return state === 'cancelled' ? CANCELLED : state
  }

  cancel(institutionId: string, reference: string): Promise<RemoteOutcome | 'cancelled'> {
    return this.#call({
      operation: 'cancel',
      method: 'POST',
      path: `${orderPath(institutionId, reference)}/cancel`,
      decode: (answer) => decodeOrderState(answer, reference),
      changes: true,
    })
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  async #call<T>(call: Call<T>): Promise<T> {
    const startedMs = monotonicMs()
    const report = (result: CallResult) =>
      this.#options.observer?.called?.(call.operation, result, monotonicMs() - startedMs)
    // Built first: a call that cannot be encoded must not count as a trial.
    const request = this.#request(call, this.#options.timeoutMs)
    const passage = this.#circuit.enter()
    if (passage === undefined) {
      report('circuit-open')
      throw unavailable('the circuit of the core is open')
    }
    const exchange = await this.#exchange(call, request)
    const verdict = judge(call, exchange)
    if (exchange.kind === 'not-sent' && exchange.turnedAway) passage.withdrawn()
    else if (verdict.kind === 'value' || verdict.isHealthy) passage.succeeded()
    else passage.failed()
    report(verdict.kind === 'value' ? 'answered' : verdict.kind)
    if (verdict.kind === 'value') return verdict.value
    throw problemOf(verdict)
  }

  #exchange({ operation }: Call<unknown>, request: HttpRequest): Promise<Exchange> {
    const span = this.#options.startSpan?.(operation)
    return span === undefined ? this.#connections.exchange(request) : this.#exchangeTraced(request, span)
  }

  /** The core gets the span as the parent of its own. */
  async #exchangeTraced(request: HttpRequest, span: Span): Promise<Exchange> {
    const headers = { ...request.headers, traceparent: span.traceparent }
    const exchange = await this.#connections.exchange({ ...request, headers })
    span.set({ 'tillgate.core.exchange': exchange.kind })
    if (exchange.kind === 'answered') span.set({ 'http.response.status_code': exchange.status })
    span.end(exchange.kind !== 'answered' || exchange.status >= 500)
    return exchange
  }

  #request(call: Call<unknown>, timeoutMs: number): HttpRequest {
    return {
      method: call.method,
      path: call.path,
      headers: {
        accept: 'application/json',
        'x-correlation-id': call.correlationId ?? newCorrelationId(),
        ...this.#authorization,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    }
  }
}

type CallOutcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | {
      readonly kind: 'rejected' | 'unavailable' | 'timeout'
      readonly why: string
      /** The core answered as it should, but refused the call. */
      readonly isHealthy: boolean
    }

function judge<T>(call: Call<T>, exchange: Exchange): CallOutcome<T> {
  if (exchange.kind === 'not-sent') return { kind: 'unavailable', why: exchange.why, isHealthy: false }
  if (exchange.kind === 'unanswered') {
    return { kind: call.changes || exchange.isLate ? 'timeout' : 'unavailable', why: exchange.why, isHealthy: false }
  }
  const decoded = call.decode(exchange)
  if (decoded.kind === 'value') return decoded
  if (decoded.kind === 'refusal') {
    const kind = REJECTIONS.has(decoded.error) ? 'rejected' : 'unavailable'
    return { kind, why: `the core refused the call: ${decoded.error}`, isHealthy: HEALTHY.has(decoded.error) }
  }
  const why = `the core gave an answer that is not understood: ${decoded.why}`
  return { kind: call.changes ? 'timeout' : 'unavailable', why, isHealthy: false }
}

function problemOf({ kind, why }: Exclude<CallOutcome<unknown>, { kind: 'value' }>): Problem {
  if (kind === 'timeout') return timedOut(why)
  return kind === 'unavailable' ? unavailable(why) : new Problem('internal', why)
}

function institutionPath(institutionId: string): string {
  return `/institutions/${encodeURIComponent(institutionId)}`
}

function orderPath(institutionId: string, reference: string): string {
  return `${institutionPath(institutionId)}/orders/${encodeURIComponent(reference)}`
}
