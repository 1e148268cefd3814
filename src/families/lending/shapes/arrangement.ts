// Hardship arrangements on the wire.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import type { Arrangement, LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import type { HardshipStarted } from '../../../loans/engine/loan-events.ts'
import type { LoanHistory } from '../../../loans/servicing/loan-record.ts'
import { count, day, money, moneyOf, text } from './values.ts'

export const HARDSHIP_TYPES = ['PAYMENT_HOLIDAY', 'REDUCED_PAYMENT', 'TERM_EXTENSION', 'INTEREST_ONLY'] as const
export const INTEREST_TREATMENTS = ['ACCRUE', 'CAPITALISE', 'WAIVE'] as const
export const AT_END = ['EXTEND_TERM', 'SAME_TERM'] as const

export const arrangementFields = {
  arrangementId: text('Its id'),
  status: oneOf('Where it stands', ['ACTIVE', 'COMPLETED', 'BROKEN', 'CANCELLED']),
  type: oneOf('What is asked for meanwhile', [...HARDSHIP_TYPES]),
  startDate: day('Rows due from here on'),
  endDate: day('The last due date that it covers'),
  instalments: count('Rows that it covers'),
  reducedAmount: Type.Optional(money('What each of them asks for')),
  interestTreatment: oneOf('Interest that is not asked for', [...INTEREST_TREATMENTS]),
  atEnd: oneOf('Whether the term grows', [...AT_END]),
  reason: Type.Optional(text('Why')),
}

export const arrangement = Type.Object(arrangementFields, { component: 'Arrangement' })

export type WireArrangement = Static<typeof arrangement>

/** Oldest first. */
export function arrangementsOf({ loan, events }: LoanHistory, position: LoanPosition): WireArrangement[] {
  return position.arrangements.flatMap((state) => {
    const record = events.find(({ event }) => event.kind === 'HARDSHIP' && event.arrangementId === state.arrangementId)
    if (record?.event.kind !== 'HARDSHIP') return []
    const reason = record.details?.reason
    return [wireArrangement(state, record.event, loan.currency, typeof reason === 'string' ? reason : undefined)]
  })
}

export function wireArrangement(
  { arrangementId, status, startDate, endDate }: Arrangement,
  { type, instalments, reducedAmountMinor, interestTreatment, atEnd }: HardshipRequested,
  currency: string,
  reason: string | undefined,
): WireArrangement {
  return {
    arrangementId,
    status,
    type,
    startDate,
    endDate,
    instalments,
    ...(reducedAmountMinor !== undefined && { reducedAmount: moneyOf(reducedAmountMinor, currency) }),
    interestTreatment,
    atEnd,
    ...(reason !== undefined && { reason }),
  }
}

type HardshipRequested = Pick<
  HardshipStarted,
  'type' | 'instalments' | 'reducedAmountMinor' | 'interestTreatment' | 'atEnd'
>
