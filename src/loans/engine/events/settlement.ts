// Early settlement: everything is paid on one day.

import { type FoldState, runningRow } from '../fold/fold-state.ts'
import { payoff, settlementInterest } from '../schedule/balances.ts'
import { cutStretch } from '../schedule/interest.ts'
import { project } from '../schedule/open-rows.ts'
import { Booking, payCharges, payComponent, payDue } from './allocation.ts'

/**
 * The running row keeps its total, with the interest up to the day; later rows have their instalment as principal, the
 * last one the rest; all are paid. `amount` covers the payoff amount; what is above it is overpaid.
 */
export function settle(state: FoldState, amount: bigint): Booking {
  project(state)
  const booking = new Booking()
  const excess = amount - payoff(state)
  const running = runningRow(state)
  const interest = running === undefined ? 0n : settlementInterest(state, running)
  const paidInterest = running === undefined ? 0n : running.paid.interest
  payDue(state, booking, amount)
  payCharges(state, booking, 'penalties', amount)
  payCharges(state, booking, 'fees', amount)
  cutStretch(state, state.today)
  let remaining = state.principal
  for (const row of state.rows) {
    if (row.closed) continue
    const total = row.principal + row.interest
    row.interest = row === running ? interest + paidInterest : row.paid.interest
    const open =
      row === state.rows.at(-1) ? remaining : smaller(larger(total - row.interest - row.paid.principal, 0n), remaining)
    row.principal = row.paid.principal + open
    remaining -= open
    row.closed = true
    payComponent(state, booking, row, 'interest', row.interest, row.interest - row.paid.interest)
    payComponent(state, booking, row, 'principal', open, open)
  }
  booking.allocation.overpayment = excess
  state.overpayment += excess
  return booking
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
