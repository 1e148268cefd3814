// The audit records of a posting batch. Several owners may audit in one batch, in several institutions; they share the head
// of the chain, so that their records follow each other in the order in which their steps are written.

import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Step } from '../../platform/storage/database.ts'
import type { Actor } from './actor.ts'
import { type AuditEntry, type AuditHead, chainChange, HOLD_AUDIT_HEAD } from './audit-log.ts'
import { HeldChange } from './change-witness.ts'

export class BatchAudit {
  #head: AuditHead | undefined

  constructor(head: AuditHead | undefined) {
    this.#head = head
  }

  /** Throws when the actor's change waits for approval or is refused: its posting then fails alone. */
  append(nowMs: number, actor: Actor, entry: AuditEntry): Step {
    const seen = actor.witness?.see(entry, this)
    if (seen instanceof HeldChange) throw seen
    const { statement, values, head } = chainChange(this.#head, nowMs, actor, entry, seen)
    this.#head = head
    return { statement, values }
  }
}

const held = new WeakMap<Trip, Promise<BatchAudit>>()

/**
 * Locks the head of the chain in the batch that a round trip opens, once. After all other locks of the batch, also those of
 * other owners and of a second institution: who changes a record locks it first and then the head.
 */
export function holdAudit(trip: Trip): Promise<BatchAudit> {
  const known = held.get(trip)
  if (known !== undefined) return known
  const asked = trip.askLast<AuditHead>(HOLD_AUDIT_HEAD).then(({ rows }) => new BatchAudit(rows[0]))
  held.set(trip, asked)
  return asked
}
