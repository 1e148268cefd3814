// Folds the events of one loan, and keeps the state that it has reached: a further event at the end is applied to it, and
// only a back-dated one or a reversal starts over. A long history begins from a stored snapshot of such a state.

import { applyEvents, foldDate, inFoldOrder, positionAt, startFold } from '../engine/fold-loan.ts'
import type { FoldState } from '../engine/fold-state.ts'
import type { LoanEvent } from '../engine/loan-events.ts'
import type { LoanPosition } from '../engine/loan-position.ts'
import { copyState } from '../engine/position.ts'
import type { LoanAgreement } from '../engine/terms.ts'

/** The state after some events. */
export interface FoldSnapshot {
  /** The ids of the events, in the order of the fold. */
  readonly eventIds: readonly string[]
  readonly state: FoldState
}

export class HistoryFold {
  readonly #agreement: LoanAgreement
  #reached: FoldSnapshot | undefined

  constructor(agreement: LoanAgreement, snapshot?: FoldSnapshot) {
    this.#agreement = agreement
    this.#reached = snapshot
  }

  /** The position at the end of the day. Throws LoanRuleViolation when an event cannot stand. */
  position(events: readonly LoanEvent[], asOf: string): LoanPosition {
    return positionAt(this.#stateAfter(inFoldOrder(events.filter((event) => foldDate(event) <= asOf))), asOf)
  }

  /** The state after the events that it has folded last. */
  snapshot(): FoldSnapshot | undefined {
    return this.#reached
  }

  #stateAfter(events: readonly LoanEvent[]): FoldState {
    const reached = this.#reached
    const isBeginning =
      reached !== undefined &&
      reached.eventIds.length <= events.length &&
      reached.eventIds.every((eventId, i) => events[i]?.eventId === eventId)
    if (isBeginning && reached.eventIds.length === events.length) return reached.state
    const state = isBeginning ? copyState(reached.state) : startFold(this.#agreement)
    applyEvents(state, isBeginning ? events.slice(reached.eventIds.length) : events)
    // A look into the past must not replace the state of the whole history.
    const isPast = !isBeginning && events.every(({ eventId }, i) => reached?.eventIds[i] === eventId)
    if (reached === undefined || !isPast) this.#reached = { eventIds: events.map(({ eventId }) => eventId), state }
    return state
  }
}

/**
 * Of the fold that made a snapshot. Raise it with every change of the engine that changes a state or how one is reached:
 * snapshots of another fold are ignored, and their histories folded from the start.
 */
const FOLD_VERSION = 2

/** As JSON. Amounts become objects of their own, so that no text can be taken for one. */
export function writeSnapshot({ eventIds, state }: FoldSnapshot): string {
  return JSON.stringify({ foldVersion: FOLD_VERSION, eventIds, state }, (_key, value: unknown) =>
    typeof value === 'bigint' ? { $minor: value.toString() } : value,
  )
}

/** Undefined when another version of the fold has made it. */
export function readSnapshot(stored: unknown): FoldSnapshot | undefined {
  const { foldVersion, ...snapshot } = revived(stored) as FoldSnapshot & { readonly foldVersion?: number }
  return foldVersion === FOLD_VERSION ? snapshot : undefined
}

function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived)
  if (typeof value !== 'object' || value === null) return value
  if ('$minor' in value && typeof value.$minor === 'string') return BigInt(value.$minor)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revived(part)]))
}
