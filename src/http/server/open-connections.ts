// The connections of a server, for its stop. Node would close the listening socket at once, and the system resets the
// connections that it has completed but Node has not accepted. And it would wait without end for connections that have
// sent nothing yet, or half a request.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises'
import { monotonicMs } from '../../kernel/clock.ts'

/** No new connection for this long, and we stop listening. A client that was just answered comes again sooner. */
const QUIET_MS = 50
/** When connections never stop coming, quiet is no longer waited for. */
const QUIET_LIMIT_MS = 4_000
/** A longer turn of the event loop does other work between accepting and closing. */
const SHORT_TURN_MS = 1
/** When there is no short turn without a connection either. */
const LISTEN_LIMIT_MS = 5_000
const SWEEP_MS = 50
/** What was on its way when the stop began may still arrive. */
const GRACE_MS = 2_000

export class OpenConnections {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #lastAcceptedMs = Number.NEGATIVE_INFINITY

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#lastAcceptedMs = monotonicMs()
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /**
   * Accepts until no connection has come for a moment, then stops listening in a turn of the event loop that had none to
   * accept. What the system completes between that turn's poll and the close, some microseconds, is still reset.
   */
  async stopListening(): Promise<void> {
    const beganMs = monotonicMs()
    for (let isEmpty = false; !isEmpty && monotonicMs() - beganMs < LISTEN_LIMIT_MS; ) {
      while (!this.#isQuiet() && monotonicMs() - beganMs < QUIET_LIMIT_MS) await delay(1)
      const turnMs = monotonicMs()
      await immediate()
      isEmpty = this.#lastAcceptedMs < turnMs && monotonicMs() - turnMs < SHORT_TURN_MS
    }
    this.#server.close()
  }

  #isQuiet(): boolean {
    return monotonicMs() - this.#lastAcceptedMs >= QUIET_MS
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
