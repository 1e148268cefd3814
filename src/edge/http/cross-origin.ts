// Recognizes requests that a browser sends for a page of another origin. Browsers say so in `Sec-Fetch-Site`; older
// ones, and any browser over plain HTTP to another machine, only send `Origin`. Other clients send neither.

import type { Call } from './call.ts'

/** What `Sec-Fetch-Site` says; undefined without it. A page on another port or subdomain (`same-site`) is foreign. */
export function isForeignFetchSite(call: Call): boolean | undefined {
  const site = call.header('sec-fetch-site')
  return site === undefined ? undefined : site !== 'same-origin' && site !== 'none'
}

/** True when `Origin` is sent and matches none of the request's host headers. `null` is foreign. */
export function isForeignOrigin(call: Call, hostHeaders: readonly string[] = ['host']): boolean {
  const sent = call.header('origin')
  if (sent === undefined) return false
  const origin = URL.parse(sent)
  if (origin === null || origin.host === '') return true
  // Parsed with the origin's scheme, so that a default port may be present or left out.
  return !hostHeaders.some((name) => URL.parse(`${origin.protocol}//${call.header(name)}`)?.host === origin.host)
}

/**
 * True when a page of another origin sent the request. A proxy may rewrite `Host`, so `Sec-Fetch-Site` decides when
 * present; `X-Forwarded-Host` can be trusted because no page can set it without a preflight.
 */
export function isCrossOrigin(call: Call): boolean {
  return isForeignFetchSite(call) ?? isForeignOrigin(call, ['host', 'x-forwarded-host'])
}
