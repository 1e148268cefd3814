// The connections of a server, known so that a stop does not wait for those on which nothing is being done. Node ends idle
// ones; one that has sent nothing yet, or half a request, it would wait for without end once the server is closing.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { monotonicMs } from '../../kernel/clock.ts'

const SWEEP_MS = 50
/** What was on its way when the stop began may still arrive. */
const GRACE_MS = 2_000

export class OpenConnections {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** Until the server is closed: ends connections as they turn idle, and soon all but those that wait for their answer. */
  endQuietOnes(waiting: () => Iterable<Socket>): void {
    const graceEndsMs = monotonicMs() + GRACE_MS
    const sweep = setInterval(() => {
      this.#server.closeIdleConnections()
      if (monotonicMs() < graceEndsMs) return
      const busy = new Set(Array.from(waiting(), peerOf))
      for (const socket of this.#sockets) if (!busy.has(peerOf(socket))) socket.destroy()
    }, SWEEP_MS).unref()
    this.#server.once('close', () => clearInterval(sweep))
  }
}

/** By its other end, because over TLS a request comes by a socket that wraps the connection's. */
function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`
}
