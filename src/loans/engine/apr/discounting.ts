// Present values of many flows at once. Flows that share a fraction of a period are discounted together, so that each
// costs one multiplication.

import type { CashFlow } from './cash-flows.ts'
import { divide, multiply, ONE } from './fixed-point.ts'

export interface Fraction {
  numerator: number
  denominator: number
}

/** Time since the first flow. */
export interface FlowTime {
  /** Whole periods. */
  whole: number
  /** What remains of a period, or of a year: each method says which. */
  part: Fraction
}

/** Flows with the same part, in order of time. */
export interface FlowGroup {
  part: Fraction
  flows: readonly { whole: number; amount: bigint }[]
}

export function groupByPart(flows: readonly CashFlow[], timeOf: (flow: CashFlow) => FlowTime): FlowGroup[] {
  const groups = new Map<string, { part: Fraction; flows: { whole: number; amount: bigint }[] }>()
  for (const flow of flows) {
    const { whole, part } = timeOf(flow)
    const key = part.numerator === 0 ? '0' : `${part.numerator}/${part.denominator}`
    const group = groups.get(key) ?? { part, flows: [] }
    group.flows.push({ whole, amount: flow.amountMinor })
    groups.set(key, group)
  }
  for (const group of groups.values()) group.flows.sort((a, b) => a.whole - b.whole)
  return [...groups.values()]
}

export interface DiscountedSums {
  /** Σ amount · v^whole. */
  sum: bigint
  /** Σ whole · amount · v^whole. */
  timed: bigint
}

export function discountedSums({ flows }: FlowGroup, v: bigint): DiscountedSums {
  let power = ONE
  let reached = 0
  let sum = 0n
  let timed = 0n
  for (const { whole, amount } of flows) {
    if (whole > reached) power = multiply(power, powerOf(v, whole - reached))
    reached = whole
    const worth = amount * power
    sum += worth
    timed += BigInt(whole) * worth
  }
  return { sum, timed }
}

function powerOf(base: bigint, exponent: number): bigint {
  if (exponent === 1) return base
  const half = powerOf(multiply(base, base), exponent >> 1)
  return exponent % 2 === 0 ? half : multiply(half, base)
}

/**
 * A first guess at the rate: what is paid more than advanced, relative to the mean of both, over the average time of a
 * payment. `slope` is the derivative of the worth at rate 0.
 */
export function guessRate(flows: readonly CashFlow[], slope: bigint): bigint {
  let paid = 0n
  let advanced = 0n
  for (const { amountMinor } of flows) {
    if (amountMinor > 0n) paid += amountMinor
    else advanced -= amountMinor
  }
  return slope < 0n ? divide(2n * paid * (paid - advanced) * ONE, -slope * (paid + advanced)) : 0n
}
