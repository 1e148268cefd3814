// Binds a server to its address.

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Listener {
  /** The bound address. */
  readonly url: string
  /** Stops accepting, and resolves once accepted requests are answered. */
  close(): Promise<void>
}

export async function listen(
  server: FastifyInstance,
  { host, port, exclusive = false }: { readonly host: string; readonly port: number; readonly exclusive?: boolean },
  isTls: boolean,
): Promise<Listener> {
  // Exclusive: not shared with other workers.
  await server.listen({ host, port, exclusive })
  const bound = server.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `${isTls ? 'https' : 'http'}://${name}:${bound.port}`, close: () => server.close() }
}
