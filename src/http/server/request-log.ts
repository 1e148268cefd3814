// The log line of a request, put together from prepared pieces: what all lines of a route share is text already, and no
// part of what differs needs redaction. pino's general way took five times as long, and every request pays for it.

import type { Logger } from 'pino'
import type { Call } from '../call.ts'
import { lineWriterOf, timeMember } from '../log.ts'

export class RequestLog {
  readonly family: string
  readonly operation: string
  /** Undefined when the log's level leaves these lines out. */
  readonly #write: ((line: string) => void) | undefined
  readonly #routeMembers: string

  /** `path` is the route's pattern and not the URL, which may carry anything. */
  constructor(logger: Logger, family: string, operation: string, path: string) {
    this.family = family
    this.operation = operation
    this.#write = logger.isLevelEnabled('info') ? lineWriterOf(logger) : undefined
    this.#routeMembers = member('family', family) + member('operation', operation) + member('path', path)
  }

  write(call: Call, status: number, ms: number): void {
    if (this.#write === undefined) return
    // The correlation id is a UUID and the method one that Node's parser knows: neither needs escaping.
    this.#write(
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
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`
}
