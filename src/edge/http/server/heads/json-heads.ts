// The head of an answer, as text. Node's writeHead() checks and joins a dozen headers for each answer, of which all but two are
// the same for a second. Node is told of the head through its own field `_header` (docs/decisions/0097); answers with headers of
// their own, and those that end their connection, go through writeHead().

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { systemClock } from '../../../../platform/kernel/time/clock.ts'
import { CollectedRequest } from '../collected-request.ts'
import { RESPONSE_HEADERS } from './response-headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** What Node keeps of a response. */
interface Internals {
  _header: string | null
  readonly shouldKeepAlive: boolean
  readonly _keepAliveTimeout: number
}

const FIXED = Object.entries({ ...RESPONSE_HEADERS, 'content-type': JSON_TYPE })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

let second = 0
let keepAliveMs = 0
/** What all answers of this second begin with, by status. */
const beginnings = new Map<number, string>()

/** Gives a response its head. False when it has to be written by writeHead(). */
export function setJsonHead(
  request: IncomingMessage,
  response: ServerResponse,
  { status, length, correlationId }: { status: number; length: number; correlationId: string },
): boolean {
  const internals = response as unknown as Internals
  // A request that a test injects has a response of another kind.
  if (!(request instanceof CollectedRequest) || !internals.shouldKeepAlive || internals._header !== null) return false
  if (request.method === 'HEAD' || status < 200 || status === 204 || status === 304) return false
  response.statusCode = status
  internals._header = `${beginningOf(status, internals._keepAliveTimeout)}content-length: ${length}\r\nx-correlation-id: ${correlationId}\r\n\r\n`
  return true
}

function beginningOf(status: number, timeoutMs: number): string {
  const now = Math.floor(systemClock.now() / 1000)
  if (now !== second || timeoutMs !== keepAliveMs) {
    second = now
    keepAliveMs = timeoutMs
    beginnings.clear()
  }
  let beginning = beginnings.get(status)
  if (beginning === undefined) {
    const date = new Date(second * 1000).toUTCString()
    const stays = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timeoutMs / 1000)}\r\n`
    beginning = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${FIXED}${stays}`
    beginnings.set(status, beginning)
  }
  return beginning
}
