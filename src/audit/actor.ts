// Who did something and from where, as recorded in the audit log.

import type { Scope } from '../kernel/scope.ts'

export interface Actor {
  /** The client of a partner, when no user acts. */
  readonly clientId?: string
  readonly userId?: string
  readonly email?: string
  readonly ip?: string
  readonly correlationId?: string
  /** The actor's scope. Records belong to it unless the entry names another. */
  readonly scope?: Scope
}

/** The name stored as the author of a record or change. */
export function authorOf(actor: Actor): string {
  return actor.email ?? actor.userId ?? actor.clientId ?? 'system'
}
