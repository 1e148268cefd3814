// Whole numbers in Numbers, which are exact up to 2^53 and cost a fraction of what bigints do. Nearly every amount of a
// loan, and its product with a rate, lies below; what does not is computed with bigints. docs/decisions/0043 has the rules.

import type { Rounding } from '../terms.ts'

/** The largest whole number that is computed with Numbers. Tests lower it, so that bigints compute the same loans. */
export const numberRange = { most: Number.MAX_SAFE_INTEGER }

/** NaN beyond the range: no comparison holds for it, so a check of what is computed from it fails as well. */
export function numberOf(amount: bigint): number {
  const number = Number(amount)
  return isExact(number) ? number : Number.NaN
}

export function isExact(value: number): boolean {
  return value <= numberRange.most && value >= -numberRange.most
}

/** Most figures are zero; others are allocated. */
export function bigintOf(amount: number): bigint {
  return amount === 0 ? 0n : BigInt(amount)
}

/** n / d to a whole number, by the mode: both exact, n not negative, d positive. The quotient's whole part is exact then. */
export function roundQuotient(n: number, d: number, mode: Rounding): number {
  const quotient = Math.floor(n / d)
  const rest = n - quotient * d
  if (rest === 0 || mode === 'DOWN') return quotient
  if (mode === 'UP') return quotient + 1
  const twice = rest * 2
  if (twice !== d) return twice > d ? quotient + 1 : quotient
  return mode === 'HALF_UP' || quotient % 2 === 1 ? quotient + 1 : quotient
}
