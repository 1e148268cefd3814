// Tells events of a kind from others, for the compiler too.

import type { EventKind, EventOf } from './generated-events.ts'

/** Narrows an event of the feed, or of a webhook: `if (isEvent(event, 'loan.closed')) event.data.loan …`. */
export function isEvent<Kind extends EventKind>(event: { readonly type: string }, kind: Kind): event is EventOf<Kind> {
  return event.type === kind
}
