// What is owed on the day that the fold has reached.

import { arrearsOf } from '../due.ts'
import { accruedUnpaid, unpaidCharge } from '../events/allocation.ts'
import { type FoldState, type Row, runningRow } from '../fold/fold-state.ts'
import type { Balances } from '../fold/loan-position.ts'
import { accruedInterest, plannedInterest } from './interest.ts'

export function balancesOf(state: FoldState): Balances {
  const fees = unpaidChargesOf(state, 'FEE')
  const penalties = unpaidChargesOf(state, 'PENALTY')
  const running = runningRow(state)
  const due = interestDue(state)
  const accrued = running === undefined ? 0n : accruedUnpaid(state, running)
  const owed = state.closedBy === undefined
  return {
    principalMinor: owed ? state.principal : 0n,
    interestAccruedMinor: owed ? accrued : 0n,
    interestDueMinor: owed ? due : 0n,
    feesMinor: owed ? fees : 0n,
    penaltiesMinor: owed ? penalties : 0n,
    totalOutstandingMinor: owed ? state.principal + accrued + due + fees + penalties : 0n,
    totalOverdueMinor: owed ? arrearsOf(state) : 0n,
    overpaymentMinor: state.overpayment,
    payoffMinor: owed ? payoff(state) : 0n,
    perDiemMinor: owed ? perDiem(state) : 0n,
    disbursedMinor: state.disbursed,
    repaid: { ...state.repaid },
  }
}

/** Unpaid interest of the rows that have fallen due. */
function interestDue(state: FoldState): bigint {
  let sum = 0n
  for (const row of state.rows) {
    if (!row.closed) break
    if (row.interest !== row.paid.interest) sum += row.interest - row.paid.interest
  }
  return sum
}

function unpaidChargesOf(state: FoldState, kind: 'FEE' | 'PENALTY'): bigint {
  return state.charges.reduce((sum, charge) => sum + (charge.kind === kind ? unpaidCharge(charge) : 0n), 0n)
}

/** Settlement: principal, interest due and up to today or to the end of the period, and all charges assessed. */
export function payoff(state: FoldState): bigint {
  const running = runningRow(state)
  const interest = running === undefined ? 0n : settlementInterest(state, running)
  return (
    state.principal + interestDue(state) + interest + unpaidChargesOf(state, 'FEE') + unpaidChargesOf(state, 'PENALTY')
  )
}

/** Interest of the running row that a settlement today pays. */
export function settlementInterest(state: FoldState, running: Row): bigint {
  if (state.agreement.terms.settlementInterest === 'TO_DATE' || state.today <= running.from)
    return accruedUnpaid(state, running)
  const own = running.flatInterest ?? plannedInterest(state, running, state.principal)
  const whole = own + running.carriedWithin + running.carriedOnTop
  return whole > running.paid.interest ? whole - running.paid.interest : 0n
}

/** The next day's interest, as a difference of rounded sums, so that it is what the payoff grows by. */
function perDiem(state: FoldState): bigint {
  const running = runningRow(state)
  if (running === undefined) return 0n
  return accruedInterest(state, running, state.today + 1) - accruedInterest(state, running, state.today)
}
