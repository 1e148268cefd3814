// One request and its response. Fastify only finds the route; this file reads the body, calls the route and writes the
// answer itself, because Fastify's body parser, hooks and reply took more time per request than the rest of the edge
// (docs/decisions/0015).

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Call } from '../call.ts'
import type { Reply } from '../family.ts'
import { collectBody } from './collected-request.ts'
import type { Edge, RequestSpan } from './edge.ts'
import type { HandlerTimeouts, WaitingRequest } from './handler-timeouts.ts'
import { JSON_TYPE, setJsonHead } from './heads/json-heads.ts'
import { responseHeaders } from './heads/response-headers.ts'
import type { MountedRoute } from './mounted-route.ts'
import type { RequestLog } from './request-log.ts'
import { LINGER_MS, openUpload } from './upload-body.ts'

/** Logged as status when the client disconnected before its answer. */
const CLIENT_CLOSED_REQUEST = 499

export class Exchange implements WaitingRequest {
  older: WaitingRequest | undefined = undefined
  newer: WaitingRequest | undefined = undefined
  readonly #edge: Edge
  readonly #handlerTimeouts: HandlerTimeouts
  readonly #call: Call
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  /** Undefined until the request has a route. */
  #log: RequestLog | undefined = undefined
  /** Undefined when traces are off. */
  readonly #span: RequestSpan | undefined
  readonly #chunks: Buffer[] = []
  #length = 0
  #isComplete = false
  #isAdmitted = false
  #isOver = false
  #isUpload = false

  constructor(
    edge: Edge,
    handlerTimeouts: HandlerTimeouts,
    call: Call,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#edge = edge
    this.#handlerTimeouts = handlerTimeouts
    this.#call = call
    this.#request = request
    this.#response = response
    this.#span = edge.tracer?.begin(call)
  }

  get startedMs(): number {
    return this.#call.startedMs
  }

  get socket(): Socket {
    return this.#request.socket
  }

