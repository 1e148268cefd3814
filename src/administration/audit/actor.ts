// Who did something and from where, as recorded in the audit log.

import type { ActorFacts } from './actor-facts.ts'
import type { AuditedChange, ChangeWitness } from './change-witness.ts'

export interface Actor extends ActorFacts {
  /** Sees every change of the actor before it is committed. */
  readonly witness?: ChangeWitness
  /**
   * Takes the entries in place of the log. Work that changes many records writes them last, in the same transaction: the
   * head of the chain is then locked for a moment only, and after everything else.
   */
  readonly collected?: AuditedChange[]
}

/** The name stored as the author of a record or change. */
export function authorOf(actor: Actor): string {
  return actor.email ?? actor.userId ?? actor.clientId ?? 'system'
}
