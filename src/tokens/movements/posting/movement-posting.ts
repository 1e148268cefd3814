// The postings of movements.

import type { Actor } from '../../../administration/audit/actor.ts'
import type { AuditEntry } from '../../../administration/audit/audit-log.ts'
import type { Posting } from '../../../ledger/posting.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Reference } from '../../references/reference.ts'
import type { TokenLimits } from '../../settings.ts'
import type { Movement, Transfer } from '../movement.ts'
import type { SagaEvent, Setting } from '../saga/steps.ts'

interface MovementPostingBase<Result> extends Posting<Result> {
  readonly setting: Setting
  /** The operation of both legs of a transfer, when both books post in this commit. */
  readonly bothOpId?: string | undefined
}

/** Stores a movement, with its first step. */
export interface NewPosting extends MovementPostingBase<Movement> {
  readonly kind: 'new'
  /** As it begins; the posting gives it its times. */
  readonly draft: Movement
  readonly expiresInSeconds?: number | undefined
  readonly tokenType: string
  /** As sent; must be the account's own. */
  readonly linkedAccountId?: string | undefined
  readonly limits?: TokenLimits | undefined
  /** The ledger would refuse to issue as much. */
  readonly isOverLedgerLimit?: boolean | undefined
  readonly netDebitCapMinor?: bigint | undefined
  readonly actor: Actor
  /** Chosen before: the payee's book posts under it, when it posts in this commit. */
  readonly payeeJournalId?: string | undefined
}

/** What an operator does about a movement that is stuck: noted with its exception, and audited. */
export interface OperatorAct {
  readonly action: string
  readonly reason: string
  readonly by: string
  readonly actor: Actor
  readonly audit: AuditEntry
  /** An account in our books that is to take the money next: refused when it cannot. */
  readonly linkedAccountId?: string | undefined
}

/** Something has happened to a movement. */
export interface EventPosting extends MovementPostingBase<Movement> {
  readonly kind: 'event'
  readonly movementId: string
  readonly event: SagaEvent
  /** A caller's decision: recorded for good. */
  readonly reference?: Reference | undefined
  readonly actor?: Actor | undefined
  readonly operator?: OperatorAct | undefined
  /** The institution that will owe more: held, so that no settlement is posted at the same time. */
  readonly owingId?: string | undefined
  /** Chosen before: the payee's book posts under it in this commit. Absent: it must not have to. */
  readonly payeeJournalId?: string | undefined
}

/** The payee's side of a transfer: posted together with one of the above. */
export interface PayeePosting extends Posting<void> {
  readonly kind: 'payee'
  readonly transfer: Transfer
  /** The transfer is new: the account must be able to receive it. A stored one is credited despite later changes. */
  readonly isNew: boolean
  /** The journal, when tokens move; absent: the account is only checked, under its lock. */
  readonly journalId?: string | undefined
  /** The operation at the payee's ledger, when that is in our database. */
  readonly opId?: string | undefined
  /** The payer's part of the operation commits with it, on the same ledger. */
  readonly isOpShared: boolean
}

export type MovementPosting = NewPosting | EventPosting | PayeePosting

/** Nothing was posted: the account was relinked since its facts were read. The caller reads them again. */
export class LinkedAccountChanged extends Problem {
  readonly accountId: string

  constructor(accountId: string) {
    super('unavailable', 'the linked account is being changed')
    this.accountId = accountId
  }
}

/** Nothing was posted: the reference is known, or the movement has moved on. The caller answers with what is stored. */
export class AlreadyRecorded extends Problem {
  readonly movementId: string

  constructor(movementId: string) {
    super('conflict', 'the movement is recorded already')
    this.movementId = movementId
  }
}
