// Levelling: the instalment (or the principal of each row) for the rows from an index on.

import { add, type Fraction, roundDivision, roundToMultiple, share, ZERO } from '../arithmetic/fraction.ts'
import { closedRows, type FoldState, isFlat, type Row, totalPrincipal } from '../fold/fold-state.ts'
import { annuityInstalment, type Levelled } from './annuity.ts'
import { rowRate } from './interest.ts'
import { OpenRows, project } from './open-rows.ts'

/** Levels the open rows from `index` on: the plan's principal that earlier rows do not cover, over them. */
export function relevel(state: FoldState, index: number): void {
  // All rows may be closed: there is no index then.
  const rows = index < 0 ? [] : state.rows.slice(index)
  const level = rows.filter((row) => row.kind === 'LEVEL')
  const open = new OpenRows(state)
  // What open rows before the index cover is known from their plan.
  if (level.length === 0) open.write()
  else if (index > closedRows(state)) open.write(index)
  endExcess(state, index)
  if (level.length === 0) return
  const covered = state.rows.slice(0, index).reduce((sum, row) => sum + row.principal - stillToCapitalise(row), 0n)
  const principal = totalPrincipal(state) - covered
  const balloon = balloonOf(state, principal)
  switch (state.agreement.terms.method) {
    case 'ANNUITY':
      levelAnnuity(state, open, index, level, { principal, balloon })
      return
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
  for (const row of rows) {
    const rate = rowRate(state, row, Math.max(day, row.from))
    row.flatInterest = (row.flatInterest ?? 0n) + share(amount, rate, state.agreement.terms.rounding)
  }
}

/** A, rounded, then one smoothing pass. */
function levelAnnuity(
  state: FoldState,
  open: OpenRows,
  index: number,
  level: readonly Row[],
  levelled: Levelled,
): void {
  const { terms } = state.agreement
  for (const row of level) row.planned = undefined
  open.readPlans()
  const instalment = annuityInstalment(state, open, index, levelled)
  open.setLevel(index, instalment)
  if (terms.annuityRate === 'PER_PERIOD' && terms.instalmentMultipleOfMinor === undefined) {
    const tryOut = (tried: bigint) => {
      open.setLevel(index, tried)
      open.tryOut()
      return lastDifference(state, level, tried + levelled.balloon)
    }
    open.setLevel(index, smoothed(state, level.length, instalment, tryOut))
  }
  open.write()
}

/**
 * One smoothing pass over the m rows levelled: d is how far the last row is from A. When it is more than ⌊m/2⌋ minor
 * units, A + round(d / m) is tried, and kept only when |d| shrinks.
 */
function smoothed(state: FoldState, count: number, instalment: bigint, tryOut: (tried: bigint) => bigint): bigint {
  const first = tryOut(instalment)
  if (absolute(first) <= BigInt(Math.floor(count / 2))) return instalment
  const other = instalment + roundDivision(first, BigInt(count), state.agreement.terms.rounding)
  return absolute(tryOut(other)) < absolute(first) ? other : instalment
}

function lastDifference(state: FoldState, level: readonly Row[], expected: bigint): bigint {
  const last = level.at(-1)
  if (last === undefined || last !== state.rows.at(-1)) return 0n
  return last.principal + last.interest - last.collectedOnTop - expected
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
