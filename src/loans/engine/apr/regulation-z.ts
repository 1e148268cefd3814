// APR by Regulation Z (12 CFR 1026), Appendix J, actuarial method. The unit period rate i solves (b)(8)
//
//   Σ advance / ((1 + e·i)(1 + i)^q)  =  Σ payment / ((1 + f·i)(1 + i)^t)
//
// where q and t are whole unit periods and e and f the fractions of one. The APR is i times the unit periods in a year.

import { finished, type Steps } from '../fold/steps.ts'
import { type Apr, cashFlows, type DatedAmount } from './cash-flows.ts'
import { discountedSums, type FlowGroup, groupByPart, guessRate } from './discounting.ts'
import { divide, multiply, ONE } from './fixed-point.ts'
import { aprOf } from './rounded-apr.ts'
import { solveRate, type Worth } from './solve-rate.ts'
import { unitPeriodsOf } from './unit-time.ts'

/** Throws AprRefusal when no rate exists. */
export function regulationZApr(advances: readonly DatedAmount[], payments: readonly DatedAmount[]): Apr {
  return finished(regulationZSteps(advances, payments))
}

/** The same in steps. */
export function* regulationZSteps(advances: readonly DatedAmount[], payments: readonly DatedAmount[]): Steps<Apr> {
  const flows = cashFlows(advances, payments)
  const all = [...flows.advances, ...flows.payments]
  const { perYear, timeOf } = unitPeriodsOf(flows)
  const groups = groupByPart(all, timeOf)
  yield
  const free = worthAt(groups, 0n)
  if (free.value === 0n) return aprOf(0n)
  const rate = yield* solveRate((tried) => worthAt(groups, tried), guessRate(all, free.slope))
  return aprOf((rate * BigInt(perYear.numerator)) / BigInt(perYear.denominator))
}

function worthAt(groups: readonly FlowGroup[], rate: bigint): Worth {
  const v = divide(ONE, ONE + rate)
  let value = 0n
  let slope = 0n
  for (const group of groups) {
    const { sum, timed } = discountedSums(group, v)
    const { numerator, denominator } = group.part
    const odd = divide(ONE, ONE + (rate * BigInt(numerator)) / BigInt(denominator))
    const worth = multiply(sum, odd)
    value += worth
    slope -= multiply(multiply(timed, odd), v) + (multiply(worth, odd) * BigInt(numerator)) / BigInt(denominator)
  }
  return { value, slope }
}
