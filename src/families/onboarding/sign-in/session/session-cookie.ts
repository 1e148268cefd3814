// The cookie that carries the refresh token, and where a request that opens or keeps up a session comes from.

import type { Turns } from '../../../../administration/access/admission/admission.ts'
import type { Origin } from '../../../../administration/access/sessions/session-user.ts'
import type { Call } from '../../../../edge/http/call.ts'
import type { Environment } from '../../../../platform/kernel/environment.ts'
import { setCookie } from '../cookie.ts'

const NAME = 'refresh_token'

/** The value of `set-cookie` that sets the refresh token. */
export function refreshCookie(token: string, maxAgeSeconds: number, environment: Environment): string {
  return setCookie({ name: NAME, value: token, maxAgeSeconds, sameSite: 'Strict' }, environment)
}

/** The value of `set-cookie` that deletes the cookie. */
export function clearedRefreshCookie(environment: Environment): string {
  return refreshCookie('', 0, environment)
}

export function refreshTokenIn(call: Call): string | undefined {
  return call.cookie(NAME)
}

export function originOf(call: Call, turns?: Turns): Origin {
  const userAgent = call.header('user-agent') ?? ''
  return { ip: call.ip, userAgent, correlationId: call.correlationId, ...(turns !== undefined && { turns }) }
}
