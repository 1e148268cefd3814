// Exact fractions of bigints. A rate stays a fraction until it meets money; the one division is the rounding.

import type { Rounding } from '../terms.ts'
import type { Years } from './day-count.ts'
import { isExact, roundQuotient } from './whole-numbers.ts'

export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

export const ZERO: Fraction = { n: 0n, d: 1n }

/** Fractions of one denominator add up without growing; others are reduced, because a sum may have hundreds of them. */
export function add(a: Fraction, b: Fraction): Fraction {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d }
  return reduced(a.n * b.d + b.n * a.d, a.d * b.d)
}

function reduced(n: bigint, d: bigint): Fraction {
  const divisor = greatestDivisor(n < 0n ? -n : n, d)
  return { n: n / divisor, d: d / divisor }
}

/** A percentage, in bigints and in Numbers. Numbers that are not exact make every product with them too large. */
export interface Percentage extends Fraction {
  readonly numberN: number
  readonly numberD: number
}

/** percentage × years, not reduced: it meets one amount, and a division does not ask for the smallest terms. */
export function rateOver(percentage: Percentage, years: Years): Fraction {
  return { n: percentage.n * BigInt(years.n), d: percentage.d * BigInt(years.d) }
}

/** round(amount × percentage × years). */
export function interestOver(amount: bigint, percentage: Percentage, years: Years, mode: Rounding): bigint {
  const n = Number(amount) * percentage.numberN * years.n
  const d = percentage.numberD * years.d
  if (n >= 0 && isExact(n) && isExact(d)) return BigInt(roundQuotient(n, d, mode))
  return share(amount, rateOver(percentage, years), mode)
}

const percentages = new Map<string, Percentage>()

/** A percentage written as a decimal: "9.4822" is 94822/1000000. Recent ones are kept: a schedule asks for one hundreds of times. */
export function percent(text: string): Percentage {
  const known = percentages.get(text)
  if (known !== undefined) return known
  if (percentages.size >= 1000) percentages.clear()
  const parsed = parsePercent(text)
  percentages.set(text, parsed)
  return parsed
}

function parsePercent(text: string): Percentage {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') throw new TypeError(`not a decimal: ${text}`)
  const { n, d } = reduced(BigInt(`${sign}${whole}${decimals}`), 100n * 10n ** BigInt(decimals.length))
  return { n, d, numberN: Number(n), numberD: Number(d) }
}

/** n / d to a whole number, by the mode; ties and directions are seen from zero. */
export function roundDivision(n: bigint, d: bigint, mode: Rounding): bigint {
  if (d < 0n) return roundDivision(-n, -d, mode)
  const negative = n < 0n
  const magnitude = negative ? -n : n
  const quotient = magnitude / d
  const rest = magnitude % d
  const rounded = quotient + (roundsAway(quotient, rest, d, mode) ? 1n : 0n)
  return negative ? -rounded : rounded
}

function roundsAway(quotient: bigint, rest: bigint, d: bigint, mode: Rounding): boolean {
  if (rest === 0n || mode === 'DOWN') return false
  if (mode === 'UP') return true
  const twice = rest * 2n
  if (twice !== d) return twice > d
  return mode === 'HALF_UP' || quotient % 2n === 1n
}

/** n / d to a multiple of `unit`. */
export function roundToMultiple(n: bigint, d: bigint, unit: bigint, mode: Rounding): bigint {
  return roundDivision(n, d * unit, mode) * unit
}

/** An amount times a rate, rounded. */
export function share(amount: bigint, rate: Fraction, mode: Rounding): bigint {
  return roundDivision(amount * rate.n, rate.d, mode)
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x === 0n ? 1n : x
}
