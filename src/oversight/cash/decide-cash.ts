// Decides movements of cash and the ends of differences under the locks of their batch. Pure.

import type { Institution } from '../../administration/institutions/directory.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { CashMovement, DifferencePosting } from './cash-movement.ts'
import { cashProblem } from './cash-problems.ts'
import type { DifferenceRow, MatchingRow, OpenRow, ReferenceRow } from './cash-steps.ts'

/** Whether a stored movement is the same one, sent again. */
export function isSameMovement(row: ReferenceRow, { kind, currency, amountMinor, atMs, note }: CashMovement): boolean {
  return (
    row.kind === kind &&
    row.currency === currency &&
    row.amount_minor === amountMinor &&
    row.at.getTime() === atMs &&
    (row.note ?? undefined) === note
  )
}

/** Why a movement cannot be made at a terminal of this state; undefined when it can. */
export function stateRefusal(
  { kind }: Pick<CashMovement, 'kind'>,
  status: string | undefined,
  institution: Pick<Institution, 'status'>,
): Problem | undefined {
  if (status === undefined) return cashProblem('terminal-not-found', 'there is no such terminal')
  if (status === 'DECOMMISSIONED') return cashProblem('terminal-state', 'the terminal is DECOMMISSIONED')
  // What is left in its terminals is counted and taken out.
  if (kind === 'LOAD' && institution.status === 'TERMINATED')
    return cashProblem('terminal-state', 'the institution is TERMINATED: its terminals are only unloaded')
  return undefined
}

export function timeRefusal(atMs: number, nowMs: number, lastCountMs: number | undefined): Problem | undefined {
  if (atMs > nowMs) return cashProblem('time-unfit', 'the time is in the future')
  if (lastCountMs !== undefined && atMs < lastCountMs)
    return cashProblem('time-unfit', `the time is before the last count, of ${isoTimestamp(lastCountMs)}`)
  return undefined
}

/** The open differences that one of this size settles: the newest opposite one, or all of them together. */
export function settledBy(differenceMinor: bigint, newestFirst: readonly OpenRow[]): readonly string[] {
  const opposite = newestFirst.find((row) => row.difference_minor === -differenceMinor)
  if (opposite !== undefined) return [opposite.movement_id]
  const sum = newestFirst.reduce((all, row) => all + row.difference_minor, 0n)
  return newestFirst.length > 0 && sum === -differenceMinor ? newestFirst.map((row) => row.movement_id) : []
}

/** Why a difference cannot be ended like this; undefined when it can. */
export function resolutionRefusal(
  { action, exceptionId, correctionId }: DifferencePosting,
  row: DifferenceRow,
  matching: readonly MatchingRow[],
): Problem | undefined {
  if (row.action !== null) return cashProblem('already-resolved', 'the exception is resolved already')
  if (action === 'IGNORE') return undefined
  if (!row.is_posted)
    return cashProblem('action-not-possible', 'the books are in a remote core: post it there, then ignore this')
  if (action === 'WRITE_OFF') return undefined
  const unfit = (message: string) => cashProblem('correction-unfit', message)
  if (correctionId !== undefined && matching.every((one) => one.correction_id !== correctionId))
    return unfit('there is no such correction, or it is undone')
  for (const one of matching) {
    if (one.exception_id !== null && one.exception_id !== exceptionId)
      return unfit('the correction is of another exception')
    if (one.is_taken) return unfit('the correction has settled another difference')
    if (one.currency !== row.currency) return unfit('the correction is in another currency')
  }
  const sum = matching.reduce((all, one) => all + one.amount_minor, 0n)
  if (sum === -row.difference_minor) return undefined
  return unfit('the corrections that name it do not take its difference off suspense:cash')
}
