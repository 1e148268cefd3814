// A proxy in front of PostgreSQL that loses the answer to a commit: the server has committed, the client does not know.

import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** How a batch's commit looks on the wire: the name of its prepared statement, and the server's confirmation. */
const COMMIT_SENT = /round-trip:\d+:commit/
const LONGEST_NAME = 40
const COMMIT_DONE = 'COMMIT\0'

/** Forwards everything, until loseCommit() makes it drop the next confirmation and close that connection. */
export async function startCommitProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let meanwhile: (() => Promise<void>) | undefined

  const server: Server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) })
    let swallow: (() => Promise<void>) | undefined
    let swallowed = ''
    let sent = ''
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('close', cut)
    upstream.on('close', cut)
    client.on('data', (chunk) => {
      // The name may be split across two chunks.
      sent = sent.slice(-LONGEST_NAME) + chunk.toString('latin1')
      if (meanwhile !== undefined && COMMIT_SENT.test(sent)) {
        swallow = meanwhile
        meanwhile = undefined
        sent = ''
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (swallow === undefined) {
        client.write(chunk)
        return
      }
      swallowed += chunk.toString('latin1')
      if (!swallowed.includes(COMMIT_DONE)) return
      swallowed = ''
      void swallow().finally(cut)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    /** Drops the answer to the next commit. `then` runs after the server's commit and before the client finds out. */
    loseCommit: (then: () => Promise<void>) => {
      meanwhile = then
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
