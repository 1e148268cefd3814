// The end of a connection, when the server no longer takes part in it.

import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { withTimeout } from '../kernel/timeout.ts'

/** How long a server may take to see us off. */
const FAREWELL_MS = 2_000

/** At once, without the farewell that a dead server would not answer either. What was sent on it fails as lost. */
export function hangUp(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } }
  connection.stream.destroy()
}

/** Waits until `ended` has seen the clients off, and hangs up on those that nobody answers. */
export function endWithin(ended: Promise<unknown>, clients: Iterable<pg.ClientBase>): Promise<unknown> {
  return withTimeout(ended, FAREWELL_MS).catch(() => {
    for (const client of clients) hangUp(client)
  })
}
