// Repayments and prepayments: what is due first, the rest in advance, and what the excess does to later rows.

import { type FoldState, isFlat, type Row, runningRow } from '../fold-state.ts'
import type { Allocation } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { relevel } from '../schedule/level.ts'
import { project } from '../schedule/open-rows.ts'
import { growthOfRunningRow } from '../schedule/projection.ts'
import type { PrepaymentStrategy } from '../terms.ts'
import {
  accruedUnpaid,
  Booking,
  dueAmount,
  payBalanceInAdvance,
  payCharges,
  payComponent,
  payDue,
  payRowsInAdvance,
} from './allocation.ts'

interface Payment {
  amount: bigint
  strategy: PrepaymentStrategy
  /** A prepayment comes on top of the running row's principal; a repayment counts towards it. */
  onTop: boolean
}

/** Books a payment. `relevelled` tells that later rows changed by the strategy. */
export function pay(state: FoldState, payment: Payment): { booking: Booking; relevelled: boolean } {
  const booking = new Booking()
  const rest = payDue(state, booking, payment.amount)
  if (rest === 0n) return { booking, relevelled: false }
  const { left, relevelled } = isFlat(state)
    ? { left: payFlat(state, booking, rest), relevelled: false }
    : payAhead(state, booking, rest, payment)
  booking.allocation.overpayment += left
  state.overpayment += left
  return { booking, relevelled }
}

/** FLAT pays its next rows in advance; the plan does not change. */
function payFlat(state: FoldState, booking: Booking, rest: bigint): bigint {
  project(state)
  return payRowsInAdvance(state, booking, rest)
}

function payAhead(
  state: FoldState,
  booking: Booking,
  rest: bigint,
  payment: Payment,
): { left: bigint; relevelled: boolean } {
  const target = rowOfToday(state) ?? runningRow(state)
  if (target === undefined) return { left: payOpenCharges(state, booking, rest), relevelled: false }
  const planned = payment.strategy === 'PAY_NEXT_INSTALMENTS' ? plannedPrincipal(state) : undefined
  const grownBefore = growthOfRunningRow(state)
  const principalBefore = booking.allocation.principal
  const left = payBalanceInAdvance(state, booking, target, rest)
  const ahead = booking.allocation.principal - principalBefore
  if (target.closed) target.principal += ahead
  else if (payment.onTop) target.extra += ahead
  else target.prepaid += ahead
  const grown = target.closed ? ahead : growthOfRunningRow(state) - grownBefore
  if (grown <= 0n || target === state.rows.at(-1)) return { left, relevelled: false }
  applyStrategy(state, target, grown, planned, payment.strategy)
  return { left, relevelled: true }
}

function plannedPrincipal(state: FoldState): Map<Row, bigint> {
  project(state)
  return new Map(state.rows.map((row) => [row, row.principal]))
}

/** On a due date the excess joins that day's row. */
function rowOfToday(state: FoldState): Row | undefined {
  return state.rows.findLast((row) => row.closed && row.due === state.today && row.kind !== 'DOWN_PAYMENT')
}

function payOpenCharges(state: FoldState, booking: Booking, rest: bigint): bigint {
  const left = rest - payCharges(state, booking, 'penalties', rest)
  return left - payCharges(state, booking, 'fees', left)
}

/**
 * REDUCE_INSTALMENT levels the later rows anew. REDUCE_TERM and ADJUST_LAST keep the instalment: the balance runs out
 * sooner. PAY_NEXT_INSTALMENTS takes the excess off the next rows' principal in turn; their interest stays.
 */
function applyStrategy(
  state: FoldState,
  target: Row,
  grown: bigint,
  planned: Map<Row, bigint> | undefined,
  strategy: PrepaymentStrategy,
): void {
  const next = state.rows.indexOf(target) + 1
  if (strategy === 'REDUCE_INSTALMENT') relevel(state, next)
  if (planned === undefined) return
  let excess = grown
  for (const row of state.rows.slice(next)) {
    const before = planned.get(row) ?? 0n
    const part = excess < before ? excess : before
    if (part === 0n) continue
    row.planned = before - part
    excess -= part
  }
}

/** Books an operator's own allocation: each component oldest row first, never more than is outstanding of it. */
export function payAsAllocated(
  state: FoldState,
  parts: Allocation,
  strategy: PrepaymentStrategy,
): { booking: Booking; relevelled: boolean } {
  const booking = new Booking()
  for (const component of ['penalties', 'fees'] as const) {
    refuseExcess(component, parts[component] - payCharges(state, booking, component, parts[component]))
  }
  let interest = parts.interest
  for (const row of state.rows)
    interest -= payComponent(state, booking, row, 'interest', interest, dueAmount(state, row, 'interest'))
  const running = runningRow(state)
  if (running !== undefined)
    interest -= payComponent(state, booking, running, 'interest', interest, accruedUnpaid(state, running))
  refuseExcess('interest', interest)
  let principal = parts.principal
  for (const row of state.rows)
    principal -= payComponent(state, booking, row, 'principal', principal, dueAmount(state, row, 'principal'))
  refuseExcess('principal', principal - (principal < state.principal ? principal : state.principal))
  let relevelled = false
  if (principal > 0n) relevelled = payPrincipalAhead(state, booking, principal, strategy)
  booking.allocation.overpayment += parts.overpayment
  state.overpayment += parts.overpayment
  return { booking, relevelled }
}

function payPrincipalAhead(
  state: FoldState,
  booking: Booking,
  principal: bigint,
  strategy: PrepaymentStrategy,
): boolean {
  if (isFlat(state)) {
    project(state)
    let left = principal
    for (const row of state.rows.filter((each) => !each.closed)) {
      left -= payComponent(state, booking, row, 'principal', left, row.principal - row.paid.principal)
    }
    return false
  }
  return payAhead(state, booking, principal, { amount: principal, strategy, onTop: false }).relevelled
}

function refuseExcess(component: string, excess: bigint): void {
  if (excess > 0n) {
    throw new LoanRuleViolation(
      'ALLOCATION_EXCEEDS_DUE',
      `The allocation has more ${component} than is outstanding`,
      `allocation.${component}`,
    )
  }
}
