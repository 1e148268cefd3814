// Day counts: which part of a year lies between two days, exactly. Also the part that a stretch of a row has, because
// 30/360 and ACT/ACT-ICMA know only whole periods and split them by days.

import type { DayCount } from '../terms.ts'
import { addMonths, civil, newYear, type Period, yearOf } from './calendar-days.ts'
import { add, type Fraction, fraction, times, ZERO } from './fraction.ts'

/** A row's period: [from, due). `anchorDay` is the day of the month that its due dates fall on. */
export interface RowPeriod {
  from: number
  due: number
  period: Period
  anchorDay: number
}

/** The part of a year that the days [from, to) of a row have. */
export function stretchYears(convention: DayCount, row: RowPeriod, from: number, to: number): Fraction {
  if (to <= from) return ZERO
  switch (convention) {
    case 'ACT/360':
      return fraction(BigInt(to - from), 360n)
    case 'ACT/364':
      return fraction(BigInt(to - from), 364n)
    case 'ACT/365F':
      return fraction(BigInt(to - from), 365n)
    case 'ACT/ACT-ISDA':
      return isdaYears(from, to)
    case '30E/360':
      return fraction(BigInt(europeanDays(to) - europeanDays(from)), 360n)
    case '30/360':
      if ('days' in row.period) return fraction(BigInt(to - from), 360n)
      return partOfRow(row, 1, from, to)
    case 'ACT/ACT-ICMA':
      if ('days' in row.period) return fraction(BigInt(to - from), row.period.days % 7 === 0 ? 364n : 365n)
      return partOfRow(row, row.period.months, from, to)
  }
}

/** ACT/ACT-ISDA: days in leap years over 366, the others over 365, split at 1 January. */
function isdaYears(from: number, to: number): Fraction {
  let years = ZERO
  for (let start = from; start < to; ) {
    const year = yearOf(start)
    const next = newYear(year + 1)
    const end = Math.min(to, next)
    years = add(years, fraction(BigInt(end - start), BigInt(next - newYear(year))))
    start = end
  }
  return years
}

/** 30E/360: every month has 30 days, day 31 counts as 30. */
function europeanDays(day: number): number {
  const { year, month, dayOfMonth } = civil(day)
  return year * 360 + month * 30 + Math.min(dayOfMonth, 30)
}

/** The row's years, times the stretch's share of the row's days. */
function partOfRow(row: RowPeriod, unitMonths: number, from: number, to: number): Fraction {
  const years = rowYears(row, unitMonths)
  const days = row.due - row.from
  if (to - from === days) return years
  return times(years, fraction(BigInt(to - from), BigInt(days)))
}

/** Units of `unitMonths` counted back from the due date; what remains is a part of its unit by actual days. */
function rowYears(row: RowPeriod, unitMonths: number): Fraction {
  let end = row.due
  let units = 0
  for (;;) {
    const start = addMonths(row.due, -(units + 1) * unitMonths, row.anchorDay)
    if (start < row.from) break
    end = start
    units += 1
  }
  const whole = fraction(BigInt(units * unitMonths), 12n)
  if (end === row.from) return whole
  const unitStart = addMonths(row.due, -(units + 1) * unitMonths, row.anchorDay)
  return add(whole, fraction(BigInt(end - row.from) * BigInt(unitMonths), BigInt(end - unitStart) * 12n))
}
