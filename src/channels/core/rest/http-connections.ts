// A bounded pool of keep-alive connections to one server, and one HTTP exchange over it.
//
// Callers must know whether a request can have reached the server. A request gets a connection only once that is
// established (for https: after the handshake and the check of the certificate). Before that nothing was sent; from
// then on the request may have arrived, even on a kept connection that turns out to be closed.

import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect as connectTcp, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import {
  forbiddenHost,
  guardedLookup,
  type Resolve,
} from '../../../administration/institutions/connectivity/guarded-lookup.ts'
import { hostOf } from '../../../administration/institutions/connectivity/usable-address.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { unattended } from '../../../platform/kernel/work/unattended.ts'
import type { RawAnswer } from './decode-answer.ts'

export interface HttpConnectionsOptions {
  readonly url: URL
  /** Which addresses may be connected to. */
  readonly environment: Environment
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve
  readonly maxConnections: number
  /** Requests that may wait for a connection; further ones fail at once. */
  readonly maxWaiting: number
  /** A connection that is idle for longer is closed; default 4 s. */
  readonly idleMs?: number
  /** PEM certificates to trust instead of those of Node and of the system. */
  readonly ca?: string
  readonly onUse?: (use: PoolUse) => void
}

export interface PoolUse {
  readonly busy: number
  readonly waiting: number
}

export interface HttpRequest {
  readonly method: 'GET' | 'PUT' | 'POST'
  /** Appended to the path of the URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Covers waiting, connecting, sending and the whole answer. */
  readonly timeoutMs: number
  readonly maxAnswerBytes: number
}

export type Exchange =
  | ({ readonly kind: 'answered' } & RawAnswer)
  /** Nothing was sent; `turnedAway` when no connection was even tried. */
  | { readonly kind: 'not-sent'; readonly why: string; readonly turnedAway: boolean }
  | { readonly kind: 'unanswered'; readonly why: string; readonly isLate: boolean }

type Settle = (exchange: Exchange) => void

/** A connection being opened for a request, so that it is closed when the request ends. */
interface Attempt {
  socket?: Socket
}

/** Shorter than the common keep-alive timeout of servers (5 s), so that few requests hit a connection that is closing. */
const IDLE_MS = 4_000

export class HttpConnections {
  readonly #options: HttpConnectionsOptions
  readonly #agent: HttpAgent | HttpsAgent
  /** Oldest first. */
  readonly #waiting = new Set<() => void>()
  readonly #underWay = new Set<Promise<unknown>>()
  #busy = 0
  #isClosed = false

  constructor(options: HttpConnectionsOptions) {
    this.#options = options
    this.#agent = agentFor(options)
  }

