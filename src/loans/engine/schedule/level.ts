// Levelling: the instalment (or the principal of each row) for the rows from an index on.

import { stretchYears } from '../arithmetic/day-count.ts'
import {
  add,
  type Fraction,
  fraction,
  percent,
  roundDivision,
  roundToMultiple,
  share,
  times,
  ZERO,
} from '../arithmetic/fraction.ts'
import { type FoldState, isFlat, type Row, runningRow, totalPrincipal } from '../fold-state.ts'
import { plannedInterest, rowRate, stretchesOf } from './interest.ts'
import { project } from './projection.ts'

/** Levels the open rows from `index` on: the plan's principal that earlier rows do not cover, over them. */
export function relevel(state: FoldState, index: number): void {
  project(state)
  endExcess(state, index)
  const rows = state.rows.slice(index)
  const level = rows.filter((row) => row.kind === 'LEVEL')
  if (level.length === 0) return
  const covered = state.rows.slice(0, index).reduce((sum, row) => sum + row.principal - stillToCapitalise(row), 0n)
  const principal = totalPrincipal(state) - covered
  const balloon = balloonOf(state, principal)
  switch (state.agreement.terms.method) {
    case 'ANNUITY':
      levelAnnuity(state, rows, principal, balloon)
      break
    case 'EQUAL_PRINCIPAL':
      levelPrincipal(state, level, principal - balloon)
      break
    case 'INTEREST_ONLY':
    case 'BULLET':
      for (const row of level) row.planned = 0n
      break
    case 'FLAT':
      levelFlat(state, rows, principal - balloon)
      break
  }
  project(state)
}

/** Never more than what is owed: before the last tranche, or after prepayments, that can be less than was agreed. */
function balloonOf(state: FoldState, principal: bigint): bigint {
  const { balloonMinor } = state.agreement.terms
  return balloonMinor < principal ? balloonMinor : principal
}

/** Levelled rows have no excess to take. Rows before them keep what they take themselves. */
function endExcess(state: FoldState, index: number): void {
  const before = state.rows.slice(0, index).filter((row) => !row.closed)
  let left = before.at(-1)?.excessLeft ?? 0n
  for (const row of before.reverse()) {
    const part = left < row.excess ? left : row.excess
    row.excess -= part
    left -= part
  }
  for (const row of state.rows.slice(index)) row.excess = 0n
}

/**
 * Levels as if the whole approved principal were paid out today. Smoothing needs the last row of that plan: of the part
 * that is paid out the rows end early.
 */
export function levelOnApproved(state: FoldState, index: number): void {
  const missing = state.agreement.principalApprovedMinor - totalPrincipal(state)
  state.advances.push({ day: state.today, amount: missing })
  state.principal += missing
  relevel(state, index)
  state.advances.pop()
  state.principal -= missing
  project(state)
}

/** Interest that an open row will add to the principal; a closed row has done so. */
function stillToCapitalise(row: Row): bigint {
  return row.closed ? 0n : row.capitalised
}

/** Equal principal: round(P / n); the last row takes the rest. */
function levelPrincipal(state: FoldState, level: readonly Row[], principal: bigint): void {
  const planned = roundDivision(principal, BigInt(level.length), state.agreement.terms.rounding)
  for (const row of level) row.planned = planned
}

/**
 * Flat: interest is fixed beforehand on the whole principal. Each row's principal is round(P / n), or with a multiple
 * the rounded instalment less the interest.
 */
function levelFlat(state: FoldState, rows: readonly Row[], principal: bigint): void {
  const { rounding, instalmentMultipleOfMinor: multiple } = state.agreement.terms
  const level = rows.filter((row) => row.kind === 'LEVEL')
  const count = BigInt(level.length)
  if (multiple === undefined) {
    for (const row of level) row.planned = roundDivision(principal, count, rounding)
    return
  }
  const interest = level.reduce((sum, row) => sum + (row.flatInterest ?? 0n), 0n)
  const instalment = roundToMultiple(principal + interest, count, multiple, rounding)
  for (const row of level) row.planned = instalment - (row.flatInterest ?? 0n)
}

/** At the start I = round(P·R·T) and Iₖ = round(I / n), as far as I goes; the last row takes the remainder. */
export function startFlatInterest(state: FoldState, rows: readonly Row[], principal: bigint): void {
  const { rounding } = state.agreement.terms
  const years = rows.reduce<Fraction>((sum, row) => add(sum, rowRate(state, row)), ZERO)
  const interest = share(principal, years, rounding)
  const each = roundDivision(interest, BigInt(rows.length), rounding)
  let left = interest
  for (const row of rows) {
    row.flatInterest = each < left ? each : left
    left -= row.flatInterest
  }
  const last = rows.at(-1)
  if (last?.flatInterest !== undefined) last.flatInterest += left
}

/** After a change of rate or of rows Iₖ = round(P·R·Tₖ). */
export function restartFlatInterest(state: FoldState, rows: readonly Row[]): void {
  if (!isFlat(state)) return
  const principal = totalPrincipal(state)
  for (const row of rows) row.flatInterest = share(principal, rowRate(state, row), state.agreement.terms.rounding)
}

/** A tranche adds its own interest to the rows that follow it, for the days that it is lent. */
export function addFlatInterest(state: FoldState, rows: readonly Row[], day: number, amount: bigint): void {
  const { rounding, dayCount } = state.agreement.terms
  for (const row of rows) {
    const rate = stretchesOf(state, Math.max(day, row.from), row.due, 0n).reduce<Fraction>(
      (sum, stretch) => add(sum, times(percent(stretch.rate), stretchYears(dayCount, row, stretch.from, stretch.to))),
      ZERO,
    )
    row.flatInterest = (row.flatInterest ?? 0n) + share(amount, rate, rounding)
  }
}

