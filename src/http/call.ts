// One request on its way through the edge: what a family needs to answer it, and what the log line at its end says.
// Families see this and never the server library.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { ProblemRenderer } from './problems/problem-renderer.ts'

export class Call {
  /** The caller's UUID, or one made for it; on every response and log line. */
  readonly correlationId: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /** The caller's address, as a trusted proxy gives it or as the connection has it. */
  readonly ip: string
  /** Wall-clock instant of arrival. */
  readonly receivedAtMs: number
  /** Monotonic instant of arrival, for durations. */
  readonly startedMs: number
  /** The parsed body; undefined until it has been read. */
  body: unknown = undefined

  /** The family it belongs to, once that is known. */
  family: ProblemRenderer | undefined = undefined
  /** The route's own words for problems, where it has them. */
  renderProblem: ProblemRenderer['renderProblem'] | undefined = undefined
  operation: string | undefined = undefined
  partnerId: string | undefined = undefined
  /** Who is signed in, by id: the mail address never comes to the log. */
  userId: string | undefined = undefined
  institutionId: string | undefined = undefined
  responseCode: string | undefined = undefined
  replayed = false
  readonly #response: ServerResponse | undefined
  #abandoned: AbortController | undefined

  constructor(arrival: {
    correlationId: string
    method: string
    headers: IncomingHttpHeaders
    params: Readonly<Record<string, string>>
    query: Readonly<Record<string, unknown>>
    ip: string
    receivedAtMs: number
    startedMs: number
    response?: ServerResponse
  }) {
    this.correlationId = arrival.correlationId
    this.method = arrival.method
    this.headers = arrival.headers
    this.params = arrival.params
    this.query = arrival.query
    this.ip = arrival.ip
    this.receivedAtMs = arrival.receivedAtMs
    this.startedMs = arrival.startedMs
    this.#response = arrival.response
  }

  /** Aborts once nobody waits for an answer: the caller hung up, or has got one, such as a 504. Made on first use. */
  get abandoned(): AbortSignal {
    if (this.#abandoned === undefined) {
      const abandoned = new AbortController()
      this.#abandoned = abandoned
      this.#response?.once('close', () => abandoned.abort())
      if (this.#response?.closed === true) abandoned.abort()
    }
    return this.#abandoned.signal
  }

  /** A header's value, or undefined when it is absent or empty. Names are lower case. */
  header(name: string): string | undefined {
    const value = this.headers[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }

  /** A cookie's value, or undefined when it is absent. */
  cookie(name: string): string | undefined {
    for (const part of this.header('cookie')?.split(';') ?? []) {
      const at = part.indexOf('=')
      if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
    }
    return undefined
  }
}
