// The log line and metrics of a request. The line is assembled from prepared parts: what a route's lines share is
// already text, and nothing else needs redaction. Logging it through pino took five times as long.

import type { Logger } from 'pino'
import { jsonMember } from '../../../platform/kernel/json-text.ts'
import type { Call } from '../call.ts'
import { lineWriterOf, timeMember } from '../log.ts'

export interface RouteObserver {
  completed(method: string, status: number, responseCode: string | undefined, seconds: number): void
}

export interface RequestLogParts {
  readonly logger: Logger
  readonly observer: RouteObserver | undefined
  readonly family: string
  readonly operation: string
  /** The route's pattern; a URL could contain anything. */
  readonly path: string
}

export class RequestLog {
  readonly operation: string
  readonly path: string
  readonly #observer: RouteObserver | undefined
  readonly #logger: Logger
  #writer: ((line: string) => void) | undefined
  readonly #routeMembers: string

  constructor({ logger, observer, family, operation, path }: RequestLogParts) {
    this.operation = operation
    this.path = path
    this.#observer = observer
    this.#logger = logger
    const { worker } = logger.bindings()
    const workerMember = worker === undefined ? '' : `,"worker":${Number(worker)}`
    this.#routeMembers =
      workerMember + jsonMember('family', family) + jsonMember('operation', operation) + jsonMember('path', path)
  }

  write(call: Call, status: number, ms: number): void {
    this.#observer?.completed(call.method, status, call.responseCode, ms / 1000)
    // The level can change while the process runs.
    if (!this.#logger.isLevelEnabled('info')) return
    this.#writer ??= lineWriterOf(this.#logger)
    // The correlation id is a UUID and the method is one that Node's parser knows: neither needs escaping.
    this.#writer(
      `{"level":"info"${timeMember()}${this.#routeMembers},"correlationId":"${call.correlationId}"` +
        `,"method":"${call.method}","status":${status}${jsonMember('responseCode', call.responseCode)}` +
        jsonMember('partnerId', call.partnerId) +
        jsonMember('userId', call.userId) +
        jsonMember('institutionId', call.institutionId) +
        `${jsonMember('ip', call.ip)},"ms":${Math.round(ms * 1000) / 1000}` +
        `${call.replayed ? ',"replay":true' : ''},"msg":"request"}\n`,
    )
  }
}
