// Annual percentage rate of charge by Directive 2008/48/EC, Annex I: the effective yearly rate X that solves
//
//   Σ drawdown · (1 + X)^−t  =  Σ payment · (1 + X)^−s
//
// with t and s in years since the first drawdown. A year has 12 equal months, 52 weeks, or 365 (366) days. Intervals are
// whole months, or whole weeks when the instalments are weekly, or whole years when they come every few days; they are
// counted back to the first drawdown. Remaining days are divided by the days of the year that ends with them, as
// Annex I of Directive 2014/17/EU spells it out. Two decimals: the annex asks for at least one.
//
// The unknown is the force of interest g = ln(1 + X), so that (1 + X)^−t is an exponential.

import { finished, type Steps } from '../fold/steps.ts'
import {
  type CalendarDate,
  dateOfNumber,
  isMonthEnd,
  monthsAndDays,
  monthsBefore,
  seriesDayOf,
} from './calendar-intervals.ts'
import { type Apr, type CashFlow, type CashFlows, cashFlows, type DatedAmount } from './cash-flows.ts'
import { discountedSums, type FlowGroup, type FlowTime, groupByPart, guessRate } from './discounting.ts'
import { exponential, multiply, ONE } from './fixed-point.ts'
import { aprOf } from './rounded-apr.ts'
import { solveRate, type Worth } from './solve-rate.ts'
import { intervalUnitOf } from './unit-period.ts'

const YEAR_MONTHS = 12
const WEEK_DAYS = 7

/** Whole periods in a year: months, weeks or years. */
type PeriodsPerYear = 12 | 52 | 1

/** Throws AprRefusal when no rate exists. */
export function euEffectiveApr(advances: readonly DatedAmount[], payments: readonly DatedAmount[]): Apr {
  return finished(euEffectiveSteps(advances, payments))
}

/** The same in steps. */
export function* euEffectiveSteps(advances: readonly DatedAmount[], payments: readonly DatedAmount[]): Steps<Apr> {
  const flows = cashFlows(advances, payments)
  const all = [...flows.advances, ...flows.payments]
  const perYear = periodsPerYear(flows)
  const groups = groupByPart(all, timeIn(perYear, flows))
  yield
  const free = worthAt(groups, perYear, 0n)
  if (free.value === 0n) return aprOf(0n)
  const force = yield* solveRate((tried) => worthAt(groups, perYear, tried), guessRate(all, free.slope))
  return aprOf(exponential(force) - ONE)
}

function periodsPerYear(flows: CashFlows): PeriodsPerYear {
  const [only, more] = flows.payments
  if (only && more === undefined && flows.advances.length === 1) return periodsOfSinglePayment(flows.start, only.date)
  const unit = intervalUnitOf(flows)
  if (unit === 'WEEK') return 52
  return unit === 'DAY' ? 1 : 12
}

function periodsOfSinglePayment(start: CalendarDate, paid: CalendarDate): PeriodsPerYear {
  if (monthsAndDays(start, paid, seriesDayOf([paid], start)).days === 0) return 12
  return (paid.number - start.number) % WEEK_DAYS === 0 ? 52 : 1
}

/** Whole periods back to the first drawdown; the part is a fraction of a year. */
function timeIn(perYear: PeriodsPerYear, { start, advances, payments }: CashFlows): (flow: CashFlow) => FlowTime {
  const seriesDays = [advances, payments].map((series) =>
    seriesDayOf(
      series.map(({ date }) => date),
      start,
    ),
  )
  return ({ date, amountMinor }) => {
    if (perYear === 52) {
      const whole = Math.floor((date.number - start.number) / WEEK_DAYS)
      return { whole, part: partOfYear(start, dateOfNumber(date.number - whole * WEEK_DAYS)) }
    }
    const seriesDay = seriesDays[amountMinor < 0n ? 0 : 1] as number
    const { months } = monthsAndDays(start, date, seriesDay)
    const whole = perYear === 12 ? months : Math.floor(months / YEAR_MONTHS)
    const day = isMonthEnd(date) ? Math.max(date.day, seriesDay) : date.day
    const wholeFrom = monthsBefore(date, (whole * YEAR_MONTHS) / perYear, day)
    return { whole, part: partOfYear(start, wholeFrom) }
  }
}

/** Days over the length of the year that ends with the last of them. */
function partOfYear(from: CalendarDate, to: CalendarDate): FlowTime['part'] {
  const days = to.number - from.number
  if (days === 0) return { numerator: 0, denominator: 1 }
  return { numerator: days, denominator: to.number - monthsBefore(to, YEAR_MONTHS, to.day).number }
}

function worthAt(groups: readonly FlowGroup[], perYear: PeriodsPerYear, force: bigint): Worth {
  const v = exponential(-force / BigInt(perYear))
  let value = 0n
  let slope = 0n
  for (const group of groups) {
    const { sum, timed } = discountedSums(group, v)
    const { numerator, denominator } = group.part
    const odd = exponential((-force * BigInt(numerator)) / BigInt(denominator))
    const worth = multiply(sum, odd)
    value += worth
    slope -= multiply(timed, odd) / BigInt(perYear) + (worth * BigInt(numerator)) / BigInt(denominator)
  }
  return { value, slope }
}
