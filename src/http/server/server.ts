// The server: families mounted on Fastify, with everything that is the same for all of them. Correlation, headers,
// the answer to what no route takes, problems in the words of the family they belong to, one log line per request.

import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, isoTimestamp, monotonicMs } from '../../kernel/clock.ts'
import { isUuid, newCorrelationId } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { parseFormBody } from '../body/form-body.ts'
import { parseJsonBody } from '../body/json-body.ts'
import { Call } from '../call.ts'
import type { Family, Reply, Route } from '../family.ts'
import { renderProblemJson } from '../problems/problem-json.ts'
import { problemOf } from '../problems/problem-of-error.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { OverdueRequests } from './overdue-requests.ts'
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

export interface ServerOptions {
  readonly families: readonly Family[]
  readonly clock: Clock
  readonly logger: Logger
  readonly observer?: RequestObserver | undefined
  /** PEM; without it the server speaks plain HTTP. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined
  /** Addresses or networks whose X-Forwarded-* headers are believed. */
  readonly trustedProxies?: readonly string[] | undefined
  readonly bodyLimitBytes?: number
  /** How long a request may take to arrive, headers and all: a client that dribbles is cut off. */
  readonly requestTimeoutMs?: number
  readonly keepAliveTimeoutMs?: number
  /** The last resort against an answer that never comes; dependencies have shorter deadlines of their own. */
  readonly handlerTimeoutMs?: number
}

const DEFAULTS = {
  bodyLimitBytes: 256 * 1024,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  handlerTimeoutMs: 60_000,
}
const JSON_TYPE = 'application/json; charset=utf-8'

export function createServer(options: ServerOptions): FastifyInstance {
  const settings = { ...DEFAULTS, ...options }
  const edge = new Edge(options)
  const overdue = new OverdueRequests(settings.handlerTimeoutMs)
  // Half-sent headers are what a slow attack holds a connection with; nobody honest needs ten seconds for them.
  const patience = { headersTimeout: Math.min(settings.requestTimeoutMs, 10_000), connectionsCheckingInterval: 5_000 }
  const { tls } = options
  // Fastify's logger stays off: it would make a child logger for every request, and we write one line ourselves.
  const server = fastify({
    ...(tls === undefined ? { http: patience } : { https: { ...patience, cert: tls.cert, key: tls.key } }),
    logger: false,
    bodyLimit: settings.bodyLimitBytes,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveTimeoutMs,
    // A request that arrives on a live connection while we close is still answered, then the connection ends.
    return503OnClosing: false,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    genReqId: (raw) => {
      const sent = raw.headers['x-correlation-id']
      return typeof sent === 'string' && isUuid(sent) ? sent : newCorrelationId()
    },
    frameworkErrors: (error, request, reply) => {
      edge.begin(request as unknown as FastifyRequest, reply as unknown as FastifyReply)
      edge.refuse(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply)
      edge.record(request as unknown as FastifyRequest, reply.statusCode)
    },
    clientErrorHandler: answerBrokenRequest,
  }) as unknown as FastifyInstance
  server.decorateRequest('call')
  server.decorateRequest('routeLog')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    // Nothing sent is no body at all; whether that will do is the operation's to say.
    done(null, text === '' ? undefined : parseJsonBody(text as string))
  })
  server.addHook('onRoute', (route) => edge.allowed.add(route.method, route.url))
  server.addHook('onRequest', (request, reply, done) => {
    edge.begin(request, reply)
    if (request.is404) edge.answerUnmatched(request, reply, done)
    else done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    edge.record(request, reply.statusCode)
    done()
  })
  server.addHook('preClose', (done) => {
    closeIdleConnectionsUntilDone(server)
    edge.closing = true
    done()
  })
  server.addHook('onClose', (_server, done) => {
    overdue.stop()
    done()
  })
  server.setErrorHandler((error, request, reply) => edge.refuse(error, request, reply))
  for (const family of options.families) {
    for (const route of family.routes) {
      if (route.form === true) mountWithForm(server, edge, overdue, family, route)
      else mount(server, edge, overdue, family, route)
    }
  }
  return server
}

