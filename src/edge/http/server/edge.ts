// What a request on any route gets: its Call, the rendering of its error, its log line and its metrics.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { Call } from '../call.ts'
import type { Family, Route } from '../family.ts'
import { problemFor, problemOf } from '../problems/problem-from-error.ts'
import { renderProblemJson } from '../problems/problem-json.ts'
import type { RenderedProblem } from '../problems/problem-renderer.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { clientAddressOf } from './client-address.ts'
import { RequestLog, type RouteObserver } from './request-log.ts'

/** Metrics per route. */
export interface RequestObserver {
  ofRoute(family: string, operation: string): RouteObserver
}

/** A span per request. Undefined when traces are off. */
export interface RequestTracer {
  begin(call: Call): RequestSpan
}

export interface RequestSpan {
  /** Runs work whose spans belong to this request. */
  run<Result>(work: () => Result): Result
  /** `path` is the route's pattern. */
  end(answered: { readonly path: string; readonly operation: string; readonly status: number }): void
}

export interface EdgeParts {
  readonly families: readonly Family[]
  readonly clock: Clock
  readonly logger: Logger
  readonly observer?: RequestObserver | undefined
  readonly tracer?: RequestTracer | undefined
}

const NOTHING: Readonly<Record<string, never>> = Object.freeze({})

export class Edge {
  readonly allowed = new AllowedMethods()
  readonly tracer: RequestTracer | undefined
  /** Set when the server begins to stop: every answer then closes its connection. */
  closing = false
  readonly #parts: EdgeParts

  constructor(parts: EdgeParts) {
    this.#parts = parts
    this.tracer = parts.tracer
  }

  begin(request: FastifyRequest, reply: FastifyReply): Call {
    return new Call({
      correlationId: request.id,
      method: request.method,
      headers: request.headers,
      params: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      ip: clientAddressOf(request),
      receivedAtMs: this.#parts.clock.now(),
      startedMs: monotonicMs(),
      response: reply.raw,
    })
  }

  /** A request of a written-out path, without a query, from a client that is connected to us. */
  beginDirect(correlationId: string, request: IncomingMessage, response: ServerResponse): Call {
    return new Call({
      correlationId,
      method: request.method ?? '',
      headers: request.headers,
      params: NOTHING,
      query: NOTHING,
      ip: request.socket.remoteAddress ?? '',
      receivedAtMs: this.#parts.clock.now(),
      startedMs: monotonicMs(),
      response,
    })
  }

  /** Renders an error by the route, its family, or the default. */
  renderRefusal(error: unknown, call: Call, url: string): RenderedProblem {
    const path = pathOf(url)
    const family = call.family ?? this.#familyOf(path)
    call.family = family
    const problem = problemFor(family, problemOf(error))
    this.#report(problem, error, call)
    const timestamp = isoTimestamp((family?.clock ?? this.#parts.clock).now())
    const about = { correlationId: call.correlationId, timestamp, path, body: call.body }
    const rendered =
      call.renderProblem?.(problem, about) ?? family?.renderProblem(problem, about) ?? renderProblemJson(problem, about)
    call.responseCode = rendered.responseCode
    const retryAfter = problem.retryAfterSeconds ?? (rendered.status === 503 || rendered.status === 429 ? 1 : undefined)
    const headers = {
      ...(problem.allow !== undefined && { allow: problem.allow.join(', ') }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...rendered.headers,
    }
    return { ...rendered, headers }
  }

  /** Logs, measures and traces a finished request. */
  record(call: Call, status: number, routeLog: RequestLog | undefined, span: RequestSpan | undefined): void {
    const ms = monotonicMs() - call.startedMs
    const log = routeLog ?? this.#logOf(call.family?.name ?? 'none', 'none', 'unmatched')
    log.write(call, status, ms)
    span?.end({ path: log.path, operation: log.operation, status })
  }

  requestLog(family: Family, route: Route): RequestLog {
    return this.#logOf(family.name, route.operation, route.path)
  }

  #logOf(family: string, operation: string, path: string): RequestLog {
    const { logger, observer } = this.#parts
    return new RequestLog({ logger, observer: observer?.ofRoute(family, operation), family, operation, path })
  }

  #familyOf(path: string): Family | undefined {
    return this.#parts.families.find(({ prefixes }) =>
      prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
    )
  }

  /** 4xx needs no log entry beyond the request's line; faults and defects are logged with cause and stack. */
  #report(problem: Problem, error: unknown, call: Call): void {
    if (problem.httpStatus < 500) return
    const line = { correlationId: call.correlationId, operation: call.operation, err: problem.cause ?? error }
    if (problem.kind === 'internal') this.#parts.logger.error(line, problem.message)
    else this.#parts.logger.warn(line, problem.message)
  }
}

/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
