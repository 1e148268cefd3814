// How money is shared among rows and components: what is due first, then in advance.

import {
  type ChargeState,
  type FoldState,
  isFlat,
  isUnpaid,
  NOTHING_PAID,
  type Row,
  runningRow,
} from '../fold/fold-state.ts'
import type { Allocation } from '../loan-events.ts'
import { accruedInterest, changePrincipal } from '../schedule/interest.ts'
import { project } from '../schedule/open-rows.ts'
import type { Component } from '../terms.ts'

const DUE_ORDER: readonly Component[] = ['penalties', 'fees', 'interest', 'principal']
const IN_ADVANCE_ORDER: readonly Component[] = ['principal', 'penalties', 'fees', 'interest']

/** What one payment did: its parts in all, and per row. */
export class Booking {
  readonly allocation: Allocation = { ...NOTHING_PAID }
  readonly #perRow = new Map<Row, Allocation>()

  add(row: Row, component: Component, amount: bigint): void {
    this.allocation[component] += amount
    const parts = this.#perRow.get(row) ?? { ...NOTHING_PAID }
    parts[component] += amount
    this.#perRow.set(row, parts)
  }

  /** Charges of rows that the payment has dropped are in the last row now. */
  perInstalment(state: FoldState): ({ n: number } & Allocation)[] {
    const byIndex = new Map<number, Allocation>()
    for (const [row, parts] of this.#perRow) {
      const found = state.rows.indexOf(row)
      const index = found < 0 ? state.rows.length - 1 : found
      const own = byIndex.get(index)
      byIndex.set(index, own === undefined ? parts : plus(own, parts))
    }
    return [...byIndex].sort(([a], [b]) => a - b).map(([index, parts]) => ({ n: index + 1, ...parts }))
  }
}

function plus(one: Allocation, other: Allocation): Allocation {
  return {
    penalties: one.penalties + other.penalties,
    fees: one.fees + other.fees,
    interest: one.interest + other.interest,
    principal: one.principal + other.principal,
    overpayment: one.overpayment + other.overpayment,
  }
}

/**
 * Pays what is due today, oldest row first: within a row by component (HORIZONTAL), or each component over all rows
 * (VERTICAL). Interest and principal are due with their row, a charge by its own date. Returns what is left.
 */
export function payDue(state: FoldState, booking: Booking, amount: bigint): bigint {
  const order = state.agreement.terms.allocationOrder?.due ?? DUE_ORDER
  const charged = rowsWithOpenCharges(state)
  const rows = state.rows.filter((row) => (row.closed && isUnpaid(row)) || charged.has(row.id))
  return inOrder(state, rows, order, amount, (row, component, left) =>
    payComponent(state, booking, row, component, left, dueAmount(state, row, component)),
  )
}

/**
 * FLAT in advance: the next rows in turn, in the order of what is due. A row that would add interest to the principal also
 * takes the interest that it would pass on, so that the rows after it ask for less. By earlier rules they asked for it
 * once more. Returns what is left.
 */
export function payRowsInAdvance(state: FoldState, booking: Booking, amount: bigint, byEarlierRules: boolean): bigint {
  const order = state.agreement.terms.allocationOrder?.inAdvance ?? DUE_ORDER
  const rows = state.rows.filter((row) => !row.closed)
  return inOrder(state, rows, order, amount, (row, component, left) => {
    const passed =
      component === 'interest' && row.capitalised > 0n && !byEarlierRules ? row.passed.within + row.passed.onTop : 0n
    const part = payComponent(state, booking, row, component, left, wholeAmount(state, row, component) + passed)
    if (part > 0n && passed > 0n) project(state)
    return part
  })
}

/**
 * Other methods in advance: principal first, without a limit by row, since early money lowers the balance from its day.
 * `target` takes the principal: the row due today, else the running one. Returns what is left.
 */
export function payBalanceInAdvance(state: FoldState, booking: Booking, target: Row, amount: bigint): bigint {
  let left = amount
  for (const component of state.agreement.terms.allocationOrder?.inAdvance ?? IN_ADVANCE_ORDER) {
    if (left === 0n) break
    if (component === 'principal') left -= payComponent(state, booking, target, component, left, state.principal)
    else if (component === 'interest') left -= payAccruedInterest(state, booking, left)
    else left -= payCharges(state, booking, component, left)
  }
  return left
}

/** Interest of the running row, up to today. */
function payAccruedInterest(state: FoldState, booking: Booking, amount: bigint): bigint {
  const row = runningRow(state)
  if (row === undefined) return 0n
  return payComponent(state, booking, row, 'interest', amount, accruedUnpaid(state, row))
}

