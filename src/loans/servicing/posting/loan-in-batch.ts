// One loan in a batch: what was read under its lock, and what the batch has changed so far.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { FoldState } from '../../engine/fold/fold-state.ts'
import type { LoanPosition, LoanTransaction } from '../../engine/fold/loan-position.ts'
import type { LoanEvent } from '../../engine/loan-events.ts'
import { LoanRuleViolation } from '../../engine/loan-rules.ts'
import { type LoanReason, loanProblem } from '../../loan-problems.ts'
import type { AnyDraft, FoldEvents } from '../book/loan-command.ts'
import { type FoldSnapshot, HistoryFold, type StoredSnapshot } from '../history-fold.ts'
import type { LoanRow } from '../loan-codec.ts'
import { toLoan } from '../loan-codec.ts'
import {
  type Booking,
  foldedEvents,
  type LoanHistory,
  type LoanRecord,
  type RecordedEvent,
  type Replay,
  type Reversal,
} from '../loan-record.ts'
import { type LoanTotals, loanAccounts, NOTHING_POSTED, readTotals } from './loan-accounts.ts'
import { reversalBooking } from './reversal-booking.ts'

/** What a loan becomes when drafts are added. Nothing of it is recorded yet. */
export interface Candidate {
  readonly added: readonly RecordedEvent[]
  /** All events, with reversed ones marked. */
  readonly events: readonly RecordedEvent[]
  readonly before: LoanPosition
  readonly position: LoanPosition
  readonly totals: LoanTotals
  readonly replays: readonly Replay[]
}

export interface Booked {
  readonly nowMs: number
  /** YYYY-MM-DD. */
  readonly asOf: string
  readonly createdBy: string
  readonly fundsAccountId?: string | undefined
}

/**
 * A state is stored once folding the events since the last stored one costs more than storing and reading it. Both are
 * counted in rows of one event: a state takes as long as its rows in two events, a transaction as four rows, and the
 * statement as sixty.
 */
function storingWork({ rows, transactions }: FoldState): number {
  return 2 * rows.length + 4 * transactions.length + 60
}

/**
 * Rows times events of one loan. A back-dated event folds them all: this keeps that within seconds, and lets the longest
 * loan, of 2,100 daily rows, be paid every day.
 */
export const MOST_WORK = 5_000_000
/** So few events are never too much work: no plan has a hundred thousand rows. */
const FEW_EVENTS = 50
const ENDING: ReadonlySet<string> = new Set(['SETTLEMENT', 'REFUND', 'CLOSING'])

/** What of the loan is in the books. */
export interface BooksOfLoan {
  readonly posted: LoanTotals
  readonly postedThrough: string | null
  readonly lastSequence: number
  readonly pendingEventId: string | undefined
  readonly isAccountOpen: boolean
}

export class OpenLoan {
  readonly #fold: HistoryFold
  readonly foldEvents: FoldEvents
  /** The events of the stored state. */
  #stored: readonly string[]
  loan: LoanRecord
  events: readonly RecordedEvent[]
  posted: LoanTotals
  postedThrough: string | null
  lastSequence: number
  pendingEventId: string | undefined
  isAccountOpen: boolean

  constructor({ loan, events, snapshot, fold }: LoanHistory, books: BooksOfLoan) {
    this.#fold = fold ?? new HistoryFold(loan.agreement, snapshot)
    this.foldEvents = (some, asOf) => this.#fold.position(some, asOf)
    this.#stored = snapshot?.eventIds ?? []
    this.loan = loan
    this.events = events
    this.posted = books.posted
    this.postedThrough = books.postedThrough
    this.lastSequence = books.lastSequence
    this.pendingEventId = books.pendingEventId
    this.isAccountOpen = books.isAccountOpen
  }

  /** As its row says. */
  static read(
    row: LoanRow,
    events: readonly RecordedEvent[],
    snapshotOf: (loan: LoanRecord) => StoredSnapshot | undefined,
  ): OpenLoan {
    const loan = toLoan(row)
    const snapshot = snapshotOf(loan)
    return new OpenLoan(
      { loan, events, ...(snapshot && { snapshot }) },
      {
        posted: readTotals(row.posted),
        postedThrough: row.posted_through,
        lastSequence: row.last_sequence,
        pendingEventId: row.pending_event_id ?? undefined,
        isAccountOpen: row.account_opened,
      },
    )
  }

  /** For a preview: nothing of it is posted. */
  static of(history: LoanHistory): OpenLoan {
    const lastSequence = history.events.at(-1)?.sequence ?? 0
    const pendingEventId = history.events.find(({ state }) => state === 'PENDING')?.eventId
    const books = { posted: NOTHING_POSTED, postedThrough: null, lastSequence, pendingEventId }
    return new OpenLoan(history, { ...books, isAccountOpen: history.loan.accountId !== undefined })
  }

  /** With the events recorded so far. */
  position(asOf: string): LoanPosition {
    return this.positionOf(this.events, asOf)
  }

