// Drains a server's connections when it stops. Node would close the listening socket at once, and the kernel would then
// reset connections that it has completed but Node has not accepted. And Node would wait forever for connections that
// have sent nothing, or half a request.

import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises'
import { monotonicMs } from '../../kernel/clock.ts'

/** Stop listening after this long without a new connection. A client that was just answered reconnects sooner. */
const QUIET_MS = 50
/** Stop waiting for that after this long. */
const QUIET_LIMIT_MS = 4_000
/** In a longer turn the event loop does other work between accepting and closing. */
const SHORT_TURN_MS = 1
/** Stop listening after this long in any case. */
const LISTEN_LIMIT_MS = 5_000
const SWEEP_MS = 50
/** Requests already on their way may still arrive. */
const GRACE_MS = 2_000
/**
 * While other processes listen, idle connections stay open this long: a client that uses one is told to close it with its next
 * answer, and never sees it closed under its request.
 */
const PATIENCE_MS = 5_000

export class ConnectionDrain {
  readonly #server: Server
  readonly #othersListen: () => boolean
  readonly #sockets = new Set<Socket>()
  #lastAcceptedMs = Number.NEGATIVE_INFINITY

  /** While other processes listen on the same port, no connection is lost by closing at once. */
  constructor(server: Server, othersListen: () => boolean = () => false) {
    this.#server = server
    this.#othersListen = othersListen
    server.on('connection', (socket) => {
      this.#lastAcceptedMs = monotonicMs()
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /**
   * Accepts until no connection has come for a moment, then stops listening in an event loop turn that accepted none.
   * A connection completed between that turn's poll and the close, a few microseconds, is still reset.
   */
  async stopListening(): Promise<void> {
    const beganMs = monotonicMs()
    for (let isEmpty = this.#othersListen(); !isEmpty && monotonicMs() - beganMs < LISTEN_LIMIT_MS; ) {
      while (!this.#isQuiet() && monotonicMs() - beganMs < QUIET_LIMIT_MS) await delay(1)
      const turnMs = monotonicMs()
      await immediate()
      isEmpty = this.#othersListen() || (this.#lastAcceptedMs < turnMs && monotonicMs() - turnMs < SHORT_TURN_MS)
    }
    // Not the close of HTTP's server, which closes idle connections as well.
    if (this.#othersListen()) NetServer.prototype.close.call(this.#server)
    else this.#server.close()
  }

  /** Waits for clients to close their connections, if they can open others. */
  async waitForClients(): Promise<void> {
    const endsMs = monotonicMs() + PATIENCE_MS
    while (this.#othersListen() && this.#sockets.size > 0 && monotonicMs() < endsMs) await delay(SWEEP_MS)
  }

  #isQuiet(): boolean {
    return this.#othersListen() || monotonicMs() - this.#lastAcceptedMs >= QUIET_MS
  }

  /** Closes idle connections until the server is closed; after a grace period, all without a request in a handler. */
  closeIdle(waiting: () => Iterable<Socket>): void {
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

/** Identified by its remote end: over TLS, a request's socket wraps the connection's. */
function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`
}
