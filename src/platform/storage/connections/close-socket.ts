// Closes database connections, even when the server no longer answers.

import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { withTimeout } from '../../kernel/time/timeout.ts'

/** How long the server may take to close a connection in an orderly way. */
const GRACE_MS = 2_000

/** Destroys the socket at once, without a Terminate message. Pending queries fail as on a lost connection. */
export function destroySocket(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } }
  connection.stream.destroy()
}

/** Waits for `ended`, the orderly end of the clients; on timeout their sockets are destroyed. */
export function endOrDestroy(ended: Promise<unknown>, clients: Iterable<pg.ClientBase>): Promise<unknown> {
  return withTimeout(ended, GRACE_MS).catch(() => {
    for (const client of clients) destroySocket(client)
  })
}
