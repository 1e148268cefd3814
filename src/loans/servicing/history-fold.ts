// Folds the events of one loan, and keeps the states that it has reached: further events at the end are applied to one of
// them, and only a back-dated event or a reversal starts over. A history can begin from a stored state.

import { numberOfRows } from '../engine/arithmetic/due-dates.ts'
import { applyEvents, applyStepwise, foldDate, inFoldOrder, positionAt, startFold } from '../engine/fold/fold-loan.ts'
import type { FoldState } from '../engine/fold/fold-state.ts'
import type { LoanPosition } from '../engine/fold/loan-position.ts'
import { copyState } from '../engine/fold/position.ts'
import type { LoanEvent } from '../engine/loan-events.ts'
import { LoanRuleViolation } from '../engine/loan-rules.ts'
import type { LoanAgreement } from '../engine/terms.ts'
import type { Turn } from './slices/lending-turns.ts'

/** The state after some events. */
export interface FoldSnapshot {
  /** The ids of the events, in the order of the fold. */
  readonly eventIds: readonly string[]
  readonly state: FoldState
  /** The kind of the last event: it says what can follow on the same day. */
  readonly lastKind?: LoanEvent['kind'] | undefined
}

/** A state that is stored with its loan. */
export interface StoredSnapshot extends FoldSnapshot {
  /** Every event up to this sequence is in it, or was reversed or refused before it was stored. */
  readonly throughSequence: number
}

/** States kept: of the stored history, with a change, and of other days that a decision looks at. */
const MOST_STATES = 6

/** Rows times events that are folded at once also where larger work is left to slices. */
const LIGHT_WORK = 500

/**
 * Thrown by a fold that leaves large work to slices, instead of doing it. The caller has it done, and asks again: the fold
 * keeps what was reached.
 */
export class NotFolded extends Error {
  readonly work: (turn: Turn) => Promise<void>

  constructor(work: (turn: Turn) => Promise<void>) {
    super('the loan is not folded yet')
    this.work = work
  }
}

export class HistoryFold {
  readonly #agreement: LoanAgreement
  /** The one used last is the last. */
  readonly #states: FoldSnapshot[] = []
  readonly #positions = new WeakMap<FoldState, Map<string, LoanPosition>>()
  /** Histories that cannot stand. */
  readonly #violations: { readonly eventIds: readonly string[]; readonly violation: LoanRuleViolation }[] = []
  #begun: FoldSnapshot | undefined
  /** While true, large work throws NotFolded instead of being done at once. */
  isSliced = false

  /** What `build` makes; undefined when it needs large work, which is not done. */
  lightly<Result>(build: () => Result): Result | undefined {
    this.isSliced = true
    try {
      return build()
    } catch (error) {
      if (error instanceof NotFolded) return undefined
      throw error
    } finally {
      this.isSliced = false
    }
  }

  constructor(agreement: LoanAgreement, snapshot?: FoldSnapshot) {
    this.#agreement = agreement
    this.#begun = snapshot
    if (snapshot !== undefined) this.#states.push(snapshot)
  }

  /** The position at the end of the day. Throws LoanRuleViolation when an event cannot stand. */
  position(events: readonly LoanEvent[], asOf: string): LoanPosition {
    return this.#positionOf(this.#stateAfter(inFoldOrder(events.filter((event) => foldDate(event) <= asOf))), asOf)
  }

  /** The same by the events since the snapshot that it began with, all of which fold after it. */
  positionSince(events: readonly LoanEvent[], asOf: string): LoanPosition {
    const begun = this.#begun
    if (begun === undefined) throw new Error('there is no state to begin from')
    if (events.length === 0) return this.#positionOf(begun.state, asOf)
    const ordered = inFoldOrder(events)
    const all = [...begun.eventIds, ...ordered.map(({ eventId }) => eventId)]
    const known = this.#states.find(({ eventIds }) => eventIds.join() === all.join())
    return this.#positionOf(known?.state ?? this.#applied(begun, ordered), asOf)
  }

