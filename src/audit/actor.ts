// Who did something and from where, as recorded in the audit log.

import type { ActorFacts } from './actor-facts.ts'
import type { ChangeWitness } from './change-witness.ts'

export interface Actor extends ActorFacts {
  /** Sees every change of the actor before it is committed. */
  readonly witness?: ChangeWitness
}

/** The name stored as the author of a record or change. */
export function authorOf(actor: Actor): string {
  return actor.email ?? actor.userId ?? actor.clientId ?? 'system'
}
