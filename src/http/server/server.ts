// The server: families mounted on Fastify, with everything that is the same for all of them. Correlation, headers,
// the answer to what no route takes, problems in the words of the family they belong to, one log line per request.

import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { isUuid, newCorrelationId } from '../../kernel/ids.ts'
import { invalidFields, type Problem } from '../../kernel/problem.ts'
import { parseFormBody } from '../body/form-body.ts'
import { parseJsonBody } from '../body/json-body.ts'
import type { Call } from '../call.ts'
import type { Family, Reply, Route } from '../family.ts'
import { answerBrokenRequest, answerUnmetExpectation } from './broken-request.ts'
import { Edge, type EdgeParts } from './edge.ts'
import { OpenConnections } from './open-connections.ts'
import { OverdueRequests } from './overdue-requests.ts'

export interface ServerOptions extends EdgeParts {
  /** PEM; without it the server speaks plain HTTP. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined
  /** Addresses or networks whose X-Forwarded-* headers are believed. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Decides on the headers of every request, also of those that no route takes. Throws a Problem to refuse. */
  readonly guard?: ((call: Call) => void) | undefined
  /** The last resort against an answer that never comes; dependencies have shorter deadlines of their own. */
  readonly handlerTimeoutMs?: number
}

const BODY_LIMIT_BYTES = 256 * 1024
/** How long a request may take to arrive, headers and all: a client that dribbles is cut off. */
const REQUEST_TIMEOUT_MS = 30_000
/** Half-sent headers are what a slow attack holds a connection with; nobody honest needs ten seconds for them. */
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const HANDLER_TIMEOUT_MS = 60_000
const JSON_TYPE = 'application/json; charset=utf-8'

export function createServer(options: ServerOptions): FastifyInstance {
  const { families, tls, trustedProxies = [], guard, handlerTimeoutMs = HANDLER_TIMEOUT_MS } = options
  const edge = new Edge(options)
  const overdue = new OverdueRequests(handlerTimeoutMs)
  const patience = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: 5_000,
    // Its own answer would be bare; Edge says the same with our headers.
    requireHostHeader: false,
  }
  // Fastify's logger stays off: it would make a child logger for every request, and we write one line ourselves.
  const server = fastify({
    ...(tls === undefined ? { http: patience } : { https: { ...patience, cert: tls.cert, key: tls.key } }),
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // A request that arrives on a live connection while we close is still answered, then the connection ends.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
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
  const connections = new OpenConnections(server.server)
  server.server.on('checkExpectation', answerUnmetExpectation)
  server.decorateRequest('call')
  server.decorateRequest('routeLog')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    // Nothing sent is no body at all; whether that will do is the operation's to say.
    done(null, bytes.length === 0 ? undefined : parseJsonBody(bytes as Buffer))
  })
  server.addHook('onRoute', (route) => {
    if (route.handler !== takesNothing) edge.allowed.add(route.method, route.url)
  })
  server.addHook('onRequest', (request, reply, done) => {
    edge.begin(request, reply)
    try {
      guard?.(request.call)
    } catch (error) {
      done(error as Error)
      return
    }
    if (request.is404 || hasEmptyParameter(request)) edge.answerUnmatched(request, reply, done)
    else if (request.headers.host === undefined && request.raw.httpVersion === '1.1') done(withoutHost())
    else done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    edge.record(request, reply.statusCode)
    done()
  })
  server.addHook('preClose', (done) => {
    connections.endQuietOnes(() => overdue.sockets())
    edge.closing = true
    done()
  })
  server.addHook('onClose', (_server, done) => {
    overdue.stop()
    done()
  })
  server.setErrorHandler((error, request, reply) => edge.refuse(error, request, reply))
  for (const family of families) {
    for (const route of family.routes) {
      if (route.form === true) mountWithForm(server, edge, overdue, family, route)
      else mount(server, edge, overdue, family, route)
    }
  }
  // A path that is written out is itself and no id, also for methods that only the path with an id takes.
  for (const { url, method } of edge.allowed.hidden()) {
    const onRequest = edge.answerUnmatched.bind(edge)
    server.route({ method, url, exposeHeadRoute: false, onRequest, handler: takesNothing })
  }
  return server
}

/** Of a route that only says which methods its path takes. */
function takesNothing(): void {}

/** The router lets a parameter be nothing: `/users/` would be the user without an id. */
function hasEmptyParameter(request: FastifyRequest): boolean {
  const parameters = request.params as Readonly<Record<string, string>>
  for (const name in parameters) if (parameters[name] === '' && name !== '*') return true
  return false
}

function withoutHost(): Problem {
  return invalidFields([{ path: 'host', message: 'is a required header' }])
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
