// Answers requests that never reach a route: bytes that are not HTTP, and an `Expect` header we do not support.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp, systemClock } from '../../../platform/kernel/time/clock.ts'
import { RESPONSE_HEADERS } from './heads/response-headers.ts'
import { isUploading } from './upload-body.ts'

const BROKEN_REQUEST_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** A minimal answer: no route, family or correlation id is known. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = BROKEN_REQUEST_STATUS[error.code ?? ''] ?? '400 Bad Request'
  const { headers, body } = answerWith(status)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** We support only `100-continue`, which Node answers itself. */
export function answerUnmetExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = answerWith('417 Expectation Failed')
  response.writeHead(417, headers).end(body)
}

function answerWith(status: string) {
  const [code, ...title] = status.split(' ')
  const correlationId = newCorrelationId()
  const timestamp = isoTimestamp(systemClock.now())
  const body = JSON.stringify({
    type: 'about:blank',
    title: title.join(' '),
    status: Number(code),
    correlationId,
    timestamp,
  })
  const headers = {
    ...RESPONSE_HEADERS,
    'x-correlation-id': correlationId,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { headers, body }
}
