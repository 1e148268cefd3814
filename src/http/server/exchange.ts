// One request and its response. Fastify finds the route and hands both over; from there on this file reads the body,
// asks the route and writes the answer itself, because Fastify's body parser, hooks and reply took more time per request
// than everything else at the edge (docs/decisions/0015).

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { Problem } from '../../kernel/problem.ts'
import type { Call } from '../call.ts'
import type { Reply } from '../family.ts'
import { collectBody } from './collected-request.ts'
import type { Edge } from './edge.ts'
import type { MountedRoute } from './mounted-route.ts'
import type { WaitingRequest } from './overdue-requests.ts'
import type { RequestLog } from './request-log.ts'
import { responseHeaders } from './response-headers.ts'

/** Logged in place of a status when the client closed the connection before its answer. */
const CLIENT_CLOSED_REQUEST = 499
const JSON_TYPE = 'application/json; charset=utf-8'

export class Exchange implements WaitingRequest {
  older: WaitingRequest | undefined = undefined
  newer: WaitingRequest | undefined = undefined
  readonly #edge: Edge
  readonly #call: Call
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  /** Undefined until a route has taken the request. */
  #log: RequestLog | undefined = undefined
  readonly #chunks: Buffer[] = []
  #length = 0
  #isComplete = false
  #isAdmitted = false
  #isOver = false

  constructor(edge: Edge, call: Call, request: IncomingMessage, response: ServerResponse) {
    this.#edge = edge
    this.#call = call
    this.#request = request
    this.#response = response
  }

  get startedMs(): number {
    return this.#call.startedMs
  }

  get socket(): Socket {
    return this.#request.socket
  }

  /** Answers the request by its route, or refuses it. */
  run(route: MountedRoute): void {
    this.#log = route.log
    this.#collect(route)
    let admitted: undefined | Promise<void>
    try {
      admitted = route.admit(this.#call)
    } catch (error) {
      this.refuse(error)
      return
    }
    if (admitted === undefined) this.#admit(route)
    else
      admitted.then(
        () => this.#admit(route),
        (error: unknown) => this.refuse(error),
      )
  }

  /** Answers with the problem that an error stands for. */
  refuse(error: unknown): void {
    const { status, contentType, body, headers } = this.#edge.renderRefusal(error, this.#call, this.#request.url ?? '')
    this.#send(status, contentType, body, headers)
  }

  /** Keeps the body as it arrives, up to the route's limit. What comes after that, or after the answer, is dropped. */
  #collect(route: MountedRoute): void {
    const request = this.#request
    collectBody(request, (chunk) => {
      if (chunk === null) this.#isComplete = true
      // Such a route was asked without waiting for the end, and what is sent along is dropped.
      if (this.#isOver || !route.takesBody) return
      if (chunk === null) {
        if (this.#isAdmitted) this.#parse(route)
        return
      }
      this.#length += chunk.length
      if (this.#length <= route.bodyLimitBytes) this.#chunks.push(chunk)
      else if (this.#isAdmitted) this.refuse(tooLarge())
    })
    // Without a listener an aborted upload would be an uncaught error. Once the body is there, the handler's end decides.
    request.on('error', () => {
      if (!this.#isComplete) this.#close(CLIENT_CLOSED_REQUEST)
    })
  }

  /** The headers are good. The body's announcement is next, and then the body once it is there. */
  #admit(route: MountedRoute): void {
    if (this.#isOver) return
    this.#isAdmitted = true
    const { headers } = this.#request
    if (!route.takesBody) {
      this.#ask(route, undefined)
      return
    }
    try {
      // A type is checked also when nothing follows: such a request would have been a mistake with any body.
      if (hasBody(headers) || headers['content-type'] !== undefined) route.requireReadable(headers)
    } catch (error) {
      this.refuse(error)
      return
    }
    if (this.#length > route.bodyLimitBytes) this.refuse(tooLarge())
    else if (this.#isComplete) this.#parse(route)
  }

  #parse(route: MountedRoute): void {
    const chunks = this.#chunks
    let body: unknown
    try {
      if (this.#length > 0) body = route.parseBody(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    } catch (error) {
      this.refuse(error)
      return
    }
    this.#ask(route, body)
  }

  #ask(route: MountedRoute, body: unknown): void {
    this.#call.body = body
    const { overdue } = this.#edge
    overdue.begin(this)
    let answering: Promise<Reply>
    try {
      answering = route.answer(this.#call)
    } catch (error) {
      overdue.end(this)
      this.refuse(error)
      return
    }
    answering.then(
      (reply) => {
        overdue.end(this)
        this.sendReply(reply)
      },
      (error: unknown) => {
        overdue.end(this)
        this.refuse(error)
      },
    )
  }

  sendReply({ status = 200, contentType = JSON_TYPE, body, headers }: Reply): void {
    if (typeof body === 'string' || body instanceof Uint8Array) this.#send(status, contentType, body, headers)
    else this.#stream(status, contentType, body, headers)
  }

  #send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    extra?: Readonly<Record<string, string>>,
  ): void {
    if (this.#isOver) return
    const response = this.#response
    if (response.destroyed) {
      // What was done is done, and the log must still say so.
      this.#close(CLIENT_CLOSED_REQUEST)
      return
    }
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    const headers = responseHeaders(this.#call.correlationId, extra)
    if (status !== 204 && status !== 304) {
      headers['content-type'] = contentType
      headers['content-length'] = String(length)
    }
    if (this.#edge.closing) headers.connection = 'close'
    response.writeHead(status, headers)
    // ASCII needs no encoding: Node then copies the text behind the header as it is.
    if (this.#request.method === 'HEAD') response.end()
    else if (typeof body === 'string' && length === body.length) response.end(body, 'latin1')
    else response.end(body)
    this.#close(status)
  }

  #stream(status: number, contentType: string, body: Readable, extra?: Readonly<Record<string, string>>): void {
    if (this.#isOver || this.#response.destroyed) {
      body.destroy()
      this.#close(CLIENT_CLOSED_REQUEST)
      return
    }
    const headers = responseHeaders(this.#call.correlationId, extra)
    headers['content-type'] = contentType
    this.#response.writeHead(status, headers)
    pipeline(body, this.#response, (error) => this.#close(error ? CLIENT_CLOSED_REQUEST : status))
  }

  /** The end of the exchange: one log line, one observation. */
  #close(status: number): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#edge.record(this.#call, status, this.#log)
  }
}

/** RFC 9112: a request has a body when it says how long it is, or that it comes in chunks. */
function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

function tooLarge(): Problem {
  return new Problem('too-large', 'The body is larger than the limit')
}
