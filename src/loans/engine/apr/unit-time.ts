// Regulation Z, Appendix J (b)(5): time between two dates in unit periods, and how many of them a year has.

import { type CalendarDate, isMonthEnd, monthsAndDays, monthsBefore, seriesDayOf } from './calendar-intervals.ts'
import type { CashFlow, CashFlows } from './cash-flows.ts'
import type { FlowTime, Fraction } from './discounting.ts'
import {
  lengthInDays,
  MONTH_DAYS,
  SEMIMONTH_DAYS,
  type UnitPeriod,
  unitPeriodOf,
  YEAR_DAYS,
  YEAR_MONTHS,
} from './unit-period.ts'

const YEAR_WEEKS = 52
const YEAR_SEMIMONTHS = 24

export interface UnitPeriods {
  unitPeriod: UnitPeriod
  perYear: Fraction
  /** Unit periods from the start of the transaction to a flow. */
  timeOf(flow: CashFlow): FlowTime
}

const NOTHING: Fraction = { numerator: 0, denominator: 1 }

export function unitPeriodsOf(flows: CashFlows): UnitPeriods {
  const single = flows.advances.length === 1 && flows.payments.length === 1
  return single ? unitPeriodsOfSinglePayment(flows) : countedIn(unitPeriodOf(flows), flows)
}

/** (b)(4)(ii): one advance and one payment are one unit period apart, or are counted in years. */
function unitPeriodsOfSinglePayment(flows: CashFlows): UnitPeriods {
  const later = [...flows.payments, ...flows.advances].find(({ date }) => date !== flows.start)
  if (later === undefined) throw new TypeError('one advance and one payment have two dates')
  const { start } = flows
  const { months, days } = monthsAndDays(start, later.date, seriesDayOf([later.date], start))
  if (months >= YEAR_MONTHS) return countedIn({ unit: 'MONTH', count: YEAR_MONTHS }, flows)
  return {
    unitPeriod: { unit: 'TERM', count: 1 },
    perYear:
      days === 0
        ? { numerator: YEAR_MONTHS, denominator: months }
        : { numerator: YEAR_DAYS, denominator: later.date.number - start.number },
    timeOf: ({ date }) => ({ whole: date === start ? 0 : 1, part: NOTHING }),
  }
}

function countedIn(unitPeriod: UnitPeriod, flows: CashFlows): UnitPeriods {
  const seriesDay = {
    advances: seriesDayOf(
      flows.advances.map(({ date }) => date),
      flows.start,
    ),
    payments: seriesDayOf(
      flows.payments.map(({ date }) => date),
      flows.start,
    ),
  }
  return {
    unitPeriod,
    perYear: periodsPerYear(unitPeriod),
    timeOf: ({ date, amountMinor }) =>
      unitTime(unitPeriod, flows.start, date, amountMinor < 0n ? seriesDay.advances : seriesDay.payments),
  }
}

function periodsPerYear({ unit, count }: UnitPeriod): Fraction {
  if (unit === 'MONTH') return { numerator: YEAR_MONTHS, denominator: count }
  if (unit === 'SEMIMONTH') return { numerator: YEAR_SEMIMONTHS, denominator: 1 }
  if (unit === 'WEEK') return { numerator: YEAR_WEEKS, denominator: count }
  return { numerator: YEAR_DAYS, denominator: count }
}

function unitTime(period: UnitPeriod, from: CalendarDate, to: CalendarDate, seriesDay: number): FlowTime {
  if (period.unit === 'WEEK' || period.unit === 'DAY') return divided(to.number - from.number, lengthInDays(period))
  const { months, days } = monthsAndDays(from, to, seriesDay)
  if (period.unit === 'SEMIMONTH') return divided(MONTH_DAYS * months + days, SEMIMONTH_DAYS)
  if (period.count === 1) return { whole: months, part: { numerator: days, denominator: MONTH_DAYS } }
  if (period.count < YEAR_MONTHS) return divided(MONTH_DAYS * months + days, MONTH_DAYS * period.count)
  return yearsAndPart(from, to, { months, days, seriesDay })
}

/** (b)(5)(v): years, then twelfths when whole months remain, else days of 365. */
function yearsAndPart(
  from: CalendarDate,
  to: CalendarDate,
  { months, days, seriesDay }: { months: number; days: number; seriesDay: number },
): FlowTime {
  const whole = Math.floor(months / YEAR_MONTHS)
  if (days === 0) return { whole, part: { numerator: months - whole * YEAR_MONTHS, denominator: YEAR_MONTHS } }
  const day = isMonthEnd(to) ? Math.max(to.day, seriesDay) : to.day
  const yearsFrom = monthsBefore(to, whole * YEAR_MONTHS, day)
  return { whole, part: { numerator: yearsFrom.number - from.number, denominator: YEAR_DAYS } }
}

function divided(days: number, length: number): FlowTime {
  const whole = Math.floor(days / length)
  return { whole, part: { numerator: days - whole * length, denominator: length } }
}
