// Exact fractions of bigints. A rate stays a fraction until it meets money; the one division is the rounding.

import type { Rounding } from '../terms.ts'

export interface Fraction {
  n: bigint
  d: bigint
}

export const ZERO: Fraction = { n: 0n, d: 1n }

export function fraction(n: bigint, d: bigint): Fraction {
  const sign = d < 0n ? -1n : 1n
  const divisor = greatestDivisor(n < 0n ? -n : n, d * sign)
  return { n: (n * sign) / divisor, d: (d * sign) / divisor }
}

export function add(a: Fraction, b: Fraction): Fraction {
  if (a.d === b.d) return fraction(a.n + b.n, a.d)
  return fraction(a.n * b.d + b.n * a.d, a.d * b.d)
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.n, a.d * b.d)
}

const percentages = new Map<string, Fraction>()

/** A percentage written as a decimal: "9.4822" is 94822/1000000. Recent ones are kept: a schedule asks for one hundreds of times. */
export function percent(text: string): Fraction {
  const known = percentages.get(text)
  if (known !== undefined) return known
  if (percentages.size >= 1000) percentages.clear()
  const parsed = parsePercent(text)
  percentages.set(text, parsed)
  return parsed
}

function parsePercent(text: string): Fraction {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') throw new TypeError(`not a decimal: ${text}`)
  const n = BigInt(`${sign}${whole}${decimals}`)
  return fraction(n, 100n * 10n ** BigInt(decimals.length))
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
