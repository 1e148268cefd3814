// Who did something and from where, as the audit log keeps it.

import type { Scope } from '../kernel/scope.ts'

export interface Actor {
  readonly userId?: string
  readonly email?: string
  readonly ip?: string
  readonly correlationId?: string
  /** The scope of the actor: what they do belongs to it unless the entry names another. */
  readonly scope?: Scope
}

/** The name under which a record says who made or changed it. */
export function authorOf(actor: Actor): string {
  return actor.email ?? actor.userId ?? 'system'
}
