// Day counts: which part of a year lies between two days, exactly. Also the part that a stretch of a row has, because
// 30/360 and ACT/ACT-ICMA know only whole periods and split them by days.

import type { DayCount } from '../terms.ts'
import { addMonths, civil, newYear, type Period, yearOf } from './calendar-days.ts'

/** A part of a year, n / d, not reduced. The calendar ends in the year 9999, so that Numbers hold both exactly. */
export interface Years {
  readonly n: number
  readonly d: number
}

/** A row's period: [from, due). `anchorDay` is the day of the month that its due dates fall on. */
export interface RowPeriod {
  from: number
  due: number
  period: Period
  anchorDay: number
}

/** The part of a year that the days [from, to) of a row have. */
export function stretchYears(convention: DayCount, row: RowPeriod, from: number, to: number): Years {
  if (to <= from) return NO_TIME
  switch (convention) {
    case 'ACT/360':
      return { n: to - from, d: 360 }
    case 'ACT/364':
      return { n: to - from, d: 364 }
    case 'ACT/365F':
      return { n: to - from, d: 365 }
    case 'ACT/ACT-ISDA':
      return isdaYears(from, to)
    case '30E/360':
      return { n: europeanDays(to) - europeanDays(from), d: 360 }
    case '30/360':
      if ('days' in row.period) return { n: to - from, d: 360 }
      return partOfRow(row, row.period.months, 1, from, to)
    case 'ACT/ACT-ICMA':
      if ('days' in row.period) return { n: to - from, d: row.period.days % 7 === 0 ? 364 : 365 }
      return partOfRow(row, row.period.months, row.period.months, from, to)
  }
}

const NO_TIME: Years = { n: 0, d: 1 }

/** ACT/ACT-ISDA: days in leap years over 366, the others over 365, split at 1 January. */
function isdaYears(from: number, to: number): Years {
  const firstYear = yearOf(from)
  const next = newYear(firstYear + 1)
  const firstLength = next - newYear(firstYear)
  if (to <= next) return { n: to - from, d: firstLength }
  const lastYear = yearOf(to)
  const last = newYear(lastYear)
  const lastLength = newYear(lastYear + 1) - last
  const whole = lastYear - firstYear - 1
  return {
    n: (next - from) * lastLength + (to - last) * firstLength + whole * firstLength * lastLength,
    d: firstLength * lastLength,
  }
}

/** 30E/360: every month has 30 days, day 31 counts as 30. */
function europeanDays(day: number): number {
  const { year, month, dayOfMonth } = civil(day)
  return year * 360 + month * 30 + Math.min(dayOfMonth, 30)
}

/** The row's years, times the stretch's share of the row's days. */
function partOfRow(row: RowPeriod, periodMonths: number, unitMonths: number, from: number, to: number): Years {
  const years = isRegular(row, periodMonths) ? { n: periodMonths, d: 12 } : rowYears(row, unitMonths)
  const days = row.due - row.from
  return to - from === days ? years : { n: years.n * (to - from), d: years.d * days }
}

/** One period back from the due date is where the row begins: so it is unless a first due date was agreed. */
function isRegular(row: RowPeriod, periodMonths: number): boolean {
  return addMonths(row.due, -periodMonths, row.anchorDay) === row.from
}

/** Units of `unitMonths` counted back from the due date; what remains is a part of its unit by actual days. */
function rowYears(row: RowPeriod, unitMonths: number): Years {
  let end = row.due
  let units = 0
  for (;;) {
    const start = addMonths(row.due, -(units + 1) * unitMonths, row.anchorDay)
    if (start < row.from) break
    end = start
    units += 1
  }
  const months = units * unitMonths
  if (end === row.from) return { n: months, d: 12 }
  const unitDays = end - addMonths(row.due, -(units + 1) * unitMonths, row.anchorDay)
  return { n: months * unitDays + (end - row.from) * unitMonths, d: unitDays * 12 }
}
