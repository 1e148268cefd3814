// Cookies of the family: the browser sends them to it alone and shows them to no script.

import type { Environment } from '../../../platform/kernel/environment.ts'
import { BASE_PATH } from '../base-path.ts'

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly maxAgeSeconds: number
  /** Strict unless the browser comes from another site when it has to send it. */
  readonly sameSite: 'Strict' | 'Lax'
}

/** The value of `set-cookie`. */
export function setCookie({ name, value, maxAgeSeconds, sameSite }: Cookie, environment: Environment): string {
  const attributes = ['HttpOnly', `SameSite=${sameSite}`, `Path=${BASE_PATH}`, `Max-Age=${maxAgeSeconds}`]
  // The sandbox runs without TLS, where browsers would drop a Secure cookie.
  if (environment !== 'sandbox') attributes.push('Secure')
  return [`${name}=${value}`, ...attributes].join('; ')
}
