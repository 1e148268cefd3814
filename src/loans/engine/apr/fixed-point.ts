// Fractions as bigints scaled by 2^160: about 48 decimal digits, and scaling back is a shift.

const BITS = 160n
export const ONE = 1n << BITS
/** Squarings of the exponential: the argument of its series is at most 2^-8. */
const HALVINGS = 8n

export function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS
}

export function divide(a: bigint, b: bigint): bigint {
  return (a << BITS) / b
}

/** e^x. The series stops when its terms vanish, which takes about 15 of them. */
export function exponential(x: bigint): bigint {
  let halvings = HALVINGS
  for (let size = x < 0n ? -x : x; size > ONE; size >>= 1n) halvings += 1n
  const small = x >> halvings
  let sum = ONE
  let term = ONE
  for (let k = 1n; term !== 0n && term !== -1n; k += 1n) {
    term = multiply(term, small) / k
    sum += term
  }
  for (let k = 0n; k < halvings; k += 1n) sum = multiply(sum, sum)
  return sum
}

/** The fraction times 10^decimals as a whole number; half is rounded away from zero. */
export function roundHalfUp(fraction: bigint, decimals: number): bigint {
  const scaled = (fraction < 0n ? -fraction : fraction) * 10n ** BigInt(decimals)
  const rounded = (scaled + (ONE >> 1n)) >> BITS
  return fraction < 0n ? -rounded : rounded
}
