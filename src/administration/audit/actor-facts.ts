import type { Scope } from '../../platform/kernel/scope.ts'

/** Who acts and from where. */
export interface ActorFacts {
  /** The client of a partner, when no user acts. */
  readonly clientId?: string
  readonly userId?: string
  readonly email?: string
  readonly ip?: string
  readonly correlationId?: string
  /** The actor's scope. Records belong to it unless the entry names another. */
  readonly scope?: Scope
}