  positionOf(events: readonly RecordedEvent[], asOf: string): LoanPosition {
    return this.#fold.position(foldedEvents(events), asOf)
  }

  /** Adds drafts without recording them. A problem when they, or events after them, cannot stand. */
  add(drafts: readonly AnyDraft[], booked: Booked): Candidate | Problem {
    let events = [...this.events]
    const added: RecordedEvent[] = []
    for (const draft of drafts) {
      const refusal = this.#beforeWriteOff(draft)
      if (refusal !== undefined) return refusal
      const recorded = this.#recorded(draft, this.lastSequence + added.length + 1, booked)
      const marked = draft.kind === 'REVERSAL' ? reverse(events, draft.reversalOf, recorded.eventId) : events
      if (marked instanceof Problem) return marked
      events = [...marked, recorded]
      added.push(recorded)
    }
    const large = this.#tooLarge(added, booked.asOf)
    if (large !== undefined) return large
    return this.candidate(events, added, booked.asOf)
  }

  /** Completes an event that waited for a remote core. */
  complete(pending: RecordedEvent, asOf: string): Candidate | Problem {
    const completed: RecordedEvent = { ...pending, state: 'COMPLETED' }
    const others = this.events.map((one) => (one.eventId === pending.eventId ? completed : one))
    const { event } = pending
    const events = event.kind === 'REVERSAL' ? reverse(others, event.reversalOf, event.eventId) : others
    return events instanceof Problem ? events : this.candidate(events, [completed], asOf)
  }

  candidate(events: readonly RecordedEvent[], added: readonly RecordedEvent[], asOf: string): Candidate | Problem {
    const before = this.position(asOf)
    const { accounting } = this.loan
    try {
      const position = added.length === 0 ? before : this.positionOf(events, asOf)
      const bookings = { before: bookingsOf(before), after: bookingsOf(position) }
      const booked = added.map((one) => {
        const booking = bookings.after.get(one.eventId) ?? reversalBooking(one, added, bookings, position)
        return booking === undefined ? one : { ...one, booking }
      })
      return {
        added: booked,
        events: events.map((one) => booked[added.indexOf(one)] ?? one),
        before,
        position,
        totals: loanAccounts(position, foldedEvents(events), accounting),
        replays: isBeginning(before.transactions, position.transactions)
          ? []
          : replaysOf(this.events, bookings.before, bookings.after),
      }
    } catch (error) {
      if (error instanceof LoanRuleViolation) return this.#refusal(error, events, added)
      throw error
    }
  }

  /** Takes the candidate as the state that later postings of the batch see. */
  accept({ events, totals }: Candidate, asOf: string): void {
    this.events = events
    this.posted = totals
    this.postedThrough = asOf
    this.lastSequence = Math.max(this.lastSequence, ...events.map((event) => event.sequence))
  }

  /** The state to store, when the stored one is old or no longer the beginning of the history. */
  newSnapshot(): StoredSnapshot | undefined {
    // What a remote core has not answered yet can still join the events that were before it.
    if (this.pendingEventId !== undefined) return undefined
    const reached = this.#fold.snapshot(foldedEvents(this.events))
    if (reached === undefined) return undefined
    const { eventIds, state } = reached
    const stored = this.#stored
    const begun = stored.length <= eventIds.length && stored.every((eventId, i) => eventIds[i] === eventId)
    const lag = eventIds.length - (begun ? stored.length : 0)
    if (state.rows.length * lag < storingWork(state)) return undefined
    this.#stored = eventIds
    return { ...reached, throughSequence: this.lastSequence }
  }

  /**
   * Keeps of what was folded only the state after all events. The loans of a batch stay in memory until it has committed: what
   * survives that long is copied by the collector, at the cost of as much time as the folding itself.
   */
  forgetEarlier(): void {
    this.#fold.forgetOthers(foldedEvents(this.events))
  }

  /** Takes over states that were folded outside the batch. */
  prepare(states: readonly FoldSnapshot[]): void {
    for (const state of states) this.#fold.keep(state)
  }

  /** The loan with its events and what was folded of them. */
  history(): LoanHistory {
    return { loan: this.loan, events: this.events, fold: this.#fold }
  }

  /** What ends a loan is taken however many events it has. */
  #tooLarge(added: readonly RecordedEvent[], asOf: string): Problem | undefined {
    if (this.lastSequence + added.length <= FEW_EVENTS) return undefined
    const rows = this.position(asOf).instalments.length
    if (rows * (this.lastSequence + added.length) <= MOST_WORK) return undefined
    if (added.every(({ event }) => ENDING.has(event.kind))) return undefined
    return loanProblem('too-many-events', `a loan with ${rows} instalments takes no more events`)
  }

