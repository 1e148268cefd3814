// Hardship arrangements: rows of nothing, of interest only or of a reduced amount, from the first row due from the
// start date that is not paid. The tail shifts, or (SAME_TERM) is levelled over the rows that are left.

import { toDay } from '../arithmetic/calendar-days.ts'
import { capitalisationId, closeDueRows } from '../clock.ts'
import {
  closedRows,
  type FoldState,
  type PlanBeforeHardship,
  type Row,
  sumOf,
  type UnpaidInterest,
} from '../fold/fold-state.ts'
import { CURRENT_RULES, type HardshipEnded, type HardshipStarted } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { removeRowsFrom } from '../schedule/drop-rows.ts'
import { changePrincipal } from '../schedule/interest.ts'
import { relevel } from '../schedule/level.ts'
import { project } from '../schedule/open-rows.ts'
import { isPaid, reopenRow } from '../schedule/projection.ts'
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
  const plan = planOfToday(state)
  const first = firstCovered(state, event)
  if (first === undefined)
    throw new LoanRuleViolation('NOTHING_TO_RESTRUCTURE', 'No instalment is due from the start date', 'startDate')
  // Rows close in their order: down payments of today's tranches stay closed, so they go before a row that opens again.
  const downPayments = first.closed && rulesOf(event) >= 3 ? closedAfter(state, first) : 0
  moveRow(state, first, downPayments)
  if (first.closed) reopenRow(state, first)
  const index = state.rows.indexOf(first)
  const before = state.rows.length
  const rows = event.type === 'TERM_EXTENSION' ? extendTerm(state, index, event) : easeRows(state, index, event)
  const last = rows.at(-1)
  state.arrangements.push({
    arrangementId: event.arrangementId,
    type: event.type,
    start,
    end: last?.due ?? start,
    rowIds: rows.map((row) => row.id),
    addedIds: state.rows.slice(before).map((row) => row.id),
    lateFrom: toDay(event.firstDueDate === undefined ? event.startDate : event.valueDate),
    atEnd: event.atEnd,
    endedOn: undefined,
    brokenOn: undefined,
  })
  closeDueRows(state)
  moveRow(state, first, -downPayments)
  state.beforeHardship = plan
}

/** Ended on the same day, the arrangement leaves the plan as it was. */
function planOfToday({ rows, advances, transactions, principal, balanceSince }: FoldState): PlanBeforeHardship {
  return {
    rows: rows.map((row) => ({ ...row })),
    principal,
    balanceSince,
    advances: advances.length,
    transactions: transactions.length,
  }
}

function restorePlan(state: FoldState, before: PlanBeforeHardship): void {
  state.rows = before.rows.map((row) => ({ ...row }))
  state.principal = before.principal
  state.balanceSince = before.balanceSince
  state.advances = state.advances.slice(0, before.advances)
  state.transactions = state.transactions.slice(0, before.transactions)
  state.beforeHardship = undefined
}

function rulesOf({ rules }: HardshipStarted | HardshipEnded): number {
  return rules ?? CURRENT_RULES
}

function closedAfter(state: FoldState, row: Row): number {
  return closedRows(state) - 1 - state.rows.indexOf(row)
}

function moveRow(state: FoldState, row: Row, by: number): void {
  if (by === 0) return
  const index = state.rows.indexOf(row)
  state.rows.splice(index, 1)
  state.rows.splice(index + by, 0, row)
}

/**
 * The row due today has closed already and is covered too: nothing was paid on the day yet, since payments fold after
 * this. Arrangements of the first version of the rules begin with the row after it.
 */
function firstCovered(state: FoldState, { startDate, firstDueDate }: HardshipStarted): Row | undefined {
  const from = toDay(firstDueDate ?? startDate)
  const isToday = (row: Row) => firstDueDate !== undefined && row.due === state.today && row.kind !== 'DOWN_PAYMENT'
  return state.rows.find((row) => row.due >= from && (!row.closed || isToday(row)))
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
  if (rows.some(({ passed }) => passed.within + passed.onTop > 0n)) {
    throw new LoanRuleViolation(
      'PAYMENT_BELOW_MINIMUM',
      'The reduced amount does not cover the interest',
      'reducedAmount',
    )
  }
}

