// Keeps web pages away from the management listener, which trusts every caller on loopback: a browser on the same
// machine can reach it too, on behalf of any page it shows.
//
//   sent by                           recognized by                                  answer
//   a page of another origin          Sec-Fetch-Site, or an Origin other than Host   403
//   a page whose own name resolves    a Host that is neither an IP address,          403, unless the request
//   to us (DNS rebinding)             localhost nor MANAGEMENT_HOST                  carries MANAGEMENT_TOKEN
//
// An IP address as Host cannot be rebound, and probes and port forwards send one. Ports are not compared: forwarding
// changes them. No page knows the token, so a scraper that has it may use any name.

import { isIP } from 'node:net'
import type { Call } from '../../edge/http/call.ts'
import { isForeignFetchSite, isForeignOrigin } from '../../edge/http/cross-origin.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { carriesToken } from './management-token.ts'

export interface ManagementGuardOptions {
  /** MANAGEMENT_HOST: an address, or a name that callers may then use. */
  readonly host: string
  readonly token?: string | undefined
}

/** Throws a Problem for a request that may come from a web page. */
export function managementGuard({ host, token }: ManagementGuardOptions): (call: Call) => void {
  const names = new Set(['localhost', host.toLowerCase()])
  return (call) => {
    if (isForeignFetchSite(call) === true || isForeignOrigin(call)) {
      throw new Problem('forbidden', 'Web pages may not call the management listener')
    }
    // Absent only in HTTP/1.0, which no browser uses.
    const sent = call.header('host')
    if (sent === undefined) return
    const name = hostNameOf(sent)
    if (name !== undefined && (isIP(name) !== 0 || names.has(name))) return
    if (name !== undefined && token !== undefined && carriesToken(call, token)) return
    throw new Problem(
      'forbidden',
      'The management listener is not known by this Host: call it by its IP address, as localhost or by ' +
        'MANAGEMENT_HOST, or send MANAGEMENT_TOKEN',
    )
  }
}

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i

/** The host name of a Host header in lower case, without port, brackets and trailing dot; undefined if invalid. */
function hostNameOf(header: string): string | undefined {
  if (!HOST.test(header)) return undefined
  return URL.parse(`http://${header}`)?.hostname.replace(/^\[|\]$|\.$/g, '')
}