  get use(): PoolUse {
    return { busy: this.#busy, waiting: this.#waiting.size }
  }

  exchange(request: HttpRequest): Promise<Exchange> {
    if (this.#isClosed) return Promise.resolve(turnedAway('the connections to the core are closed'))
    const isFull = this.#busy >= this.#options.maxConnections && this.#waiting.size >= this.#options.maxWaiting
    if (isFull) return Promise.resolve(turnedAway('too many calls wait for a connection to the core'))
    const exchange = new Promise<Exchange>((resolve) => this.#begin(request, resolve))
    this.#underWay.add(exchange)
    unattended(exchange.finally(() => this.#underWay.delete(exchange)))
    return exchange
  }

  /** Fails waiting requests, lets sent ones finish or time out, then closes every connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const proceed of [...this.#waiting]) proceed()
    await Promise.all(this.#underWay)
    this.#agent.destroy()
  }

  #begin(request: HttpRequest, resolve: Settle): void {
    let abort = (why: string): Exchange => turnedAway(why)
    const settle: Settle = (exchange) => {
      clearTimeout(timer)
      resolve(exchange)
    }
    const proceed = () => {
      this.#waiting.delete(proceed)
      if (this.#isClosed) return settle(turnedAway('the connections to the core are closed'))
      this.#busy++
      this.#reportUse()
      abort = this.#send(request, (exchange) => {
        this.#release()
        settle(exchange)
      })
    }
    const timer = setTimeout(() => {
      if (this.#waiting.delete(proceed)) {
        this.#reportUse()
        settle(turnedAway('no connection to the core was free in time'))
      } else abort('the core did not answer in time')
    }, request.timeoutMs)
    if (this.#busy < this.#options.maxConnections) proceed()
    else {
      this.#waiting.add(proceed)
      this.#reportUse()
    }
  }

  #release(): void {
    this.#busy--
    const [next] = this.#waiting
    if (next === undefined) this.#reportUse()
    else next()
  }

  #reportUse(): void {
    this.#options.onUse?.(this.use)
  }

  /** Returns a function that aborts the exchange when its time is up. */
  #send(request: HttpRequest, settle: Settle): (why: string) => Exchange {
    const attempt: Attempt = {}
    let isSent = false
    let isOver = false
    let outgoing: ClientRequest | undefined
    const end = (exchange: Exchange): Exchange => {
      if (isOver) return exchange
      isOver = true
      if (exchange.kind !== 'answered') {
        attempt.socket?.destroy()
        outgoing?.destroy()
      }
      settle(exchange)
      return exchange
    }
    const fail = (why: string, isLate = false): Exchange =>
      end(isSent ? { kind: 'unanswered', why, isLate } : { kind: 'not-sent', why, turnedAway: false })
    try {
      outgoing = this.#open(request, attempt)
    } catch (error) {
      // A header with a forbidden character, for example. Settled asynchronously, like every other result.
      setImmediate(fail, reasonOf(error))
      return fail
    }
    outgoing.on('socket', () => {
      isSent = true
    })
    outgoing.on('error', (error) => fail(reasonOf(error)))
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy()
      fail('the core switched protocols')
    })
    outgoing.on('response', (answer) => readAnswer(answer, request.maxAnswerBytes, end, fail))
    outgoing.end(request.body)
    return (why) => fail(why, true)
  }

  #open({ method, path, headers, body }: HttpRequest, attempt: Attempt): ClientRequest {
    const { url } = this.#options
    const isTls = url.protocol === 'https:'
    const length = body === undefined ? (method === 'GET' ? {} : { 'content-length': 0 }) : lengthOf(body)
    return (isTls ? httpsRequest : httpRequest)({
      method,
      protocol: url.protocol,
      hostname: hostOf(url),
      port: url.port || (isTls ? 443 : 80),
      path: url.pathname.replace(/\/$/, '') + path,
      headers: { ...headers, ...length },
      agent: this.#agent,
      attempt,
    } as RequestOptions)
  }
}

function lengthOf(body: string) {
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
}

function turnedAway(why: string): Exchange {
  return { kind: 'not-sent', why, turnedAway: true }
}

function readAnswer(
  answer: IncomingMessage,
  maxBytes: number,
  end: (exchange: Exchange) => void,
  fail: (why: string) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) fail('the answer of the core is too long')
    else chunks.push(chunk)
  })
  answer.on('error', (error) => fail(reasonOf(error)))
  answer.on('aborted', () => fail('the connection was lost in the middle of the answer'))
  answer.on('end', () => {
    if (!answer.complete) return fail('the connection was lost in the middle of the answer')
    end({
      kind: 'answered',
      status: answer.statusCode ?? 0,
      contentType: answer.headers['content-type'] ?? '',
      body: Buffer.concat(chunks),
    })
  })
}

type Created = (error: Error | null, socket?: Socket) => void
type ConnectOptions = NetConnectOpts & { readonly attempt?: Attempt; readonly servername?: string }

/** An agent whose requests get a connection only once it is established. */
function agentFor(options: HttpConnectionsOptions): HttpAgent | HttpsAgent {
  const { url, environment, resolve, maxConnections, idleMs = IDLE_MS, ca } = options
  const isTls = url.protocol === 'https:'
  const lookup = guardedLookup(environment, resolve)
  const settings = {
    keepAlive: true,
    maxSockets: maxConnections,
    maxFreeSockets: maxConnections,
    timeout: idleMs,
  }
  const agent = isTls ? new HttpsAgent(settings) : new HttpAgent(settings)
  const trusted = isTls ? (ca ?? [...getCACertificates('default'), ...getCACertificates('system')]) : undefined
  const connect = (request: ConnectOptions, created: Created): undefined => {
    const refused = forbiddenHost(hostOf(url), environment)
    if (refused !== undefined) {
      process.nextTick(created, refused)
      return
    }
    const target = { ...request, lookup }
    const socket = isTls
      ? connectTls({ ...target, ca: trusted, ALPNProtocols: ['http/1.1'], minVersion: 'TLSv1.2' })
      : connectTcp(target)
    const { attempt } = request
    if (attempt !== undefined) attempt.socket = socket
    const failed = (error: Error) => created(error)
    const closed = () => created(new Error('the connection was closed before it stood'))
    socket.once('error', failed)
    socket.once('close', closed)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed)
      socket.off('close', closed)
      if (attempt !== undefined) delete attempt.socket
      socket.setNoDelay(true)
      created(null, socket)
    })
  }
  ;(agent as unknown as { createConnection: typeof connect }).createConnection = connect
  return agent
}

/** Parser errors carry the received bytes; only their message is passed on. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'the call failed'
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error.message : `${code}: ${error.message}`
}
