// A resolution on its way through the posting pipeline.

import type { Actor } from '../../../administration/audit/actor.ts'
import type { AuditEntry } from '../../../administration/audit/audit-log.ts'
import type { Presented } from '../../../channels/core/presented.ts'
import type { Posting } from '../../../ledger/posting.ts'
import type { ExceptionKind, LearnedOutcome, ResolvingAction } from '../exception-kinds.ts'

export interface ResolutionPosting extends Posting<Resolved> {
  /** The transaction that is the exception. */
  readonly transactionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly accountId: string
  readonly kind: ExceptionKind
  /** RECONCILIATION: its id is not that of a transaction. */
  readonly exceptionId?: string | undefined
  readonly action: ResolvingAction
  readonly reason: string
  /** The original to post the reversal against. */
  readonly originalId?: string | undefined
  /** MATCH of an unknown outcome. */
  readonly outcome?: LearnedOutcome | undefined
  readonly by: string
  readonly presented: Presented
  readonly audit: {
    readonly atMs: number
    readonly actor: Actor
    entryOf(resolved: Resolved): AuditEntry
  }
}

export interface Resolved {
  readonly journalId?: string | undefined
}
