// The log line and metrics of a request. The line is assembled from prepared parts: what a route's lines share is
// already text, and nothing else needs redaction. Logging it through pino took five times as long.

import type { Logger } from 'pino'
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
    this.#routeMembers = workerMember + member('family', family) + member('operation', operation) + member('path', path)
  }

  write(call: Call, status: number, ms: number): void {
    this.#observer?.completed(call.method, status, call.responseCode, ms / 1000)
    // The level can change while the process runs.
    if (!this.#logger.isLevelEnabled('info')) return
    this.#writer ??= lineWriterOf(this.#logger)
    // The correlation id is a UUID and the method is one that Node's parser knows: neither needs escaping.
    this.#writer(
      `{"level":"info"${timeMember()}${this.#routeMembers},"correlationId":"${call.correlationId}"` +
        `,"method":"${call.method}","status":${status}${member('responseCode', call.responseCode)}` +
        member('partnerId', call.partnerId) +
        member('userId', call.userId) +
        member('institutionId', call.institutionId) +
        `${member('ip', call.ip)},"ms":${Math.round(ms * 1000) / 1000}` +
        `${call.replayed ? ',"replay":true' : ''},"msg":"request"}\n`,
    )
  }
}

function member(name: string, value: string | undefined): string {
  if (value === undefined) return ''
  return isPlain(value) ? `,"${name}":"${value}"` : `,"${name}":${JSON.stringify(value)}`
}

/** True when a text needs no JSON escaping, as most ids and addresses. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) return false
  }
  return true
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
