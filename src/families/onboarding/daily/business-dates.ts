// Business dates on the wire: `YYYY-MM-DD`. Inside they are `YYYYMMDD`.

import { Type } from 'typebox'
import { type BusinessDate, isCalendarDate } from '../../../platform/kernel/time/clock.ts'

/** A date that callers send; it must be in the calendar. */
export function calendarDate(description: string) {
  const schema = Type.String({
    description,
    format: 'date',
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    expected: 'must be a date YYYY-MM-DD',
  })
  return Type.Refine(schema, isDashedDate)
}

export function isDashedDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDate(compactDate(text))
}

/** `2026-01-15` as `20260115`. */
export function compactDate(date: string): BusinessDate {
  return date.replaceAll('-', '')
}
