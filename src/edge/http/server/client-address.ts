// The address of the client. Behind a trusted proxy it comes from a header, which may hold anything: it is used only if
// it is an IP address, because limits per address count by it and the audit log keeps it.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** With a port, as some proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[(?<six>[\da-f:.]+)\]|(?<four>[\d.]+))(?::\d{1,5})?$/i

/** The address that the proxy names; the connection's own, the proxy's, if that is none. */
export function clientAddressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  if (isIP(ip) !== 0) return ip
  const { six, four } = WITH_PORT.exec(ip ?? '')?.groups ?? {}
  const named = six ?? four ?? ''
  return isIP(named) !== 0 ? named : (socket.remoteAddress ?? '')
}
