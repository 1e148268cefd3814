// The instalment of an annuity: A = (P·∏(1+r) − fixed payments and the balloon, grown to the end) / Σₖ ∏_{j>k}(1+r_j), so
// that the balance after the last row is zero. It is computed in doubles, and exactly when these cannot tell which way
// it rounds.

import { stretchYears, type Years } from '../arithmetic/day-count.ts'
import { type Fraction, percent, rateOver, roundToMultiple } from '../arithmetic/fraction.ts'
import { isExact, numberOf } from '../arithmetic/whole-numbers.ts'
import { type FoldState, type Row, runningRow } from '../fold/fold-state.ts'
import type { Rounding } from '../terms.ts'
import { plannedInterest, rowRate } from './interest.ts'
import type { OpenRows } from './open-rows.ts'

/** What the rows repay, and how much of it in the last one, beside its instalment. */
export interface Levelled {
  readonly principal: bigint
  readonly balloon: bigint
}

/** A for the rows from an index on, rounded to the multiple that is agreed. */
export function annuityInstalment(state: FoldState, open: OpenRows, index: number, levelled: Levelled): bigint {
  const { rounding, instalmentMultipleOfMinor: unit = 1n } = state.agreement.terms
  const { value, error } = approximateAnnuity(state, open, index, levelled)
  const multiples = roundedWithin(value / Number(unit), error / Number(unit), rounding)
  if (multiples !== undefined) return BigInt(multiples) * unit
  const { n, d } = exactAnnuity(state, index, levelled)
  return roundToMultiple(n, d, unit, rounding)
}

/** A value that is known up to an error, rounded; undefined when a value so near could round to another number. */
export function roundedWithin(value: number, error: number, mode: Rounding): number | undefined {
  if (!(value >= 0) || !isExact(value)) return undefined
  const whole = Math.floor(value)
  const part = value - whole
  if (mode === 'UP' || mode === 'DOWN') {
    if (!(part > error && part < 1 - error)) return undefined
    return mode === 'UP' ? whole + 1 : whole
  }
  if (!(Math.abs(part - 0.5) > error)) return undefined
  return part > 0.5 ? whole + 1 : whole
}

/** Each row rounds less than sixteen times, each time by at most this part of its figures. */
const ROUNDING_ERROR = 16 * 2 ** -53

function approximateAnnuity(
  state: FoldState,
  open: OpenRows,
  index: number,
  levelled: Levelled,
): { value: number; error: number } {
  const { rows } = state
  const { principal } = levelled
  const firstYears = yearsOfFirstPeriod(state)
  let [grown, fixed, instalments] = [1, 0, 0]
  for (let each = index; each < rows.length; each += 1) {
    const row = rows[each] as Row
    const isLevel = row.kind === 'LEVEL'
    if (!isLevel && !growsBalance(row)) continue
    const rate =
      firstYears === undefined && !hasSeveralBalances(state, row, principal)
        ? (open.rate(each) ?? quotient(rowRate(state, row)))
        : quotient(levellingRate(state, row, principal))
    grown *= 1 + rate
    fixed = fixed * (1 + rate) + (isLevel ? 0 : Number(fixedPayment(row)))
    instalments = instalments * (1 + rate) + (isLevel ? 1 : 0)
  }
  const owed = numberOf(principal) * grown
  const balloon = Number(levelled.balloon)
  return {
    value: (owed - fixed - balloon) / instalments,
    error: (2 * ROUNDING_ERROR * (rows.length - index + 2) * (owed + fixed + balloon)) / instalments,
  }
}

function quotient({ n, d }: Fraction): number {
  return Number(n) / Number(d)
}

function exactAnnuity(state: FoldState, index: number, { principal, balloon }: Levelled): Fraction {
  const each: Growth[] = []
  for (const row of state.rows.slice(index)) {
    const isLevel = row.kind === 'LEVEL'
    if (!isLevel && !growsBalance(row)) continue
    const { n, d } = levellingRate(state, row, principal)
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
  const firstYears = yearsOfFirstPeriod(state)
  if (firstYears !== undefined) {
    const rate = state.rates.findLast((each) => each.from <= row.due)?.rate ?? state.agreement.interestRate
    return rateOver(percent(rate), firstYears)
  }
  if (hasSeveralBalances(state, row, principal))
    return { n: plannedInterest(state, row, principal - row.prepaid - row.extra), d: principal }
  return rowRate(state, row)
}

/** The part of a year that FIRST_PERIOD levels with. */
function yearsOfFirstPeriod({ agreement, firstPeriod }: FoldState): Years | undefined {
  const { annuityRate, dayCount } = agreement.terms
  if (annuityRate !== 'FIRST_PERIOD' || firstPeriod === undefined) return undefined
  return stretchYears(dayCount, firstPeriod, firstPeriod.from, firstPeriod.due)
}

function hasSeveralBalances(state: FoldState, row: Row, principal: bigint): boolean {
  return row.stretches.length > 0 && principal > 0n && row === runningRow(state)
}
