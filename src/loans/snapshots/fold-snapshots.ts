// Snapshots of loans, in memory: the state after the events that were folded before. The next fold of the same loan applies
// only the events that follow, so that adding an event folds that event alone, however long the history is. Nothing depends
// on them: a loan without a snapshot is folded from its start.
//
// Events never change once they are recorded, and their ids are unique. A snapshot therefore holds as long as the ids of the
// history, in fold order, begin with its own: a back-dated event or a reversal changes them, and the snapshot is not used.

import { applyEvents, eventsUpTo, foldLoan, positionAt, startFold } from '../engine/fold-loan.ts'
import type { FoldState } from '../engine/fold-state.ts'
import type { LoanEvent } from '../engine/loan-events.ts'
import type { LoanPosition } from '../engine/loan-position.ts'
import { copyState } from '../engine/position.ts'
import type { LoanAgreement } from '../engine/terms.ts'

/** Rows and transactions of all snapshots together; each takes about a kilobyte. */
const MAX_SIZE = 40_000
/** The state before an event and the one after it: a command that is refused leaves the first one usable. */
const PER_LOAN = 2

interface Snapshot {
  readonly eventIds: readonly string[]
  readonly state: FoldState
}

export interface SnapshotOptions {
  readonly maxSize?: number
}

export class FoldSnapshots {
  readonly #maxSize: number
  /** By the id of the loan's first event; the least recently used first. */
  readonly #byLoan = new Map<string, readonly Snapshot[]>()
  #size = 0

  constructor({ maxSize = MAX_SIZE }: SnapshotOptions = {}) {
    this.#maxSize = maxSize
  }

  /** The rows and transactions that the snapshots hold together. */
  get size(): number {
    return this.#size
  }

  /** As foldLoan(). */
  readonly fold = (agreement: LoanAgreement, events: readonly LoanEvent[], asOf: string): LoanPosition => {
    const ordered = eventsUpTo(events, asOf)
    const [first] = ordered
    if (first === undefined) return foldLoan(agreement, events, asOf)
    const known = this.#byLoan.get(first.eventId) ?? []
    const start = longestOf(known.filter(({ eventIds }) => begins(ordered, eventIds)))
    if (start?.eventIds.length === ordered.length) {
      this.#keep(first.eventId, known)
      return positionAt(start.state, asOf)
    }
    const state = start === undefined ? startFold(agreement) : copyState(start.state)
    applyEvents(state, ordered.slice(start?.eventIds.length ?? 0))
    const taken: Snapshot = { eventIds: ordered.map(({ eventId }) => eventId), state }
    this.#keep(first.eventId, [taken, ...(start === undefined ? [] : [start])].slice(0, PER_LOAN))
    return positionAt(state, asOf)
  }

  #keep(loan: string, snapshots: readonly Snapshot[]): void {
    this.#drop(loan)
    this.#byLoan.set(loan, snapshots)
    this.#size += sizeOf(snapshots)
    for (const oldest of this.#byLoan.keys()) {
      if (this.#size <= this.#maxSize) return
      this.#drop(oldest)
    }
  }

  #drop(loan: string): void {
    this.#size -= sizeOf(this.#byLoan.get(loan) ?? [])
    this.#byLoan.delete(loan)
  }
}

function begins(ordered: readonly LoanEvent[], eventIds: readonly string[]): boolean {
  return eventIds.length <= ordered.length && eventIds.every((id, i) => ordered[i]?.eventId === id)
}

function longestOf(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.toSorted((a, b) => b.eventIds.length - a.eventIds.length)[0]
}

function sizeOf(snapshots: readonly Snapshot[]): number {
  return snapshots.reduce((sum, { state }) => sum + state.rows.length + state.transactions.length, 0)
}
