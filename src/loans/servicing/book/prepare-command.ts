// Which commands are prepared before they are posted, and how the posting finds what was prepared for it.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { AnyDraft, LoanCommand } from './loan-command.ts'

/** Characters of a stored state, or events without one, from which on a loan is folded in slices before a posting. */
const LARGE_STATE = 12_000
const MANY_EVENTS = 100

export function isLarge(stateSize: number | null, events: number): boolean {
  return stateSize === null ? events >= MANY_EVENTS : stateSize >= LARGE_STATE
}

/** The same decision with the same ids each time. */
export function withIds(command: LoanCommand, nowMs: number): LoanCommand {
  const ids: string[] = []
  const idOf = (place: number) => {
    ids[place] ??= newId(nowMs)
    return ids[place]
  }
  return {
    ...command,
    decide(...standing) {
      const decided = command.decide(...standing)
      if (decided instanceof Problem) return decided
      const drafts = Array.isArray(decided) ? (decided as readonly AnyDraft[]) : [decided as AnyDraft]
      return drafts.map((draft, place) => ({ ...draft, eventId: draft.eventId ?? idOf(place) }))
    },
  }
}
