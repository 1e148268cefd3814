// What a step of a saga is: the event it follows, what it may ask, and what it changes.

import type { Entry } from '../../../ledger/journal.ts'
import type { LedgerCapabilities, LedgerOp } from '../../ledgers/digital-ledger.ts'
import type { LedgerName } from '../../ledgers/ledger-names.ts'
import type { Leg, WorkOp } from '../coordination/work.ts'
import type { Decision, Movement } from '../movement.ts'

/** The ledger of one side. */
export interface LedgerProfile {
  readonly name: LedgerName
  /** It is in our database: its operations commit with the journal. */
  readonly isJoined: boolean
  readonly capabilities: LedgerCapabilities
}

/** Where a movement takes place. It never changes while the movement lasts. */
export interface Setting {
  readonly own: LedgerProfile
  /** Transfers only. */
  readonly payee?: LedgerProfile | undefined
  /** The linked account is in the books of a remote core. */
  readonly isCoreRemote: boolean
}

export type RefusedFunds = 'linked-account-invalid' | 'insufficient-linked-funds'

export type SagaEvent =
  /** The remote core has moved the money of the linked account, or has said that it will not. */
  | { readonly kind: 'funds-moved' }
  | { readonly kind: 'funds-refused'; readonly reason: RefusedFunds }
  | { readonly kind: 'funds-unknown' }
  | { readonly kind: 'op-final'; readonly opId: string }
  | { readonly kind: 'op-failed'; readonly opId: string }
  | { readonly kind: 'decided'; readonly action: Decision['action']; readonly by: Decision['by'] }
  /** The next attempt of a refused leg is due. */
  | { readonly kind: 'retry' }
  /** How the ledger has ended the hold of a transfer, for good, when it refuses to end it so again. */
  | { readonly kind: 'hold-found'; readonly state: 'CAPTURED' | 'RELEASED' }
  /** An operator says that what the ledger has no hold for is released. */
  | { readonly kind: 'released-outside' }
  /** An operator has tokens minted again that somebody took at the ledger. */
  | { readonly kind: 'adjust' }
  /** An operator gives a transfer back to its payer. */
  | { readonly kind: 'return' }
  /** An operator gives up minting burned tokens again: their money becomes unclaimed. */
  | { readonly kind: 'give-up' }

/** What the saga may ask while it decides. */
export interface Surroundings {
  readonly setting: Setting
  readonly now: Date
  newId(): string
  /** The operation of both legs of a transfer, when both books post in this commit. */
  readonly bothOpId?: string | undefined
  /** Whether the linked account in our books takes the money now. */
  takesCredit(): boolean
}

export type JournalKind =
  | 'TOKEN_DEPOSIT'
  | 'TOKEN_REDEMPTION'
  | 'TOKEN_TRANSFER_OUT'
  | 'TOKEN_TRANSFER_IN'
  | 'TOKEN_TRANSFER_WITHIN'
  | 'TOKEN_FUNDS'
  | 'TOKEN_MINT'
  | 'TOKEN_BURN'
  | 'TOKEN_PAYOUT'
  | 'TOKEN_REFUND'
  | 'TOKEN_UNCLAIMED'
  | 'TOKEN_RETURN'

export interface Change<M extends Movement = Movement> {
  readonly movement: M
  readonly journal?: { readonly kind: JournalKind; readonly entries: readonly Entry[] } | undefined
  /** What happens to the hold on the account's tokens, in the book. */
  readonly hold?: 'PLACE' | 'RELEASE' | undefined
  /** What the ledger of this side does in the same commit. */
  readonly op?: LedgerOp | undefined
  /** The payee's book posts in the same commit. */
  readonly reachesPayee?: boolean | undefined
  readonly exception?:
    | { readonly kind: 'FUNDS_UNCLAIMED' | 'LEG_FAILED' | 'DRIFT'; readonly detail: string }
    | undefined
}

/** A leg that the ledger had refused is final: the movement goes on, and not with another attempt. */
export function endsRefusal({ work }: Movement, { exception, movement }: Change): boolean {
  const isRefused = work.op !== undefined && work.op.tries > 1
  return isRefused && exception === undefined && (movement.work.op?.tries ?? 1) === 1
}

/** The ledger refuses the operation that the movement waits for. */
export function refusedOp({ work: { op } }: Movement): WorkOp {
  if (op === undefined) throw new Error('the movement has no operation that a ledger can refuse')
  return { ...op, tries: op.tries + 1, hasFailed: true }
}

/** The last attempt was refused, and no other is stored. */
export function isRefused({ work }: Movement): boolean {
  return work.op?.hasFailed === true
}

/** Another attempt after a refusal. It counts as one, also when the leg is another: the refusal lasts until one is final. */
export function nextAttempt({ work: { op } }: Movement, opId: string, leg: Leg): WorkOp {
  if (op === undefined) throw new Error('the movement has no operation to repeat')
  return { opId, leg, tries: op.tries }
}

/** True when it is about the operation that the movement waits for. */
export function concernsOp(
  { work }: Movement,
  event: SagaEvent,
): event is Extract<SagaEvent, { kind: 'op-final' | 'op-failed' }> {
  const isOfOp = (event.kind === 'op-final' || event.kind === 'op-failed') && event.opId === work.op?.opId
  return isOfOp && work.op?.hasFailed !== true
}
