// The cookie that carries the refresh token, and where a request that opens or keeps up a session comes from.

import type { Origin } from '../../../access/sessions/session-user.ts'
import type { Call } from '../../../http/call.ts'

const NAME = 'refresh_token'
/** The base path of the family: the browser sends it to nobody else. */
const PATH = '/v1/onboarding'

/** The value of `set-cookie` that hands out a refresh token. */
export function refreshCookie(token: string, maxAgeSeconds: number, environment: string): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', `Path=${PATH}`, `Max-Age=${maxAgeSeconds}`]
  // The sandbox runs without TLS, where browsers would drop a Secure cookie.
  if (environment !== 'sandbox') attributes.push('Secure')
  return [`${NAME}=${token}`, ...attributes].join('; ')
}

/** The value of `set-cookie` that takes it back. */
export function clearedRefreshCookie(environment: string): string {
  return refreshCookie('', 0, environment)
}

export function refreshTokenIn(call: Call): string | undefined {
  return call.cookie(NAME)
}

export function originOf(call: Call): Origin {
  return { ip: call.ip, userAgent: call.header('user-agent') ?? '', correlationId: call.correlationId }
}
