// The cookie that binds a single sign-on to the browser in which it was started.

import type { Call } from '../../../http/call.ts'

const NAME = 'sso_state'
const PATH = '/v1/onboarding'

/** The value of `set-cookie`. Lax, because the browser comes back from another site. */
export function ssoStateCookie(state: string, maxAgeSeconds: number, environment: string): string {
  const attributes = ['HttpOnly', 'SameSite=Lax', `Path=${PATH}`, `Max-Age=${maxAgeSeconds}`]
  // The sandbox runs without TLS, where browsers would drop a Secure cookie.
  if (environment !== 'sandbox') attributes.push('Secure')
  return [`${NAME}=${state}`, ...attributes].join('; ')
}

export function ssoStateIn(call: Call): string | undefined {
  return call.cookie(NAME)
}
