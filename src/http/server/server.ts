// The server: families mounted on Fastify, with everything that is the same for all of them. Fastify listens, routes and
// closes; what happens to a request between its route and its log line is exchange.ts.

import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { isUuid, newCorrelationId } from '../../kernel/ids.ts'
import { invalidFields, Problem } from '../../kernel/problem.ts'
import type { Call } from '../call.ts'
import type { Family, Route } from '../family.ts'
import { answerBrokenRequest, answerUnmetExpectation } from './broken-request.ts'
import { CollectedRequest } from './collected-request.ts'
import { Edge, type EdgeParts, pathOf } from './edge.ts'
import { Exchange } from './exchange.ts'
import { MountedRoute } from './mounted-route.ts'
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

/** How long a request may take to arrive, headers and all: a client that dribbles is cut off. */
const REQUEST_TIMEOUT_MS = 30_000
/** Half-sent headers are what a slow attack holds a connection with; nobody honest needs ten seconds for them. */
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const HANDLER_TIMEOUT_MS = 60_000

export function createServer(options: ServerOptions): FastifyInstance {
  const { families, tls, trustedProxies = [], guard, handlerTimeoutMs = HANDLER_TIMEOUT_MS } = options
  const overdue = new OverdueRequests(handlerTimeoutMs)
  const edge = new Edge(options, overdue)
  const patience = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: 5_000,
    // Its own answer would be bare; ours says the same with our headers.
    requireHostHeader: false,
    IncomingMessage: CollectedRequest,
  }
  // Fastify's logger stays off: it would make a child logger for every request, and we write one line ourselves.
  const server = fastify({
    ...(tls === undefined ? { http: patience } : { https: { ...patience, cert: tls.cert, key: tls.key } }),
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // A request that arrives on a live connection while we close is still answered, then the connection ends.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (raw) => {
      const sent = raw.headers['x-correlation-id']
      return typeof sent === 'string' && isUuid(sent) ? sent : newCorrelationId()
    },
    frameworkErrors: (error, request, reply) => refuse(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
  }) as unknown as FastifyInstance
  const connections = new OpenConnections(server.server)
  server.server.on('checkExpectation', answerUnmetExpectation)
  server.addHook('onRoute', (route) => {
    if (route.handler !== placeholder) edge.allowed.add(route.method, route.url)
  })
  // While the server stops listening: settles once nobody can connect any more.
  let stopsListening: Promise<void> | undefined
  server.addHook('onRequest', (request, reply, done) => {
    const goOn = () => (request.is404 ? answerUnmatched(request, reply) : done())
    if (stopsListening === undefined) goOn()
    else stopsListening.then(goOn, done)
  })
  server.addHook('preClose', async () => {
    edge.closing = true
    // A client that waits for its answer opens no other connection, so new requests wait until nobody can connect.
    stopsListening = connections.stopListening()
    await stopsListening
    stopsListening = undefined
    connections.endQuietOnes(() => overdue.sockets())
  })
  server.addHook('onClose', (_server, done) => {
    overdue.stop()
    done()
  })
  server.setErrorHandler((error, request, reply) => refuse(error, request, reply))
  for (const family of families) for (const route of family.routes) mount(family, route)
  // A path that is written out is itself and no id, also for methods that only the path with an id takes.
  for (const { url, method } of edge.allowed.hidden()) {
    server.route({ method, url, exposeHeadRoute: false, onRequest: answerUnmatched, handler: placeholder })
  }
  return server

  function mount(family: Family, route: Route): void {
    const mounted = new MountedRoute(family, route, edge.requestLog(family, route))
    const hasParameters = route.path.includes(':')
    server.route({
      method: route.method,
      url: route.path,
      onRequest: (request, reply) => {
        if (hasParameters && hasEmptyParameter(request)) {
          answerUnmatched(request, reply)
          return
        }
        const hosts = countHosts(request.raw)
        if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== '1.1')) takeOver(request, reply)?.run(mounted)
        else refuse(hostFault(hosts), request, reply)
      },
      handler: routeHandler,
    })
  }

  /** From here on Fastify has nothing more to do with the request. Undefined when the guard has refused it. */
  function takeOver(request: FastifyRequest, reply: FastifyReply): Exchange | undefined {
    reply.hijack()
    const call = edge.begin(request, reply)
    const exchange = new Exchange(edge, call, request.raw, reply.raw)
    try {
      guard?.(call)
    } catch (error) {
      exchange.refuse(error)
      return undefined
    }
    return exchange
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    takeOver(request, reply)?.refuse(error)
  }

  /** No route takes the request: another method might, or nothing does. The body is not worth reading. */
  function answerUnmatched(request: FastifyRequest, reply: FastifyReply): void {
    const methods = edge.allowed.of(pathOf(request.url))
    const exchange = takeOver(request, reply)
    if (exchange === undefined) return
    if (methods.length === 0) exchange.refuse(new Problem('not-found', 'There is nothing at this path'))
    else if (request.method === 'OPTIONS')
      exchange.sendReply({ status: 204, body: '', headers: { allow: methods.join(', ') } })
    else exchange.refuse(new Problem('method-not-allowed', `This path takes ${methods.join(', ')}`, { allow: methods }))
  }
}

/** Fastify wants a handler for every route; ours are answered by their onRequest hook. */
function routeHandler(): void {}

/** The handler of routes that only refuse a method with 405. */
function placeholder(): void {}

/** The router lets a parameter be nothing: `/users/` would be the user without an id. */
function hasEmptyParameter(request: FastifyRequest): boolean {
  const parameters = request.params as Readonly<Record<string, string>>
  for (const name in parameters) if (parameters[name] === '' && name !== '*') return true
  return false
}

/** Of several Host headers Node keeps the first and says nothing, while a proxy may have gone by another. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

function hostFault(hosts: number): Problem {
  return invalidFields([{ path: 'host', message: hosts === 0 ? 'is a required header' : 'is sent twice' }])
}