/** Interest of the running row up to today that has not been paid, nor collected in advance by a later row. */
export function accruedUnpaid(state: FoldState, row: Row): bigint {
  const accrued = accruedInterest(state, row, state.today) + row.carriedWithin + row.carriedOnTop - row.paid.interest
  if (accrued <= 0n) return 0n
  return isFlat(state) ? smaller(accrued, unpaidPlannedInterest(state)) : accrued
}

function unpaidPlannedInterest(state: FoldState): bigint {
  return state.rows.reduce(
    (sum, row) => (row.closed ? sum : sum + row.interest + row.capitalised - row.paid.interest),
    0n,
  )
}

/** Charges of every row, due or not. Returns what was paid. */
export function payCharges(
  state: FoldState,
  booking: Booking,
  component: 'penalties' | 'fees',
  amount: bigint,
): bigint {
  const charged = rowsWithOpenCharges(state)
  let left = amount
  for (const row of state.rows) {
    if (charged.has(row.id))
      left -= payComponent(state, booking, row, component, left, unpaidCharges(state, row, component))
  }
  return amount - left
}

/** Pays up to `most` of a component of a row; returns what was paid. */
export function payComponent(
  state: FoldState,
  booking: Booking,
  row: Row,
  component: Component,
  left: bigint,
  most: bigint,
): bigint {
  const part = left < most ? left : most
  if (part <= 0n) return 0n
  row.paid = { ...row.paid, [component]: row.paid[component] + part }
  if (state.today < row.due) row.paidInAdvance += part
  if (state.today > row.due) row.paidLate += part
  if (component === 'principal') changePrincipal(state, state.today, -part)
  else if (component !== 'interest') settleCharges(chargesOf(state, row, component), part)
  booking.add(row, component, part)
  return part
}

function chargesOf(state: FoldState, row: Row, component: Component): ChargeState[] {
  const kind = component === 'fees' ? 'FEE' : 'PENALTY'
  return state.charges.filter((charge) => charge.rowId === row.id && charge.kind === kind)
}

export function unpaidCharge(charge: ChargeState): bigint {
  return charge.amount - charge.paid - charge.waived
}

/** Ids of the rows with a charge that is not paid, due or not. */
function rowsWithOpenCharges(state: FoldState): ReadonlySet<number> {
  const ids = new Set<number>()
  for (const charge of state.charges) if (unpaidCharge(charge) > 0n) ids.add(charge.rowId)
  return ids
}

/** Interest and principal of a closed row; charges whose date has come. */
export function dueAmount(state: FoldState, row: Row, component: Component): bigint {
  if (component === 'principal') return row.closed ? row.principal - row.paid.principal : 0n
  if (component === 'interest') return row.closed ? row.interest - row.paid.interest : 0n
  return chargesOf(state, row, component)
    .filter((charge) => charge.due <= state.today)
    .reduce((sum, charge) => sum + unpaidCharge(charge), 0n)
}

/** What a row that is not due yet asks for. Interest that would join the principal can be paid before it does. */
function wholeAmount(state: FoldState, row: Row, component: Component): bigint {
  if (component === 'principal') return smaller(row.principal - row.paid.principal, state.principal)
  if (component === 'interest') return row.interest + row.capitalised - row.paid.interest
  return unpaidCharges(state, row, component)
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function unpaidCharges(state: FoldState, row: Row, component: Component): bigint {
  return chargesOf(state, row, component).reduce((sum, charge) => sum + unpaidCharge(charge), 0n)
}

/** Oldest charge first. */
function settleCharges(charges: readonly ChargeState[], amount: bigint): void {
  let left = amount
  for (const charge of [...charges].sort((a, b) => a.due - b.due)) {
    const part = left < unpaidCharge(charge) ? left : unpaidCharge(charge)
    charge.paid += part
    left -= part
  }
}

/** Runs over rows and components in the order of the terms; returns what is left. */
function inOrder(
  state: FoldState,
  rows: readonly Row[],
  components: readonly Component[],
  amount: bigint,
  pay: (row: Row, component: Component, left: bigint) => bigint,
): bigint {
  let left = amount
  const visit = (row: Row, component: Component) => {
    if (left > 0n) left -= pay(row, component, left)
  }
  if (state.agreement.terms.allocation === 'VERTICAL') {
    for (const component of components) for (const row of rows) visit(row, component)
  } else {
    for (const row of rows) for (const component of components) visit(row, component)
  }
  return left
}
