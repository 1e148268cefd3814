// Rows that leave the end of a schedule, and those of them that come back.

import { addPeriods } from '../arithmetic/calendar-days.ts'
import type { FoldState, Row } from '../fold/fold-state.ts'
import { project } from './open-rows.ts'

/** REDUCE_TERM: the rows after `index` that ask for nothing any more leave the schedule, until a further tranche. */
export function dropEmptyRows(state: FoldState, index: number): void {
  project(state)
  const last = state.rows.findLastIndex((row) => row.principal > 0n || row.interest > 0n || row.capitalised > 0n)
  const dropped = removeRowsFrom(state, Math.max(last, index) + 1)
  state.dropped = [...dropped, ...state.dropped]
}

/** Takes rows off the end. Their charges, and what was paid of them, join the row that is the last one then. */
export function removeRowsFrom(state: FoldState, index: number): Row[] {
  const removed = state.rows.splice(index)
  const last = state.rows.at(-1)
  if (last === undefined) return removed
  const ids = new Set(removed.map((row) => row.id))
  for (const charge of state.charges) if (ids.has(charge.rowId)) charge.rowId = last.id
  for (const row of removed) {
    last.paid = {
      ...last.paid,
      fees: last.paid.fees + row.paid.fees,
      penalties: last.paid.penalties + row.paid.penalties,
    }
    last.paidInAdvance += row.paidInAdvance
    row.paid = { ...row.paid, fees: 0n, penalties: 0n }
    row.paidInAdvance = 0n
    row.excess = 0n
  }
  return removed
}

/** The rows that REDUCE_TERM has dropped follow the last row again, in its period. */
export function bringBackRows(state: FoldState): void {
  const last = state.rows.at(-1)
  if (last === undefined || state.dropped.length === 0) return
  // After the last due date no interest has run.
  if (last.closed) state.balanceSince = state.today
  const { period, anchorDay } = last
  let from = last.due
  for (const [position, row] of state.dropped.entries()) {
    const due = addPeriods(last.due, period, position + 1, anchorDay)
    Object.assign(row, { from, due, period, anchorDay })
    from = due
  }
  state.rows.push(...state.dropped)
  state.dropped = []
}
