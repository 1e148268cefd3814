// Repayments and prepayments: what is due first, the rest in advance, and what the excess does to later rows.

import { type FoldState, isFlat, type Row, runningRow } from '../fold/fold-state.ts'
import { type Allocation, CURRENT_RULES, type EarlierRules } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { dropEmptyRows } from '../schedule/drop-rows.ts'
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
  /** The rules that it was booked by, when they are not the current ones. */
  rules?: EarlierRules | undefined
}

interface Paid {
  booking: Booking
  /** Later rows changed by the strategy. */
  relevelled: boolean
  /** Nothing of it was paid in advance. */
  withinDue: boolean
}

/** Books a payment. */
export function pay(state: FoldState, payment: Payment): Paid {
  const booking = new Booking()
  const rest = payDue(state, booking, payment.amount)
  if (rest === 0n) return { booking, relevelled: false, withinDue: true }
  const { left, relevelled } = isFlat(state)
    ? { left: payFlat(state, booking, rest, payment), relevelled: false }
    : payAhead(state, booking, rest, payment)
  booking.allocation.overpayment += left
  state.overpayment += left
  return { booking, relevelled, withinDue: false }
}

/**
 * FLAT pays its next rows in advance; the plan does not change. A row that was moved to an earlier day can have a charge
 * that is not due yet.
 */
function payFlat(state: FoldState, booking: Booking, rest: bigint, { rules }: Payment): bigint {
  project(state)
  return payOpenCharges(state, booking, payRowsInAdvance(state, booking, rest, (rules ?? CURRENT_RULES) < 3))
}

function payAhead(
  state: FoldState,
  booking: Booking,
  rest: bigint,
  payment: Payment,
): { left: bigint; relevelled: boolean } {
  const target = rowOfToday(state) ?? runningRow(state)
  if (target === undefined) return { left: payOpenCharges(state, booking, rest), relevelled: false }
  const planned = payment.rules === 1 ? plannedPrincipal(state) : undefined
  const grownBefore = growthOfRunningRow(state)
  const principalBefore = booking.allocation.principal
  const left = payBalanceInAdvance(state, booking, target, rest)
  const ahead = booking.allocation.principal - principalBefore
  if (target.closed) target.principal += ahead
  else if (payment.onTop) target.extra += ahead
  else target.prepaid += ahead
  const grown = target.closed ? ahead : growthOfRunningRow(state) - grownBefore
  if (grown <= 0n || target === state.rows.at(-1)) return { left, relevelled: false }
  if (planned === undefined) applyStrategy(state, target, grown, payment.strategy)
  else applyFirstRules(state, target, grown, planned, payment.strategy)
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
 * REDUCE_INSTALMENT levels the later rows again. The others keep the instalment: ADJUST_LAST and REDUCE_TERM let the
 * balance run out sooner, and REDUCE_TERM drops the rows that this leaves empty. PAY_NEXT_INSTALMENTS takes the excess
 * off the next rows' principal in turn; their interest stays.
 */
function applyStrategy(state: FoldState, target: Row, grown: bigint, strategy: PrepaymentStrategy): void {
  const index = state.rows.indexOf(target)
  const next = state.rows[index + 1]
  if (strategy === 'REDUCE_INSTALMENT') relevel(state, index + 1)
  if (strategy === 'REDUCE_TERM') dropEmptyRows(state, index)
  if (strategy === 'PAY_NEXT_INSTALMENTS' && next !== undefined) next.excess += grown
}

/**
 * As the first version of the rules: PAY_NEXT_INSTALMENTS lowers the principal that was planned before the payment, and
 * REDUCE_TERM drops no row.
 */
function applyFirstRules(
  state: FoldState,
  target: Row,
  grown: bigint,
  planned: ReadonlyMap<Row, bigint>,
  strategy: PrepaymentStrategy,
): void {
  const next = state.rows.indexOf(target) + 1
  if (strategy === 'REDUCE_INSTALMENT') relevel(state, next)
  if (strategy !== 'PAY_NEXT_INSTALMENTS') return
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
  { strategy, rules }: Pick<Payment, 'strategy' | 'rules'>,
): Pick<Paid, 'booking' | 'relevelled'> {
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
  if (principal > 0n)
    relevelled = payPrincipalAhead(state, booking, { amount: principal, strategy, rules, onTop: false })
  booking.allocation.overpayment += parts.overpayment
  state.overpayment += parts.overpayment
  return { booking, relevelled }
}

function payPrincipalAhead(state: FoldState, booking: Booking, payment: Payment): boolean {
  if (isFlat(state)) {
    project(state)
    let left = payment.amount
    for (const row of state.rows.filter((each) => !each.closed)) {
      left -= payComponent(state, booking, row, 'principal', left, row.principal - row.paid.principal)
    }
    return false
  }
  return payAhead(state, booking, payment.amount, payment).relevelled
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