/** A, rounded, then one smoothing pass. */
function levelAnnuity(state: FoldState, rows: readonly Row[], principal: bigint, balloon: bigint): void {
  const { terms } = state.agreement
  const level = rows.filter((row) => row.kind === 'LEVEL')
  for (const row of level) row.planned = undefined
  const { n, d } = annuity(state, rows, principal, balloon)
  const unit = terms.instalmentMultipleOfMinor ?? 1n
  const instalment = roundToMultiple(n, d, unit, terms.rounding)
  setLevel(level, instalment)
  if (terms.annuityRate === 'PER_PERIOD' && terms.instalmentMultipleOfMinor === undefined)
    smooth(state, level, instalment, balloon)
}

function setLevel(rows: readonly Row[], instalment: bigint): void {
  for (const row of rows) row.level = instalment
}

/**
 * One smoothing pass over the m rows levelled: d is how far the last row is from A. When it is more than ⌊m/2⌋ minor
 * units, A + round(d / m) is tried, and kept only when |d| shrinks.
 */
function smooth(state: FoldState, level: readonly Row[], instalment: bigint, balloon: bigint): void {
  const count = level.length
  const first = lastDifference(state, level, instalment + balloon)
  if (absolute(first) <= BigInt(Math.floor(count / 2))) return
  const smoothed = instalment + roundDivision(first, BigInt(count), state.agreement.terms.rounding)
  setLevel(level, smoothed)
  if (absolute(lastDifference(state, level, smoothed + balloon)) >= absolute(first)) setLevel(level, instalment)
}

function lastDifference(state: FoldState, level: readonly Row[], expected: bigint): bigint {
  project(state)
  const last = level.at(-1)
  if (last === undefined || last !== state.rows.at(-1)) return 0n
  return last.principal + last.interest - last.collectedOnTop - expected
}

/**
 * A = (P·∏(1+r) − fixed payments and the balloon, grown to the end) / Σₖ ∏_{j>k}(1+r_j), as one fraction: the balance
 * after the last row is zero.
 */
function annuity(state: FoldState, rows: readonly Row[], principal: bigint, balloon: bigint): Fraction {
  const each: Growth[] = []
  for (const row of rows) {
    if (row.kind !== 'LEVEL' && !growsBalance(row)) continue
    const { n, d } = levellingRate(state, row, principal)
    const isLevel = row.kind === 'LEVEL'
    each.push({ grown: d + n, unit: d, fixed: isLevel ? 0n : fixedPayment(row) * d, instalments: isLevel ? d : 0n })
  }
  const { grown, unit, fixed, instalments } = product(each)
  const left = principal * grown - fixed - balloon * unit
  return instalments === 0n ? { n: 0n, d: 1n } : { n: left, d: instalments }
}

/** What consecutive rows do to a balance, all over the denominator `unit`. */
interface Growth {
  /** ∏(1+r). */
  readonly grown: bigint
  readonly unit: bigint
  /** Fixed payments, grown to the end of the rows. */
  readonly fixed: bigint
  /** A payment of 1 in each levelled row, grown to the end of the rows. */
  readonly instalments: bigint
}

const NO_ROWS: Growth = { grown: 1n, unit: 1n, fixed: 0n, instalments: 0n }

/**
 * The rows one after the other. Neighbours are joined in pairs: the numbers have tens of digits for each row, and
 * products of numbers of one size take a fraction of the time that one growing number takes row by row.
 */
function product(each: readonly Growth[]): Growth {
  let parts = each
  while (parts.length > 1) {
    const joined: Growth[] = []
    for (let i = 0; i < parts.length; i += 2) {
      const [first, second] = [parts[i] ?? NO_ROWS, parts[i + 1]]
      joined.push(second === undefined ? first : followedBy(first, second))
    }
    parts = joined
  }
  return parts[0] ?? NO_ROWS
}

function followedBy(first: Growth, second: Growth): Growth {
  return {
    grown: first.grown * second.grown,
    unit: first.unit * second.unit,
    fixed: first.fixed * second.grown + first.unit * second.fixed,
    instalments: first.instalments * second.grown + first.unit * second.instalments,
  }
}

/** Rows that ask for an agreed amount, and rows whose interest joins the principal. */
function growsBalance(row: Row): boolean {
  return row.kind === 'FIXED' || (row.kind === 'NOTHING' && row.unpaidInterest === 'CAPITALISE')
}

function fixedPayment(row: Row): bigint {
  return row.kind === 'FIXED' ? row.fixed : 0n
}

/**
 * The rate that a row levels with: its period's, or the first period's for FIRST_PERIOD. A running row whose days had
 * several balances has its interest over its balance.
 */
function levellingRate(state: FoldState, row: Row, principal: bigint): Fraction {
  if (state.agreement.terms.annuityRate === 'FIRST_PERIOD' && state.firstPeriod !== undefined) {
    const rate = state.rates.findLast((each) => each.from <= row.due)?.rate ?? state.agreement.interestRate
    const { from, due } = state.firstPeriod
    return times(percent(rate), stretchYears(state.agreement.terms.dayCount, state.firstPeriod, from, due))
  }
  if (row === runningRow(state) && row.stretches.length > 0 && principal > 0n) {
    return fraction(plannedInterest(state, row, principal - row.prepaid - row.extra), principal)
  }
  return rowRate(state, row)
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
