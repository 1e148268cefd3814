// What is due on a day: arrears, and what falls due on the day. Interest and principal are due with their row, a charge by
// its own date. Every operation that asks for money or shows what is asked for takes it from here.

import { toDate } from './arithmetic/calendar-days.ts'
import { unpaidCharge } from './events/allocation.ts'
import { type FoldState, isUnpaid, type Row, unpaidOf } from './fold/fold-state.ts'
import type { DueAmounts } from './fold/loan-position.ts'
import type { ShownRows } from './schedule/instalments.ts'

export const NOTHING_DUE: DueAmounts = { payNowMinor: 0n, byTodayMinor: 0n, arrears: [] }

/** Arrears: rows and charges whose due date is before today. */
export function arrearsOf(state: FoldState): bigint {
  let sum = 0n
  for (const row of state.rows) {
    if (!row.closed || row.due >= state.today) break
    if (isUnpaid(row)) sum += unpaidOf(row)
  }
  for (const charge of state.charges) if (charge.due < state.today) sum += unpaidCharge(charge)
  return sum
}

/** When nothing is due by today, the next row with something to pay is what a payment has to cover. */
export function dueAmounts(state: FoldState, shown: ShownRows): DueAmounts {
  if (state.closedBy !== undefined) return NOTHING_DUE
  const arrears: { n: number; dueDate: string; amountMinor: bigint }[] = []
  let byTodayMinor = 0n
  let oldestDueDate: string | undefined
  const charges = chargesDue(state)
  for (const [index, row] of state.rows.entries()) {
    if (!row.closed && charges.size === 0) break
    const due = dueOfRow(state, row, charges.get(row.id))
    if (due.overdue + due.today === 0n) continue
    oldestDueDate ??= toDate(row.due)
    byTodayMinor += due.overdue + due.today
    if (due.overdue > 0n) arrears.push({ n: index + 1, dueDate: toDate(row.due), amountMinor: due.overdue })
  }
  if (oldestDueDate !== undefined) return { payNowMinor: byTodayMinor, byTodayMinor, oldestDueDate, arrears }
  const next = shown.nextUnpaid(state.today + 1)
  if (next === undefined) return NOTHING_DUE
  return { payNowMinor: next.unpaidMinor, byTodayMinor, oldestDueDate: toDate(next.row.due), arrears }
}

interface DueParts {
  overdue: bigint
  today: bigint
}

function dueOfRow(state: FoldState, row: Row, charges: DueParts = { overdue: 0n, today: 0n }): DueParts {
  const own = row.closed && isUnpaid(row) ? unpaidOf(row) : 0n
  return row.due < state.today
    ? { overdue: charges.overdue + own, today: charges.today }
    : { overdue: charges.overdue, today: charges.today + own }
}

/** Unpaid charges whose date has come, by row. */
function chargesDue(state: FoldState): ReadonlyMap<number, DueParts> {
  const byRow = new Map<number, DueParts>()
  for (const charge of state.charges) {
    const unpaid = charge.due <= state.today ? unpaidCharge(charge) : 0n
    if (unpaid === 0n) continue
    const parts = byRow.get(charge.rowId) ?? { overdue: 0n, today: 0n }
    parts[charge.due < state.today ? 'overdue' : 'today'] += unpaid
    byRow.set(charge.rowId, parts)
  }
  return byRow
}
