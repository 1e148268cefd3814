// Rows that are inserted before a tail: the tail keeps what it asks for and moves to later due dates.

import { addPeriods } from '../arithmetic/calendar-days.ts'
import { share } from '../arithmetic/fraction.ts'
import { newRow } from '../events/disburse.ts'
import type { FoldState, Row } from '../fold/fold-state.ts'
import { rowRate } from './interest.ts'

/** What a row asks for, apart from its dates and what happened in it. */
type RowPlan = Pick<Row, 'kind' | 'fixed' | 'unpaidInterest' | 'defersInterest' | 'level' | 'planned'>

/** Adds rows after the last one. */
export function appendRows(state: FoldState, count: number): Row[] {
  const last = state.rows.at(-1)
  if (last === undefined) return []
  const added: Row[] = []
  for (let number = 1; number <= count; number += 1) {
    const due = addPeriods(last.due, last.period, number, last.anchorDay)
    const row = newRow(state, added.at(-1)?.due ?? last.due, due, last)
    if (last.flatInterest !== undefined)
      row.flatInterest = share(state.disbursed, rowRate(state, row), state.agreement.terms.rounding)
    added.push(row)
  }
  state.rows.push(...added)
  return added
}

/** Makes the rows from `index` on ask for `plans`; the rows that were there follow them. */
export function insertPlans(state: FoldState, index: number, plans: readonly Partial<RowPlan>[]): Row[] {
  const tail = state.rows.slice(index).map(planOf)
  appendRows(state, plans.length)
  const rows = state.rows.slice(index)
  rows.forEach((row, position) => {
    const plan = position < plans.length ? { ...blankPlan, ...plans[position] } : tail[position - plans.length]
    if (plan !== undefined) Object.assign(row, plan)
  })
  return rows.slice(0, plans.length)
}

const blankPlan: RowPlan = {
  kind: 'LEVEL',
  fixed: 0n,
  unpaidInterest: 'DEFER',
  defersInterest: false,
  level: 0n,
  planned: undefined,
}

function planOf(row: Row): RowPlan {
  const { kind, fixed, unpaidInterest, defersInterest, level, planned } = row
  return { kind, fixed, unpaidInterest, defersInterest, level, planned }
}