  /** Nothing before a write-off changes, nor is the write-off itself taken back. */
  #beforeWriteOff(draft: AnyDraft): Problem | undefined {
    const writeOff = this.events.find(
      ({ event, reversedBy }) => event.kind === 'CLOSING' && event.reason === 'WRITTEN_OFF' && reversedBy === undefined,
    )
    if (writeOff === undefined) return undefined
    const target =
      draft.kind === 'REVERSAL' ? this.events.find(({ eventId }) => eventId === draft.reversalOf) : undefined
    const isEarlier =
      target === undefined ? draft.valueDate < writeOff.event.valueDate : target.sequence <= writeOff.sequence
    return isEarlier ? loanProblem('has-later-transactions', 'nothing before the write-off can change') : undefined
  }

  #recorded(draft: AnyDraft, sequence: number, booked: Booked): RecordedEvent {
    const { details, eventId = newId(booked.nowMs), ...fields } = draft
    return {
      eventId,
      sequence,
      event: { ...fields, eventId, sequence } as LoanEvent | Reversal,
      state: 'COMPLETED',
      bookedOn: booked.asOf,
      bookedAt: new Date(booked.nowMs),
      cashMinor: 0n,
      ...(booked.fundsAccountId !== undefined && { fundsAccountId: booked.fundsAccountId }),
      createdBy: booked.createdBy,
      ...(details !== undefined && { details }),
    }
  }

  /** The rule that the new event breaks; when it could stand by itself, a later one no longer can. */
  #refusal(violation: LoanRuleViolation, events: readonly RecordedEvent[], added: readonly RecordedEvent[]): Problem {
    const later = () => loanProblem('has-later-transactions', 'a later transaction could no longer stand')
    const last = added.at(-1)
    if (last === undefined || last.event.kind === 'REVERSAL') return later()
    const { valueDate } = last.event
    const until = events.filter(({ event }) => event.valueDate <= valueDate)
    if (until.length < events.length && this.#canStand(until, valueDate)) return later()
    return ruleProblem(violation)
  }

  #canStand(events: readonly RecordedEvent[], asOf: string): boolean {
    try {
      this.positionOf(events, asOf)
      return true
    } catch (error) {
      if (error instanceof LoanRuleViolation) return false
      throw error
    }
  }
}

/** The money of a command is recorded with its first event. */
export function withCash(candidate: Candidate, cash: bigint): Candidate {
  const [first, ...others] = candidate.added
  if (first === undefined) return candidate
  const moved = { ...first, cashMinor: cash }
  const events = candidate.events.map((one) => (one === first ? moved : one))
  return { ...candidate, added: [moved, ...others], events }
}

/** A rule of the engine as a refusal of lending: its code in lower case. */
function ruleProblem({ code, message, field }: LoanRuleViolation): Problem {
  const reason = code.toLowerCase().replaceAll('_', '-') as LoanReason extends `loans.${infer Name}` ? Name : never
  return loanProblem(reason, message, field === undefined ? {} : { details: [{ path: field, message }] })
}

function reverse(events: readonly RecordedEvent[], reversalOf: string, by: string): RecordedEvent[] | Problem {
  const original = events.find(({ eventId }) => eventId === reversalOf)
  if (original === undefined || original.event.kind === 'REVERSAL' || original.state === 'FAILED')
    return loanProblem('transaction-not-found', 'the loan has no such transaction')
  if (original.reversedBy !== undefined) return loanProblem('already-reversed', 'the transaction was reversed before')
  return events.map((one) => (one === original ? { ...one, reversedBy: by } : one))
}

/** By event. A down payment or a capitalisation belongs to an event that has a transaction of its own. */
function bookingsOf(position: LoanPosition): ReadonlyMap<string, Booking> {
  const bookings = new Map<string, Booking>()
  for (const { eventId, kind, allocation, perInstalment, balancesAfter } of position.transactions) {
    if (bookings.has(eventId) && FOLLOWING.has(kind)) continue
    bookings.set(eventId, { allocation, perInstalment, balancesAfter })
  }
  return bookings
}

const FOLLOWING: ReadonlySet<string> = new Set(['DOWN_PAYMENT', 'CAPITALISATION', 'LATE_FEE', 'CHARGE_OFF'])

/** Earlier transactions whose allocation is no longer the same. */
function replaysOf(
  events: readonly RecordedEvent[],
  before: ReadonlyMap<string, Booking>,
  after: ReadonlyMap<string, Booking>,
): Replay[] {
  return events.flatMap(({ eventId }) => {
    const [old, now] = [before.get(eventId), after.get(eventId)]
    if (old === undefined || now === undefined || isSameAllocation(old, now)) return []
    return [{ eventId, before: old, after: now }]
  })
}

/** An event at the end leaves the transactions before it as they are: the same objects. */
function isBeginning(some: readonly LoanTransaction[], all: readonly LoanTransaction[]): boolean {
  return some.length <= all.length && some.every((one, i) => one === all[i])
}

function isSameAllocation(one: Booking, other: Booking): boolean {
  return allocationText(one) === allocationText(other)
}

function allocationText({ allocation, perInstalment }: Booking): string {
  const parts = [allocation, ...perInstalment].map(({ penalties, fees, interest, principal, overpayment }) =>
    [penalties, fees, interest, principal, overpayment].join(' '),
  )
  return `${parts.join(',')} ${perInstalment.map(({ n }) => n).join(' ')}`
}
