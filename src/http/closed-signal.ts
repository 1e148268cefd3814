// Tells whoever waits on behalf of a caller that the caller has hung up.

import type { EventEmitter } from 'node:events'

/** What is needed of a socket; the one of injected requests has no more. */
export type Connection = Pick<EventEmitter, 'once'> & { readonly destroyed?: boolean }

// One per connection, however many requests it carries: a listener for each of them would have to be taken off again.
const signals = new WeakMap<Connection, AbortSignal>()

/** Aborts when the connection closes. */
export function closedSignalOf(connection: Connection): AbortSignal {
  const known = signals.get(connection)
  if (known !== undefined) return known
  const closed = new AbortController()
  if (connection.destroyed === true) closed.abort()
  else connection.once('close', () => closed.abort())
  signals.set(connection, closed.signal)
  return closed.signal
}
