// The server: families mounted on Fastify, with what all of them share. Fastify listens, routes and closes; exchange.ts
// handles a request from its route to its log line.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { isUuid, newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields, Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Call } from '../call.ts'
import type { Family, Route } from '../family.ts'
import { answerBrokenRequest, answerUnmetExpectation } from './broken-request.ts'
import { CollectedRequest } from './collected-request.ts'
import { ConnectionDrain, type SharedPort } from './connection-drain.ts'
import { DirectRoutes } from './direct-routes.ts'
import { Edge, type EdgeParts, pathOf } from './edge.ts'
import { Exchange } from './exchange.ts'
import { HandlerTimeouts } from './handler-timeouts.ts'
import { MountedRoute } from './mounted-route.ts'

export interface ServerOptions extends EdgeParts {
  /** PEM. Without it the server uses plain HTTP. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined
  /** Addresses or networks whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies?: readonly string[] | undefined
  /** When other processes listen on the same port. */
  readonly port?: SharedPort | undefined
  /** Checks the headers of every request, also of those without a route. Throws a Problem to refuse. */
  readonly guard?: ((call: Call) => void) | undefined
  /** Last resort against a handler that never answers; dependencies have shorter timeouts. */
  readonly handlerTimeoutMs?: number
}

/** For the whole request to arrive: slow senders are cut off. */
const REQUEST_TIMEOUT_MS = 30_000
/** Slow-header attacks hold connections open; ten seconds is plenty for any real client. */
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const HANDLER_TIMEOUT_MS = 60_000

export function createServer(options: ServerOptions): FastifyInstance {
  const { families, guard, handlerTimeoutMs = HANDLER_TIMEOUT_MS } = options
  const handlerTimeouts = new HandlerTimeouts(handlerTimeoutMs)
  const edge = new Edge(options)
  const direct = new DirectRoutes()
  const server = openFastify(options, refuse)
  const drain = new ConnectionDrain(server.server, options.port)
  server.server.on('checkExpectation', answerUnmetExpectation)
  server.addHook('onRoute', (route) => {
    if (route.handler !== placeholder) edge.allowed.add(route.method, route.url)
  })
  // Set while the server stops listening; settles once no client can connect any more.
  let stopsListening: Promise<void> | undefined
  server.addHook('onRequest', (request, reply, done) => {
    const goOn = () => (request.is404 ? answerUnmatched(request, reply) : done())
    if (stopsListening === undefined) goOn()
    else stopsListening.then(goOn, done)
  })
  server.addHook('preClose', async () => {
    edge.closing = true
    // A client waiting for its answer opens no new connection, so hold new requests until no client can connect.
    stopsListening = drain.stopListening(() => handlerTimeouts.isBusy)
    await stopsListening
    stopsListening = undefined
    await drain.waitForClients()
    drain.closeIdle(() => handlerTimeouts.sockets())
  })
  server.addHook('onClose', (_server, done) => {
    handlerTimeouts.stop()
    done()
  })
  server.setErrorHandler((error, request, reply) => refuse(error, request, reply))
  for (const family of families) for (const route of family.routes) mount(family, route)
  // A literal path is never taken for an id, also for methods that only the pattern has.
  for (const { url, method } of edge.allowed.hidden()) {
    server.route({ method, url, exposeHeadRoute: false, onRequest: answerUnmatched, handler: placeholder })
  }
  // Behind a proxy Fastify finds out who the client is.
  if (!options.trustedProxies?.length) direct.serve(server.server, answerDirectly)
  return server

  function mount(family: Family, route: Route): void {
    const mounted = new MountedRoute(family, route, edge.requestLog(family, route))
    direct.add(route.method, route.path, mounted)
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

  /** False for a request that must wait or be refused: Fastify's hooks do that. */
  function answerDirectly(route: MountedRoute, request: IncomingMessage, response: ServerResponse): boolean {
    if (stopsListening !== undefined || countHosts(request) !== 1) return false
    open(edge.beginDirect(correlationIdOf(request), request, response), request, response)?.run(route)
    return true
  }

  /** Takes the request over from Fastify. Undefined when the guard refused it. */
  function takeOver(request: FastifyRequest, reply: FastifyReply): Exchange | undefined {
    reply.hijack()
    return open(edge.begin(request, reply), request.raw, reply.raw)
  }

  function open(call: Call, request: IncomingMessage, response: ServerResponse): Exchange | undefined {
    const exchange = new Exchange(edge, handlerTimeouts, call, request, response)
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

  /** Answers a request without a route: 405 if the path has other methods, else 404. Its body is not read. */
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

type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

// Fastify's logger stays off: it would create a child logger per request, and we write one line ourselves.
function openFastify({ tls, trustedProxies = [] }: ServerOptions, refuse: Refuse): FastifyInstance {
  const httpOptions = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: 5_000,
    // Node's own answer lacks our headers.
    requireHostHeader: false,
    IncomingMessage: CollectedRequest,
  }
  return fastify({
    ...(tls === undefined ? { http: httpOptions } : { https: { ...httpOptions, cert: tls.cert, key: tls.key } }),
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // A request on an open connection is still answered while we close; then the connection is closed.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: correlationIdOf,
    frameworkErrors: (error, request, reply) => refuse(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
  }) as unknown as FastifyInstance
}

/** The caller's, when it is a UUID. */
function correlationIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-correlation-id']
  return typeof sent === 'string' && isUuid(sent) ? sent : newCorrelationId()
}

/** Fastify requires a handler for every route; ours answer from their onRequest hook. */
function routeHandler(): void {}

/** Placeholder handler for 405 routes. */
function placeholder(): void {}

/** The router matches empty parameters: `/users/` would be the user with the id ''. */
function hasEmptyParameter(request: FastifyRequest): boolean {
  const parameters = request.params as Readonly<Record<string, string>>
  for (const name in parameters) if (parameters[name] === '' && name !== '*') return true
  return false
}

/** With several Host headers Node silently keeps the first, while a proxy may have used another. */
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