/**
 * Ended early: its rows from today on with nothing paid on them ask for their instalment again, rows that it has added go, and
 * what is left is levelled. A row that it has eased before has used up one of the rows added. By earlier rules today's row
 * stayed as it was, and rows with something paid on them changed too.
 */
export function endHardship(state: FoldState, event: HardshipEnded): void {
  const arrangement = state.arrangements.find((each) => each.arrangementId === event.arrangementId)
  if (arrangement === undefined || arrangement !== activeArrangement(state)) {
    throw new LoanRuleViolation('NOTHING_TO_RESTRUCTURE', 'The arrangement is not active', 'arrangementId')
  }
  arrangement.endedOn = state.today
  if (rulesOf(event) > 3 && state.beforeHardship !== undefined) {
    restorePlan(state, state.beforeHardship)
    return
  }
  if (rulesOf(event) >= 3) {
    project(state)
    // Nothing is left to ask for. A full running row would ask for interest of days that were waived.
    if (isPaid(state)) return
  }
  const reopened = rulesOf(event) > 3 ? reopenToday(state, arrangement.rowIds) : undefined
  const open = state.rows.filter(
    (row) => !row.closed && arrangement.rowIds.includes(row.id) && (rulesOf(event) <= 3 || sumOf(row.paid) === 0n),
  )
  for (const row of open) Object.assign(row, { kind: 'LEVEL', fixed: 0n, unpaidInterest: 'DEFER' })
  const most = arrangement.type === 'TERM_EXTENSION' && event.rules !== 1 ? arrangement.addedIds.length : open.length
  removeAddedRows(state, arrangement.addedIds, most)
  relevel(
    state,
    state.rows.findIndex((row) => !row.closed),
  )
  if (reopened === undefined) return
  closeDueRows(state)
  moveRow(state, reopened.row, -reopened.downPayments)
}

/** Today's row of an arrangement, when nothing was paid on it, is open once more. */
function reopenToday(state: FoldState, rowIds: readonly number[]): { row: Row; downPayments: number } | undefined {
  const row = state.rows.find((each) => each.closed && each.due === state.today && rowIds.includes(each.id))
  if (row === undefined || sumOf(row.paid) > 0n) return undefined
  const downPayments = closedAfter(state, row)
  moveRow(state, row, downPayments)
  reopenRow(state, row)
  if (row.capitalised > 0n) takeBackCapitalisation(state, row.capitalised)
  return { row, downPayments }
}

/** The row's interest joined the principal when it fell due today. */
function takeBackCapitalisation(state: FoldState, amount: bigint): void {
  const isIt = (advance: { day: number; amount: bigint }) => advance.day === state.today && advance.amount === amount
  state.advances.splice(state.advances.findLastIndex(isIt), 1)
  changePrincipal(state, state.today, -amount)
  const own = state.transactions.findLastIndex(({ eventId }) => eventId === capitalisationId(state.today))
  state.transactions.splice(own, 1)
}

/** From the end, up to a row that was paid in advance; one row to come stays. */
function removeAddedRows(state: FoldState, addedIds: readonly number[], most: number): void {
  const added = new Set(addedIds)
  let index = state.rows.length
  while (state.rows.length - index < most) {
    const [before, last] = [state.rows[index - 2], state.rows[index - 1]]
    if (last === undefined || before === undefined || before.closed) break
    if (!added.has(last.id) || sumOf(last.paid) > 0n) break
    index -= 1
  }
  removeRowsFrom(state, index)
}

/** The arrangement in force: not ended, not broken, its last row not yet past. */
export function activeArrangement(state: FoldState): FoldState['arrangements'][number] | undefined {
  return state.arrangements.find(
    (each) => each.endedOn === undefined && each.brokenOn === undefined && each.end >= state.today,
  )
}
