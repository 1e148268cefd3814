// A payment of unclaimed money. It is stored with the exception before anything else happens, and is the only one until its
// outcome is known.

import type { Actor } from '../../administration/audit/actor.ts'
import type { AuditEntry } from '../../administration/audit/audit-log.ts'
import type { Posting } from '../../ledger/posting.ts'

export const PAYMENT_ACTIONS = ['RETRY', 'PAY_OUT', 'SETTLED_OUTSIDE'] as const
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number]

export interface Payment {
  /** Identifies the credit at a remote core; new for every payment. */
  readonly reference: string
  readonly action: PaymentAction
  readonly reason: string
  readonly by: string
  readonly at: string
  /** Absent: settled outside. */
  readonly linkedAccountId?: string
  /** SETTLED_OUTSIDE. */
  readonly externalReference?: string
  /** The account is in the books of a remote core. */
  readonly isRemote?: true
}

/** Stores a payment. The exception must be open, with no other payment under way. */
export interface BeginPayment extends Posting<void> {
  readonly kind: 'begin'
  readonly exceptionId: string
  readonly movementId: string
  readonly payment: Payment
  readonly actor: Actor
  readonly audit: AuditEntry
}

/** What has become of a payment: it is posted, or the exception is open again. */
export interface EndPayment extends Posting<PaymentEnd> {
  readonly kind: 'end'
  readonly exceptionId: string
  readonly movementId: string
  readonly payment: Payment
  /** What the remote core says. An account in our books is asked by the posting. */
  readonly coreSays?: 'moved' | 'refused' | undefined
}

export type PaymentPosting = BeginPayment | EndPayment
export type PaymentEnd = 'paid' | 'refused'
