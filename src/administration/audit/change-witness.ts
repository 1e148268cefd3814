// A witness sees every change that an actor makes, in the transaction that makes it, when the change is audited. It can hold
// the change back, which rolls everything back, or say that the change carries out a request that another user approved.

import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { ActorFacts } from './actor-facts.ts'

/** A change of a record, or an event, as the audit log keeps it. */
export interface AuditedChange {
  /** Dotted lower case: `user.create`, `session.login-failed`. */
  readonly action: string
  readonly resource: string
  readonly resourceId?: string
  /** The whole record before the change; secrets are redacted when it is written. */
  readonly before?: object
  /** The whole record after the change, or the details of an event. */
  readonly after?: object
  /** Owner of the record; the actor's institution by default. */
  readonly institutionId?: string
  readonly subTenantId?: string
  /** Further institutions whose records it changes: their four-eyes lists hold as well. */
  readonly concerns?: readonly string[]
}

export interface ChangeWitness {
  /**
   * Called once per entry, before it is written. `transaction` tells the transactions of one call apart: a conflict makes a
   * transaction run again. Throws to refuse the change.
   */
  see(entry: AuditedChange, transaction: object): HeldChange | CarriedOut | undefined
  /** The change is only tried out: nothing may be kept of it. */
  readonly isTrial?: boolean
  /** The id of the record of this kind that the request named when it was asked for; set while it is carried out. */
  idAsked?(resource: string): string | undefined
  /** Nothing else keeps the request: what was prepared for it is of no use once the change is refused. */
  readonly isOnlyTry?: boolean
  /** The change of this transaction needs a second user, whatever the lists say. Throws where it cannot wait for one. */
  needsSecondUser?(transaction: object): void
}

/** Thrown in place of a commit: nothing was changed, because another user has to approve it first. */
export class HeldChange extends Problem {
  /** Every entry of the transaction; grows until the transaction ends. */
  readonly entries: readonly AuditedChange[]

  constructor(entries: readonly AuditedChange[]) {
    super('conflict', 'the change waits for approval')
    this.name = 'HeldChange'
    this.entries = entries
  }
}

/** The change carries out a change request: it ends the request and records its approval, in the same commit. */
export interface CarriedOut {
  readonly changeRequestId: string
  /** Identifies the approval: a change in several transactions ends the request once. */
  readonly attemptId: string
  /** Carried out without an approval. */
  readonly emergency?: Emergency | undefined
  readonly approver: ActorFacts
  readonly entry: AuditedChange
  readonly comment: string | undefined
  /**
   * What the entry has to do with the end of the request:
   *   ends      it is the change that was asked for, and the first of its transaction
   *   continues it is not: the same approval must have ended the request in an earlier transaction
   *   follows   the first entry of the transaction ends it
   */
  readonly part: 'ends' | 'continues' | 'follows'
}

/** A change that could not wait for a second user. */
export interface Emergency {
  readonly reason: string
  /** When a second user should have reviewed it. */
  readonly reviewDueAtMs: number
  /** The change request that is made with the change; absent for one that was pending. */
  readonly made?: object | undefined
}
