// One request as a family sees it: what is needed to answer it, and what its log line reports. It hides the server
// library from families.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { ProblemRenderer } from './problems/problem-renderer.ts'

export class Call {
  /** The caller's UUID, or a new one; sent on every response and log line. */
  readonly correlationId: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /** The caller's address: as given by a trusted proxy, else of the connection. */
  readonly ip: string
  /** Wall-clock instant of arrival. */
  readonly receivedAtMs: number
  /** Monotonic instant of arrival, for durations. */
  readonly startedMs: number
  /** The parsed body; undefined until it is read. */
  body: unknown = undefined

  /** The body of an upload, read as it arrives; undefined on other routes. */
  upload: AsyncIterable<Buffer> | undefined = undefined

  /** The family of the path, once known. */
  family: ProblemRenderer | undefined = undefined
  /** Set when the route renders problems itself. */
  renderProblem: ProblemRenderer['renderProblem'] | undefined = undefined
  operation: string | undefined = undefined
  partnerId: string | undefined = undefined
  /** Id of the signed-in user; the e-mail address is never logged. */
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

  /** Aborts once the caller stops waiting: it disconnected or was answered (with a 504, say). Lazy. */
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