  /** Answers the request by its route, or with an error. */
  run(route: MountedRoute): void {
    this.#log = route.log
    if (route.takesUpload) this.#awaitUpload()
    else this.#collect(route)
    let admitted: undefined | Promise<void>
    try {
      const span = this.#span
      admitted = span === undefined ? route.admit(this.#call) : span.run(() => route.admit(this.#call))
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

  /** Answers with the problem that an error maps to. */
  refuse(error: unknown): void {
    const { status, contentType, body, headers } = this.#edge.renderRefusal(error, this.#call, this.#request.url ?? '')
    this.#send(status, contentType, body, headers)
  }

  /** Collects the body up to the route's limit. What arrives after that, or after the answer, is dropped. */
  #collect(route: MountedRoute): void {
    const request = this.#request
    collectBody(request, (chunk) => {
      if (chunk === null) this.#isComplete = true
      // A route without a body is called at once; a body sent anyway is dropped.
      if (this.#isOver || !route.takesBody) return
      if (chunk === null) {
        if (this.#isAdmitted) this.#parse(route)
        return
      }
      this.#length += chunk.length
      if (this.#length <= route.bodyLimitBytes) this.#chunks.push(chunk)
      else if (this.#isAdmitted) this.refuse(tooLarge())
    })
    // An aborted upload without a listener is an uncaught error. With a complete body the handler's answer decides.
    request.on('error', () => {
      if (!this.#isComplete) this.#close(CLIENT_CLOSED_REQUEST)
    })
  }

  /** Called once the headers are accepted. Checks the declared type and length, then waits for the body. */
  #admit(route: MountedRoute): void {
    if (this.#isOver) return
    this.#isAdmitted = true
    if (route.takesUpload) {
      this.#takeUpload(route)
      return
    }
    const { headers } = this.#request
    if (!route.takesBody) {
      this.#ask(route, undefined)
      return
    }
    try {
      // A wrong type is rejected even without a body: the request would be wrong with any.
      if (hasBody(headers) || headers['content-type'] !== undefined) route.requireReadable(headers)
    } catch (error) {
      this.refuse(error)
      return
    }
    if (this.#length > route.bodyLimitBytes) this.refuse(tooLarge())
    else if (this.#isComplete) this.#parse(route)
  }

  /** The body is not read before its sender is let in: until then it stays with the sender. */
  #awaitUpload(): void {
    this.#isUpload = true
    this.#request.on('error', () => {
      if (!this.#request.readableEnded) this.#close(CLIENT_CLOSED_REQUEST)
    })
  }

  /** The limit of handlers applies once the whole file is here. */
  #takeUpload(route: MountedRoute): void {
    const request = this.#request
    let upload: ReturnType<typeof openUpload>
    let answering: Promise<Reply>
    try {
      if (Number(request.headers['content-length']) > route.bodyLimitBytes) throw tooLarge()
      upload = openUpload(request)
      this.#call.upload = upload.content
      const span = this.#span
      answering = span === undefined ? route.answer(this.#call) : span.run(() => route.answer(this.#call))
    } catch (error) {
      this.refuse(error)
      return
    }
    answering
      .then(
        (reply) => this.sendReply(reply),
        (error: unknown) => this.refuse(error),
      )
      .finally(() => upload.close())
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
    const handlerTimeouts = this.#handlerTimeouts
    handlerTimeouts.begin(this)
    let answering: Promise<Reply>
    try {
      const span = this.#span
      answering = span === undefined ? route.answer(this.#call) : span.run(() => route.answer(this.#call))
    } catch (error) {
      handlerTimeouts.end(this)
      this.refuse(error)
      return
    }
    answering.then(
      (reply) => {
        handlerTimeouts.end(this)
        this.sendReply(reply)
      },
      (error: unknown) => {
        handlerTimeouts.end(this)
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
      // The work was done, so it is still logged.
      this.#close(CLIENT_CLOSED_REQUEST)
      return
    }
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    if (!this.#setHead(status, contentType, length, extra)) this.#writeHead(status, contentType, length, extra)
    // ASCII needs no encoding: Node copies it as it is.
    if (this.#isEarly) this.#endEarly(body)
    else if (this.#request.method === 'HEAD') response.end()
    else if (typeof body === 'string' && length === body.length) response.end(body, 'latin1')
    else response.end(body)
    this.#close(status)
  }

  /** The head of most answers; false for others. */
  #setHead(status: number, contentType: string, length: number, extra?: Readonly<Record<string, string>>): boolean {
    if (extra !== undefined || contentType !== JSON_TYPE || this.#edge.closing || this.#isEarly) return false
    const { correlationId } = this.#call
    return setJsonHead(this.#request, this.#response, { status, length, correlationId })
  }

  #writeHead(status: number, contentType: string, length: number, extra?: Readonly<Record<string, string>>): void {
    const headers = responseHeaders(this.#call.correlationId, extra)
    if (status !== 204 && status !== 304) {
      headers['content-type'] = contentType
      headers['content-length'] = String(length)
    }
    if (this.#edge.closing || this.#isEarly) headers.connection = 'close'
    this.#response.writeHead(status, headers)
  }

  /** An upload is answered before all of it is here. */
  get #isEarly(): boolean {
    return this.#isUpload && !this.#request.readableEnded
  }

  /** Answers before the rest of the body is here: it is dropped for a moment, so that the sender comes to read the answer. */
  #endEarly(body: string | Uint8Array): void {
    const [request, response] = [this.#request, this.#response]
    const timer = setTimeout(() => response.end(), LINGER_MS).unref()
    const end = () => {
      clearTimeout(timer)
      response.end()
    }
    response.write(body)
    request.once('end', end).once('close', end).resume()
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

  /** Ends the exchange: one log line, one observation. */
  #close(status: number): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#edge.record(this.#call, status, this.#log, this.#span)
  }
}

/** RFC 9112: a request has a body if it declares a length or chunked encoding. */
function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

function tooLarge(): Problem {
  return new Problem('too-large', 'The body is larger than the limit')
}
