// A piece of origination on behalf of a caller, in one transaction.

import type { Actor } from '../../audit/actor.ts'
import type { Sql } from '../../storage/database.ts'

/** Who asks: a partner's client, or an operator on behalf of the partner. */
export interface OriginationCaller {
  readonly partnerId: string
  /** The only institution whose resources the caller may see; undefined: all that the partner has. */
  readonly institutionId?: string
  /** The institutions whose products the caller may use. */
  readonly institutionIds: ReadonlySet<string>
  /** Stored as the author of what is created or changed. */
  readonly author: string
  /** A person who is signed in. Their changes are in the audit log. */
  readonly operator?: Actor
}

export interface OriginationWork {
  readonly sql: Sql
  readonly nowMs: number
  readonly caller: OriginationCaller
}
