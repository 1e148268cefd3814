// Drains a server's connections when it stops: those that come while the port is still open (quiet-port.ts), and those that have
// sent nothing, or half a request, for which Node would wait forever.

import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { untilQuiet } from './quiet-port.ts'

/** Requests under way are waited for this long before the port is closed. */
const BUSY_LIMIT_MS = 1_000
const SWEEP_MS = 50
/** Requests already on their way may still arrive. */
const GRACE_MS = 2_000
/**
 * While other processes listen, idle connections stay open this long: a client that uses one is told to close it with its next
 * answer. Only one that was not used for so long can be closed under a request that is just being sent.
 */
const PATIENCE_MS = 10_000

/** What a server knows of the processes that it shares its port with. */
export interface SharedPort {
  /** Whether others go on listening while this one stops: then no connection is lost by closing at once. */
  readonly isReplaced: () => boolean
  /** Whether the process that accepts for all has no connection left for this one; undefined while it does not tell. */
  readonly isSilent: () => boolean | undefined
  /** This process answers no client until it has closed the port. */
  readonly holding: () => void
  /** This process listens no more. Resolves when no other does, unless this one is replaced. */
  readonly closed: () => Promise<void>
}

const OWN_PORT: SharedPort = { isReplaced: () => false, isSilent: () => undefined, holding() {}, async closed() {} }

export class ConnectionDrain {
  readonly #server: Server
  readonly #port: SharedPort
  readonly #sockets = new Set<Socket>()
  #lastAcceptedMs = Number.NEGATIVE_INFINITY

  constructor(server: Server, port: SharedPort = OWN_PORT) {
    this.#server = server
    this.#port = port
    server.on('connection', (socket) => {
      this.#lastAcceptedMs = monotonicMs()
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** `isBusy` is whether a request is under way; those that come from now on are held until the port is closed. */
  async stopListening(isBusy: () => boolean): Promise<void> {
    const { isReplaced, isSilent } = this.#port
    // A client that is answered connects again, which it must not do while the port is being closed.
    const endsMs = monotonicMs() + BUSY_LIMIT_MS
    while (isBusy() && !isReplaced() && monotonicMs() < endsMs) await delay(1)
    this.#port.holding()
    await untilQuiet(
      // Another process will tell, which may hold connections that have not come here yet.
      () => (isSilent() === false ? monotonicMs() : this.#lastAcceptedMs),
      () => isReplaced() || isSilent() === true,
    )
    // Not the close of HTTP's server, which closes idle connections as well.
    if (isReplaced()) NetServer.prototype.close.call(this.#server)
    else this.#server.close()
    await this.#port.closed()
  }

  /** Waits for clients to close their connections, if they can open others. */
  async waitForClients(): Promise<void> {
    const endsMs = monotonicMs() + PATIENCE_MS
    while (this.#port.isReplaced() && this.#sockets.size > 0 && monotonicMs() < endsMs) await delay(SWEEP_MS)
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
