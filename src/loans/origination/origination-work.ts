// A piece of origination on behalf of a caller, in one transaction.

import type { Actor } from '../../administration/audit/actor.ts'
import type { Sql } from '../../platform/storage/database.ts'

/** Who asks: a partner's client, or an operator on behalf of the partner. */
export interface OriginationCaller {
  readonly partnerId: string
  /** The institutions whose products the partner may use. */
  readonly institutionIds: ReadonlySet<string>
  /** The author of what is stored. */
  readonly actor: Actor
}

export interface OriginationWork {
  readonly sql: Sql
  readonly nowMs: number
  readonly caller: OriginationCaller
}

/** A person who is signed in. Their changes are in the audit log. */
export function isOperator({ actor }: OriginationCaller): boolean {
  return actor.userId !== undefined
}
