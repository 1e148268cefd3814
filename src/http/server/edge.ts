// What every request meets, whichever route takes it: its call and headers at the start, its refusal, its log line and
// figures at the end.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, isoTimestamp, monotonicMs } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import { Call } from '../call.ts'
import type { Family, Route } from '../family.ts'
import { renderProblemJson } from '../problems/problem-json.ts'
import { problemOf } from '../problems/problem-of-error.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { RESPONSE_HEADERS } from './response-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call
    /** Writes the request's line with what its route says of it; absent when no route took the request. */
    routeLog: Logger | undefined
  }
}

/** What the metrics count. */
export interface RequestObserver {
  completed(request: {
    readonly family: string
    readonly operation: string
    readonly method: string
    readonly status: number
    readonly responseCode: string | undefined
    readonly seconds: number
  }): void
}

export interface EdgeParts {
  readonly families: readonly Family[]
  readonly clock: Clock
  readonly logger: Logger
  readonly observer?: RequestObserver | undefined
}

export class Edge {
  readonly allowed = new AllowedMethods()
  closing = false
  readonly #parts: EdgeParts

  constructor(parts: EdgeParts) {
    this.#parts = parts
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    request.call = new Call({
      correlationId: request.id,
      method: request.method,
      headers: request.headers,
      params: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      ip: request.ip,
      receivedAtMs: this.#parts.clock.now(),
      startedMs: monotonicMs(),
      response: reply.raw,
    })
    reply.headers(RESPONSE_HEADERS)
    reply.header('x-correlation-id', request.id)
  }

  /** No route takes the request: another method might, or nothing does. The body is not worth reading. */
  answerUnmatched(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const methods = this.allowed.of(pathOf(request.url))
    if (methods.length === 0) done(new Problem('not-found', 'There is nothing at this path'))
    else if (request.method === 'OPTIONS') reply.code(204).header('allow', methods.join(', ')).send()
    else done(new Problem('method-not-allowed', `This path takes ${methods.join(', ')}`, { allow: methods }))
  }

  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { call } = request
    const problem = problemOf(error)
    const family = call.family ?? this.#familyOf(request.url)
    call.family = family
    this.#report(problem, error, call)
    const about = { correlationId: call.correlationId, timestamp: isoTimestamp(this.#parts.clock.now()) }
    const rendered =
      call.renderProblem?.(problem, about) ?? family?.renderProblem(problem, about) ?? renderProblemJson(problem, about)
    call.responseCode = rendered.responseCode
    // Fastify closes the connection after a body it could not use. Ours have been read to the end, or are drained.
    if (!this.closing && reply.getHeader('connection') === 'close') reply.removeHeader('connection')
    if (problem.allow !== undefined) reply.header('allow', problem.allow.join(', '))
    const retryAfter = problem.retryAfterSeconds ?? (rendered.status === 503 || rendered.status === 429 ? 1 : undefined)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    if (rendered.headers !== undefined) reply.headers(rendered.headers)
    reply.code(rendered.status).header('content-type', rendered.contentType).send(rendered.body)
  }

  /** The line and the figures of a request that is over. */
  record(request: FastifyRequest, status: number): void {
    const { call } = request
    const ms = monotonicMs() - call.startedMs
    const family = call.family?.name ?? 'none'
    const operation = call.operation ?? 'none'
    const log = request.routeLog ?? this.#logOf(family, operation, request.routeOptions.url ?? 'unmatched')
    log.info(
      {
        correlationId: call.correlationId,
        method: call.method,
        status,
        responseCode: call.responseCode,
        partnerId: call.partnerId,
        userId: call.userId,
        institutionId: call.institutionId,
        ip: call.ip,
        ms: Math.round(ms * 1000) / 1000,
        replay: call.replayed || undefined,
      },
      'request',
    )
    this.#parts.observer?.completed({
      family,
      operation,
      method: call.method,
      status,
      responseCode: call.responseCode,
      seconds: ms / 1000,
    })
  }

  /** Made once per route, so that what is the same in all its lines is written out once. */
  routeLog(family: Family, route: Route): Logger {
    return this.#logOf(family.name, route.operation, route.path)
  }

  /** The path is the route's pattern and not the URL, which may carry anything. */
  #logOf(family: string, operation: string, path: string): Logger {
    return this.#parts.logger.child({ family, operation, path })
  }

  #familyOf(url: string): Family | undefined {
    const path = pathOf(url)
    return this.#parts.families.find(({ prefixes }) =>
      prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
    )
  }

  /** Refusals are the caller's and need no words; faults and defects are ours and get their cause and stack. */
  #report(problem: Problem, error: unknown, call: Call): void {
    if (problem.httpStatus < 500) return
    const line = { correlationId: call.correlationId, operation: call.operation, err: problem.cause ?? error }
    if (problem.kind === 'internal') this.#parts.logger.error(line, problem.message)
    else this.#parts.logger.warn(line, problem.message)
  }
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
