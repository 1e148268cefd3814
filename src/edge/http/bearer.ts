// The bearer token of a request.

import type { Call } from './call.ts'

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** The token, or undefined when there is none or the header has another form. */
export function bearerOf(call: Call): string | undefined {
  return BEARER.exec(call.header('authorization') ?? '')?.[1]
}
