// Restructures on the wire, as they were asked for.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { Restructure } from '../../../loans/engine/loan-events.ts'
import type { LoanHistory, RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { type HistoryPage, newestOf } from './history-page.ts'
import { termUnit } from './terms.ts'
import { count, day, rate, rateOf, text, timestamp } from './values.ts'

export const RESTRUCTURE_TYPES = [
  'RATE_CHANGE',
  'TERM_EXTENSION',
  'DUE_DATE_CHANGE',
  'PAYMENT_HOLIDAY',
  'REAMORTISE',
  'REAGE',
  'CAPITALISE',
] as const

export const restructureRecord = chosen(
  Type.Object(
    {
      restructureId: text('Its id'),
      type: oneOf('What it changes', [...RESTRUCTURE_TYPES]),
      effectiveDate: day('Rows due after it change'),
      newRate: Type.Optional(rate('Percent per year')),
      extraInstalments: Type.Optional(count('Rows that were added')),
      newDueDate: Type.Optional(day('The next due date')),
      graceOnPrincipal: Type.Optional(count('Rows without principal')),
      graceOnInterest: Type.Optional(count('Rows without interest')),
      startDate: Type.Optional(day('The first new due date')),
      instalments: Type.Optional(count('Rows')),
      frequency: Type.Optional(chosen(Type.Object({ every: count('How many of the unit'), unit: chosen(termUnit) }))),
      status: oneOf('Whether it stands', ['POSTED', 'REVERSED']),
      bookedAt: timestamp('When it was booked'),
      createdBy: text('Who asked for it'),
    },
    { component: 'Restructure' },
  ),
)

function wireRestructure(event: Restructure, record: RecordedEvent): Static<typeof restructureRecord> {
  const { kind: _, eventId, sequence: __, valueDate: ___, newRate, ...asked } = event
  return {
    restructureId: eventId,
    ...asked,
    ...(newRate !== undefined && { newRate: rateOf(newRate) }),
    status: record.reversedBy === undefined ? 'POSTED' : 'REVERSED',
    bookedAt: record.bookedAt.toISOString(),
    createdBy: record.createdBy,
  }
}

/** Those asked for up to the day, in order of arrival. */
export function restructuresOf({ events }: LoanHistory, asOf: string, page: HistoryPage) {
  const all = events.flatMap((record) =>
    record.event.kind === 'RESTRUCTURE' && record.event.valueDate <= asOf ? [{ event: record.event, record }] : [],
  )
  return { total: all.length, items: newestOf(all, page).map(({ event, record }) => wireRestructure(event, record)) }
}
