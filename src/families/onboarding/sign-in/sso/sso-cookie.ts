// The cookie that binds a single sign-on to the browser in which it was started.

import type { Call } from '../../../../edge/http/call.ts'
import type { Environment } from '../../../../platform/kernel/environment.ts'
import { setCookie } from '../cookie.ts'

const NAME = 'sso_state'

/** The value of `set-cookie`. Lax, because the browser comes back from another site. */
export function ssoStateCookie(state: string, maxAgeSeconds: number, environment: Environment): string {
  return setCookie({ name: NAME, value: state, maxAgeSeconds, sameSite: 'Lax' }, environment)
}

export function ssoStateIn(call: Call): string | undefined {
  return call.cookie(NAME)
}