/** In a scope of its own, so that no other route has a parser for forms. */
function mountWithForm(server: FastifyInstance, edge: Edge, overdue: OverdueRequests, family: Family, route: Route) {
  server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
      done(null, parseFormBody(text as string))
    })
    mount(scope, edge, overdue, family, route)
  })
}

function mount(server: FastifyInstance, edge: Edge, overdue: OverdueRequests, family: Family, route: Route): void {
  const routeLog = edge.routeLog(family, route)
  server.route({
    method: route.method,
    url: route.path,
    onRequest: (request, _reply, done) => {
      const { call } = request
      request.routeLog = routeLog
      call.family = family
      call.renderProblem = route.renderProblem
      call.operation = route.operation
      let admitted: void | Promise<void>
      try {
        admitted = route.admit?.(call)
      } catch (error) {
        done(error as Error)
        return
      }
      if (admitted === undefined) done()
      else admitted.then(() => done(), done)
    },
    handler: async (request, reply) => {
      const { call } = request
      call.body = request.body
      overdue.begin(request, reply)
      try {
        const answer = await route.answer(call)
        if (!reply.sent) send(reply, answer)
      } finally {
        overdue.end(request)
        // The client hung up meanwhile. What was done is done, and the log must still say so.
        if (request.raw.socket.destroyed) edge.record(request, 499)
      }
      return reply
    },
  })
}

function send(reply: FastifyReply, answer: Reply): void {
  if (answer.status !== undefined) reply.code(answer.status)
  if (answer.headers !== undefined) reply.headers(answer.headers)
  reply.header('content-type', answer.contentType ?? JSON_TYPE)
  reply.send(answer.body)
}

/** What the hooks share: the families, the log and the metrics. */
class Edge {
  readonly allowed = new AllowedMethods()
  closing = false
  readonly #options: ServerOptions

  constructor(options: ServerOptions) {
    this.#options = options
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    request.call = new Call({
      correlationId: request.id,
      method: request.method,
      headers: request.headers,
      params: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      ip: request.ip,
      receivedAtMs: this.#options.clock.now(),
      startedMs: monotonicMs(),
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
    const about = { correlationId: call.correlationId, timestamp: isoTimestamp(this.#options.clock.now()) }
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
        institutionId: call.institutionId,
        ip: call.ip,
        ms: Math.round(ms * 1000) / 1000,
        replay: call.replayed || undefined,
      },
      'request',
    )
    this.#options.observer?.completed({
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
    return this.#options.logger.child({ family, operation, path })
  }

  #familyOf(url: string): Family | undefined {
    const path = pathOf(url)
    return this.#options.families.find(({ prefixes }) =>
      prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
    )
  }

  /** Refusals are the caller's and need no words; faults and defects are ours and get their cause and stack. */
  #report(problem: Problem, error: unknown, call: Call): void {
    if (problem.httpStatus < 500) return
    const line = { correlationId: call.correlationId, operation: call.operation, err: problem.cause ?? error }
    if (problem.kind === 'internal') this.#options.logger.error(line, problem.message)
    else this.#options.logger.warn(line, problem.message)
  }
}

function pathOf(url: string): string {
  const end = url.search(/[?#;]/)
  return end === -1 ? url : url.slice(0, end)
}

/** A connection that turns idle after the close began would otherwise hold the process for its keep-alive time. */
function closeIdleConnectionsUntilDone(server: FastifyInstance): void {
  const sweep = setInterval(() => server.server.closeIdleConnections(), 50)
  server.server.once('close', () => clearInterval(sweep))
  sweep.unref()
}

const BROKEN_REQUEST_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Bytes that are not HTTP get the shortest possible answer: no route, family or correlation id can be known. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = BROKEN_REQUEST_STATUS[error.code ?? ''] ?? '400 Bad Request'
  const [code, ...title] = status.split(' ')
  const body = JSON.stringify({ type: 'about:blank', title: title.join(' '), status: Number(code) })
  const headers = {
    ...RESPONSE_HEADERS,
    'x-correlation-id': newCorrelationId(),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
