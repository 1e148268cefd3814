// Hardship arrangements: rows of nothing, of interest only or of a reduced amount, from the first row due from the
// start date. The tail shifts, or (SAME_TERM) is levelled over the rows that are left.

import { toDay } from '../arithmetic/calendar-days.ts'
import { type FoldState, type Row, sumOf, type UnpaidInterest } from '../fold-state.ts'
import type { HardshipEnded, HardshipStarted } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { relevel } from '../schedule/level.ts'
import { project } from '../schedule/open-rows.ts'
import { appendRows, insertPlans } from '../schedule/shift-rows.ts'

const UNPAID_INTEREST: Record<HardshipStarted['interestTreatment'], UnpaidInterest> = {
  ACCRUE: 'DEFER',
  CAPITALISE: 'CAPITALISE',
  WAIVE: 'WAIVE',
}

export function startHardship(state: FoldState, event: HardshipStarted): void {
  const start = toDay(event.startDate)
  if (activeArrangement(state) !== undefined)
    throw new LoanRuleViolation('ARRANGEMENT_ACTIVE', 'An arrangement is active already')
  project(state)
  const index = state.rows.findIndex((row) => !row.closed && row.due >= start)
  if (index < 0)
    throw new LoanRuleViolation('NOTHING_TO_RESTRUCTURE', 'No instalment is due from the start date', 'startDate')
  const rows = event.type === 'TERM_EXTENSION' ? extendTerm(state, index, event) : easeRows(state, index, event)
  const last = rows.at(-1)
  state.arrangements.push({
    arrangementId: event.arrangementId,
    type: event.type,
    start,
    end: last?.due ?? start,
    rowIds: rows.map((row) => row.id),
    atEnd: event.atEnd,
    endedOn: undefined,
    brokenOn: undefined,
  })
}

function extendTerm(state: FoldState, index: number, event: HardshipStarted): Row[] {
  appendRows(state, event.instalments)
  relevel(state, index)
  return state.rows.slice(index, index + event.instalments)
}

function easeRows(state: FoldState, index: number, event: HardshipStarted): Row[] {
  const plan = easedPlan(event)
  const rows =
    event.atEnd === 'EXTEND_TERM'
      ? insertPlans(state, index, Array(event.instalments).fill(plan))
      : easeInPlace(state, index, event, plan)
  project(state)
  if (event.type === 'REDUCED_PAYMENT' && event.interestTreatment === 'ACCRUE') requireInterestCovered(rows)
  if (event.atEnd === 'SAME_TERM' || event.interestTreatment === 'CAPITALISE') relevel(state, index + event.instalments)
  return rows
}

function easedPlan(event: HardshipStarted): Partial<Row> {
  const unpaidInterest = UNPAID_INTEREST[event.interestTreatment]
  switch (event.type) {
    case 'INTEREST_ONLY':
      return { kind: 'INTEREST', unpaidInterest }
    case 'REDUCED_PAYMENT':
      return { kind: 'FIXED', fixed: event.reducedAmountMinor ?? 0n, unpaidInterest }
    default:
      return { kind: 'NOTHING', unpaidInterest }
  }
}

function easeInPlace(state: FoldState, index: number, event: HardshipStarted, plan: Partial<Row>): Row[] {
  const rows = state.rows.slice(index, index + event.instalments)
  if (index + event.instalments >= state.rows.length) {
    throw new LoanRuleViolation('TERMS_INVALID', 'SAME_TERM leaves no instalment after the arrangement', 'instalments')
  }
  for (const row of rows) Object.assign(row, plan)
  return rows
}

/** Under ACCRUE the reduced amount covers each row's interest. */
function requireInterestCovered(rows: readonly Row[]): void {
  if (rows.some((row) => row.uncollected > 0n)) {
    throw new LoanRuleViolation(
      'PAYMENT_BELOW_MINIMUM',
      'The reduced amount does not cover the interest',
      'reducedAmount',
    )
  }
}

/** Ended early: its rows that are not due yet ask for their instalment again, levelled over what is left. */
export function endHardship(state: FoldState, event: HardshipEnded): void {
  const arrangement = state.arrangements.find((each) => each.arrangementId === event.arrangementId)
  if (arrangement === undefined || arrangement !== activeArrangement(state)) {
    throw new LoanRuleViolation('NOTHING_TO_RESTRUCTURE', 'The arrangement is not active', 'arrangementId')
  }
  arrangement.endedOn = state.today
  const open = state.rows.filter((row) => !row.closed && arrangement.rowIds.includes(row.id))
  for (const row of open) Object.assign(row, { kind: 'LEVEL', fixed: 0n, unpaidInterest: 'DEFER' })
  if (arrangement.atEnd === 'EXTEND_TERM') dropLastRows(state, open.length)
  relevel(
    state,
    state.rows.findIndex((row) => !row.closed),
  )
}

function dropLastRows(state: FoldState, count: number): void {
  for (let dropped = 0; dropped < count; dropped += 1) {
    const last = state.rows.at(-1)
    const before = state.rows.at(-2)
    if (last === undefined || before === undefined || before.closed || sumOf(last.paid) > 0n) return
    state.rows.pop()
    for (const charge of state.charges) if (charge.rowId === last.id) charge.rowId = before.id
  }
}

/** The arrangement in force: not ended, not broken, its last row not yet past. */
export function activeArrangement(state: FoldState): FoldState['arrangements'][number] | undefined {
  return state.arrangements.find(
    (each) => each.endedOn === undefined && each.brokenOn === undefined && each.end >= state.today,
  )
}
