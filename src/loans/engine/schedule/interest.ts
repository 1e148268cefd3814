// Interest of a row: the sum over its stretches of equal balance, each rounded on its own.

import { stretchYears } from '../arithmetic/day-count.ts'
import { add, type Fraction, interestOver, percent, rateOver, share, ZERO } from '../arithmetic/fraction.ts'
import type { FoldState, Row, Stretch } from '../fold/fold-state.ts'

/** The days [from, to) with one balance, cut where the rate changes and where accrual stops. */
function stretchesOf(state: FoldState, from: number, to: number, balance: bigint): Stretch[] {
  const end = state.chargedOffOn === undefined ? to : Math.min(to, state.chargedOffOn)
  const stretches: Stretch[] = []
  state.rates.forEach(({ from: start, rate }, index) => {
    const next = state.rates[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const first = Math.max(from, index === 0 ? from : start)
    const last = Math.min(end, next)
    if (last > first) stretches.push({ from: first, to: last, balance, rate })
  })
  return stretches
}

/** round(balance × rate × days). */
export function stretchInterest(state: FoldState, row: Row, { from, to, balance, rate }: Stretch): bigint {
  const { dayCount, rounding } = state.agreement.terms
  return interestOver(balance, percent(rate), stretchYears(dayCount, row, from, to), rounding)
}

function interestOf(state: FoldState, row: Row, stretches: readonly Stretch[]): bigint {
  return stretches.reduce((sum, stretch) => sum + stretchInterest(state, row, stretch), 0n)
}

/**
 * All stretches of a row: real ones up to today, then the plan's balance. Days before and after today with the same
 * balance are one stretch, so that looking at a loan does not change a cent.
 */
export function rowStretches(state: FoldState, row: Row, plannedBalance: bigint): readonly Stretch[] {
  const from = Math.max(row.from, state.balanceSince)
  if (from >= row.due) return row.stretches
  const today = Math.min(Math.max(state.today, from), row.due)
  if (state.principal === plannedBalance || today === from) {
    const planned = stretchesOf(state, from, row.due, plannedBalance)
    return row.stretches.length === 0 ? planned : [...row.stretches, ...planned]
  }
  return [
    ...row.stretches,
    ...stretchesOf(state, from, today, state.principal),
    ...stretchesOf(state, today, row.due, plannedBalance),
  ]
}

/** The interest of a row when the plan's balance is `plannedBalance`. */
export function plannedInterest(state: FoldState, row: Row, plannedBalance: bigint): bigint {
  return interestOf(state, row, rowStretches(state, row, plannedBalance))
}

/** Stretches of the running row up to a day, with the real balance. */
function stretchesUpTo(state: FoldState, row: Row, day: number): Stretch[] {
  const from = Math.max(row.from, state.balanceSince)
  return [...row.stretches, ...stretchesOf(state, from, Math.min(day, row.due), state.principal)]
}

/** Interest of a row from its first day up to a day: what has accrued. FLAT accrues evenly by days. */
export function accruedInterest(state: FoldState, row: Row, day: number): bigint {
  if (row.kind === 'NOTHING' && row.unpaidInterest === 'WAIVE') return 0n
  if (row.flatInterest !== undefined) {
    const end = Math.min(day, row.due, state.chargedOffOn ?? day)
    const days = BigInt(Math.max(0, end - row.from))
    return share(row.flatInterest, { n: days, d: BigInt(row.due - row.from) }, state.agreement.terms.rounding)
  }
  return interestOf(state, row, stretchesUpTo(state, row, day))
}

/** The rate of a row's whole period, or of its days from `from` on: Σ rate × years over the rates in force. */
export function rowRate(state: FoldState, row: Row, from = row.from): Fraction {
  const { dayCount } = state.agreement.terms
  let sum = ZERO
  for (const stretch of stretchesOf(state, from, row.due, 0n)) {
    const rate = rateOver(percent(stretch.rate), stretchYears(dayCount, row, stretch.from, stretch.to))
    sum = sum === ZERO ? rate : add(sum, rate)
  }
  return sum
}

/** The balance changes on a day: the days before it keep the old one. */
export function cutStretch(state: FoldState, day: number): void {
  const row = state.rows.find((candidate) => !candidate.closed)
  if (row === undefined || day <= state.balanceSince) return
  const from = Math.max(row.from, state.balanceSince)
  row.stretches = [...row.stretches, ...stretchesOf(state, from, day, state.principal)]
  state.balanceSince = day
}

/** Principal changes by `amount` on the day. */
export function changePrincipal(state: FoldState, day: number, amount: bigint): void {
  if (amount === 0n) return
  cutStretch(state, day)
  state.principal += amount
}
