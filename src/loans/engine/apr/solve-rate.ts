// Finds the rate at which payments and advances are worth the same: Newton's method, kept inside a bracket.

import type { Steps } from '../fold/steps.ts'
import { AprRefusal } from './cash-flows.ts'
import { divide, ONE } from './fixed-point.ts'

/** Newton takes about six steps; a bracket that is halved each time needs about 200. */
const MAX_STEPS = 400
/** Beyond this a rate is no longer one: 2^40 per period. */
const MAX_RATE = ONE << 40n
/** Steps this close agree in 36 decimals, or in 27 digits when the rate is large. */
const CLOSE = ONE >> 120n
const RELATIVELY_CLOSE_BITS = 90n

export interface Worth {
  /** Present value of the payments minus that of the advances: positive while the rate is too low. */
  value: bigint
  /** Its derivative by the rate. */
  slope: bigint
}

/**
 * The lowest positive rate at which the worth is zero, one trial a step. The worth at rate 0 is positive. `guess` only saves
 * trials.
 */
export function* solveRate(worthAt: (rate: bigint) => Worth, guess: bigint): Steps<bigint> {
  let low = 0n
  let high: bigint | undefined
  let rate = guess > 0n && guess < MAX_RATE ? guess : ONE / 100n
  for (let step = 0; step < MAX_STEPS && rate < MAX_RATE; step += 1) {
    yield
    const { value, slope } = worthAt(rate)
    // A worth that is positive and rises lies beyond the lowest root, if there is one.
    if (value > 0n && slope < 0n) low = rate
    else high = rate
    const newton = slope < 0n ? rate - divide(value, slope) : low
    if (slope < 0n && isClose(newton, rate)) return newton
    const inside = newton > low && (high === undefined || newton < high)
    if (inside) rate = newton
    else rate = high === undefined ? rate * 2n : (low + high) >> 1n
  }
  throw new AprRefusal('NO_RATE', 'No rate makes the payments worth the advances.')
}

function isClose(a: bigint, b: bigint): boolean {
  const distance = a > b ? a - b : b - a
  return distance <= CLOSE + (b >> RELATIVELY_CLOSE_BITS)
}
