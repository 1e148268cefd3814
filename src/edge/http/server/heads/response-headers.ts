// The headers of every response. A page that loads resources overrides the policy here.

import type { OutgoingHttpHeaders } from 'node:http'

export const RESPONSE_HEADERS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
} as const

export function responseHeaders(correlationId: string, extra?: Readonly<Record<string, string>>): OutgoingHttpHeaders {
  const headers = { ...RESPONSE_HEADERS, 'x-correlation-id': correlationId }
  return extra === undefined ? headers : Object.assign(headers, extra)
}