  #positionOf(state: FoldState, asOf: string): LoanPosition {
    let positions = this.#positions.get(state)
    if (positions === undefined) {
      positions = new Map()
      this.#positions.set(state, positions)
    }
    const known = positions.get(asOf)
    if (known !== undefined) return known
    const kept = positions
    const compute = () => {
      const position = positionAt(state, asOf)
      kept.set(asOf, position)
      return position
    }
    if (this.isSliced && state.rows.length > LIGHT_WORK) {
      throw new NotFolded(async (turn) => {
        // The schedule of a large loan belongs to its slice.
        compute().instalments.at(0)
        await turn.pause()
      })
    }
    return compute()
  }

  /** The state after exactly these events, when it has folded them. */
  snapshot(events: readonly LoanEvent[]): FoldSnapshot | undefined {
    const ordered = inFoldOrder(events)
    return this.#states.find(({ eventIds }) => eventIds.length === ordered.length && isBeginning(eventIds, ordered))
  }

  /** Forgets every state but that after exactly these events. What is asked for later is folded again. */
  forgetOthers(events: readonly LoanEvent[]): void {
    const kept = this.snapshot(events)
    if (kept === undefined) return
    this.#begun = undefined
    this.#states.splice(0, this.#states.length, kept)
  }

  /** Every state that it has reached, for another fold of the same loan. */
  states(): readonly FoldSnapshot[] {
    return this.#states
  }

  keep(snapshot: FoldSnapshot): void {
    const place = this.#states.findIndex(({ state }) => state === snapshot.state)
    if (place >= 0) this.#states.splice(place, 1)
    this.#states.push(snapshot)
    if (this.#states.length > MOST_STATES) this.#states.shift()
  }

  #stateAfter(events: readonly LoanEvent[]): FoldState {
    const begun = this.#longestBeginning(events)
    if (begun !== undefined) this.keep(begun)
    if (begun?.eventIds.length === events.length) return begun.state
    const broken = this.#violations.find(
      ({ eventIds }) => eventIds.length === events.length && isBeginning(eventIds, events),
    )
    if (broken !== undefined) throw broken.violation
    return this.#applied(begun, begun === undefined ? events : events.slice(begun.eventIds.length))
  }

  /** The state after further events. */
  #applied(begun: FoldSnapshot | undefined, events: readonly LoanEvent[]): FoldState {
    const state = begun === undefined ? startFold(this.#agreement) : copyState(begun.state)
    const eventIds = [...(begun?.eventIds ?? []), ...events.map(({ eventId }) => eventId)]
    const keep = () => this.keep({ eventIds, state, lastKind: events.at(-1)?.kind })
    if (this.isSliced && this.#rowsOf(begun) * events.length > LIGHT_WORK) {
      throw new NotFolded(async (turn) => {
        try {
          for (const _ of applyStepwise(state, events)) {
            const wait = turn.pause()
            if (wait !== undefined) await wait
          }
          keep()
        } catch (error) {
          if (!(error instanceof LoanRuleViolation)) throw error
          this.#violations.push({ eventIds, violation: error })
        }
      })
    }
    applyEvents(state, events)
    keep()
    return state
  }

  #rowsOf(begun: FoldSnapshot | undefined): number {
    const { term, terms } = this.#agreement
    return begun?.state.rows.length ?? numberOfRows(term, terms) ?? 1
  }

  #longestBeginning(events: readonly LoanEvent[]): FoldSnapshot | undefined {
    let longest: FoldSnapshot | undefined
    for (const one of this.#states) {
      const isLonger = longest === undefined || one.eventIds.length > longest.eventIds.length
      if (isLonger && isBeginning(one.eventIds, events)) longest = one
    }
    return longest
  }
}

function isBeginning(eventIds: readonly string[], events: readonly LoanEvent[]): boolean {
  if (eventIds.length > events.length) return false
  // From the end: histories that differ mostly do so in their latest events.
  for (let i = eventIds.length - 1; i >= 0; i--) if (eventIds[i] !== events[i]?.eventId) return false
  return true
}
