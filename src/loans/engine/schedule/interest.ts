// Interest of a row: the sum over its stretches of equal balance, each rounded on its own.

import { stretchYears } from '../arithmetic/day-count.ts'
import { add, type Fraction, fraction, percent, share, times, ZERO } from '../arithmetic/fraction.ts'
import type { FoldState, Row, Stretch } from '../fold-state.ts'

/** The days [from, to) with one balance, cut where the rate changes and where accrual stops. */
export function stretchesOf(state: FoldState, from: number, to: number, balance: bigint): Stretch[] {
  const end = state.chargedOffOn === undefined ? to : Math.min(to, state.chargedOffOn)
  const stretches: Stretch[] = []
  for (const [index, { from: start, rate }] of state.rates.entries()) {
    const next = state.rates[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const first = Math.max(from, index === 0 ? from : start)
    const last = Math.min(end, next)
    if (last > first) stretches.push({ from: first, to: last, balance, rate })
  }
  return stretches
}

/** round(balance × rate × days). */
export function stretchInterest(state: FoldState, row: Row, stretch: Stretch): bigint {
  return share(stretch.balance, stretchRate(state, row, stretch), state.agreement.terms.rounding)
}

/** Rates of the last stretch asked of each row: a plan is projected several times with other balances. */
const lastRates = new WeakMap<Row, { from: number; to: number; due: number; rate: string; fraction: Fraction }>()

function stretchRate(state: FoldState, row: Row, stretch: Omit<Stretch, 'balance'>): Fraction {
  const { from, to, rate } = stretch
  const last = lastRates.get(row)
  if (last !== undefined && last.from === from && last.to === to && last.due === row.due && last.rate === rate)
    return last.fraction
  const years = stretchYears(state.agreement.terms.dayCount, row, from, to)
  const found = times(percent(rate), years)
  lastRates.set(row, { from, to, due: row.due, rate, fraction: found })
  return found
}

/** A copied row has the same rates. */
export function keepRates(row: Row, copy: Row): void {
  const last = lastRates.get(row)
  if (last !== undefined) lastRates.set(copy, last)
}

function interestOf(state: FoldState, row: Row, stretches: readonly Stretch[]): bigint {
  return stretches.reduce((sum, stretch) => sum + stretchInterest(state, row, stretch), 0n)
}

/**
 * All stretches of a row: real ones up to today, then the plan's balance. Days before and after today with the same
 * balance are one stretch, so that looking at a loan does not change a cent.
 */
export function rowStretches(state: FoldState, row: Row, plannedBalance: bigint): Stretch[] {
  const from = Math.max(row.from, state.balanceSince)
  if (from >= row.due) return row.stretches
  const today = Math.min(Math.max(state.today, from), row.due)
  if (state.principal === plannedBalance || today === from) {
    return [...row.stretches, ...stretchesOf(state, from, row.due, plannedBalance)]
  }
  return [
    ...row.stretches,
    ...stretchesOf(state, from, today, state.principal),
    ...stretchesOf(state, today, row.due, plannedBalance),
  ]
}

/** The interest of a row when the plan's balance is `plannedBalance`. Most rows are one stretch at the only rate. */
export function plannedInterest(state: FoldState, row: Row, plannedBalance: bigint): bigint {
  const only = state.rates.length === 1 ? state.rates[0] : undefined
  const whole = row.stretches.length === 0 && state.balanceSince <= row.from && state.chargedOffOn === undefined
  if (only !== undefined && whole && (state.today <= row.from || state.principal === plannedBalance)) {
    const rate = stretchRate(state, row, { from: row.from, to: row.due, rate: only.rate })
    return share(plannedBalance, rate, state.agreement.terms.rounding)
  }
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
    return share(row.flatInterest, fraction(days, BigInt(row.due - row.from)), state.agreement.terms.rounding)
  }
  return interestOf(state, row, stretchesUpTo(state, row, day))
}

/** The rate of a row's whole period: Σ rate × years over the rates in force. */
export function rowRate(state: FoldState, row: Row): Fraction {
  return stretchesOf(state, row.from, row.due, 0n).reduce<Fraction>(
    (sum, stretch) => (sum === ZERO ? stretchRate(state, row, stretch) : add(sum, stretchRate(state, row, stretch))),
    ZERO,
  )
}

/** The balance changes on a day: the days before it keep the old one. */
export function cutStretch(state: FoldState, day: number): void {
  const row = state.rows.find((candidate) => !candidate.closed)
  if (row === undefined || day <= state.balanceSince) return
  const from = Math.max(row.from, state.balanceSince)
  row.stretches.push(...stretchesOf(state, from, day, state.principal))
  state.balanceSince = day
}

/** Principal changes by `amount` on the day. */
export function changePrincipal(state: FoldState, day: number, amount: bigint): void {
  if (amount === 0n) return
  cutStretch(state, day)
  state.principal += amount
}
