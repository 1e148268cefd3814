// A change that a caller asks of a loan, and its outcome.

import type { Actor } from '../../../administration/audit/actor.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import type { LoanEvent } from '../../engine/loan-events.ts'
import type { HistoryFold } from '../history-fold.ts'
import type { JsonObject, LoanHistory, LoanRecord, RecordedEvent, Replay } from '../loan-record.ts'

type Draft<Event> = Event extends LoanEvent
  ? Omit<Event, 'eventId' | 'sequence'> & { readonly eventId?: string; readonly details?: JsonObject }
  : never

/** An event without what the book gives it. */
export type LoanEventDraft = Draft<LoanEvent>

export interface ReversalDraft {
  readonly kind: 'REVERSAL'
  readonly reversalOf: string
  readonly valueDate: string
  readonly eventId?: string
  readonly details?: JsonObject
}

export type AnyDraft = LoanEventDraft | ReversalDraft

/** The account that pays or receives the money of an event. CLEARING: it is settled elsewhere. */
export type FundsSource = { readonly accountId: string; readonly institutionId?: string } | 'CLEARING'

/** The caller's reference: sent again with the same content, it answers what became of the first. */
export interface CommandKey {
  readonly partnerId: string
  readonly key: string
  readonly operation: string
  /** The hash of what was asked. */
  readonly content: Buffer
}

/** Fields that change without an event. */
export interface LoanChanges {
  readonly externalReference?: string
  readonly contact?: JsonObject
}

/** The position by some events on a day. Keeps what it has folded. Throws LoanRuleViolation when an event cannot stand. */
export type FoldEvents = (events: readonly LoanEvent[], asOf: string) => LoanPosition

export interface LoanCommand {
  readonly partnerId: string
  readonly loanId: string
  readonly key?: CommandKey
  readonly actor: Actor
  /** Refused with `version-conflict` when the loan has another version. */
  readonly expectedVersion?: number
  /** CLEARING by default. A reversal uses the account of the original. */
  readonly funds?: FundsSource
  /** The event that `decide` will reverse: its account has to be locked before. */
  readonly reverses?: string
  readonly changes?: LoanChanges
  /** Its answer shows nothing of the loan as it was before: what was folded of that is forgotten. */
  readonly showsOnlyAfter?: boolean
  /**
   * What is to happen, or why it cannot. Runs under the lock of the loan, maybe more than once: pure. The position is that
   * of the business date (`position.asOf`).
   */
  decide(
    loan: LoanRecord,
    events: readonly RecordedEvent[],
    position: LoanPosition,
    fold?: FoldEvents,
  ): AnyDraft | readonly AnyDraft[] | Problem
}
export interface Appended {
  readonly loan: LoanRecord
  /** What was folded of it. */
  readonly fold?: HistoryFold
  /** All events of the loan, the new ones last. */
  readonly events: readonly RecordedEvent[]
  /** The event that the command has added: the first, when it adds several; undefined when it only changed fields. */
  readonly event?: RecordedEvent
  /** After the event, on the business date. */
  readonly position: LoanPosition
  /** Before the event, on the business date. Absent on a repetition. */
  readonly before?: LoanPosition
  /** The key was used before with the same content: nothing was done now. */
  readonly replayed: boolean
  /** Earlier transactions whose allocation has changed. */
  readonly replays: readonly Replay[]
}

/** As `Appended`, with nothing written. */
export interface Previewed {
  readonly loan: LoanRecord
  /** With the events that would be added, and what was folded. */
  readonly history: LoanHistory
  readonly event?: RecordedEvent
  readonly before: LoanPosition
  readonly position: LoanPosition
  /** What the loan would receive; negative: pay out. */
  readonly cashMinor: bigint
  readonly isReversal: boolean
}
