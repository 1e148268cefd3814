// Simulates a server that vanishes: the proxy stops forwarding and closes nothing.

import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** Forwards everything to the server. Connections open when it goes silent stay silent; new ones work. */
export async function startSilentProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    fallSilent: () => {
      for (const socket of sockets) socket.pause()
    },
    speak: () => {
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
