// `Disbursement` on the wire.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import type { LoanHistory, RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { loan, wireLoan } from '../shapes/loan.ts'
import { schedulePreview, wireInstalment } from '../shapes/schedule.ts'
import { day, money, moneyOf, text, timestamp } from '../shapes/values.ts'

export const disbursement = chosen(
  Type.Object(
    {
      disbursementId: text('Its id'),
      amount: money('The principal that it adds'),
      netAmount: money('What was paid out'),
      feesDeducted: money('Fees kept back'),
      valueDate: day('From when interest runs'),
      bookedAt: timestamp('When it was booked'),
      destination: Type.Optional(
        chosen(
          Type.Object({ accountId: text('The account that received it'), institutionId: text('Its institution') }),
        ),
      ),
      status: oneOf('Where it stands', ['PENDING', 'COMPLETED', 'FAILED', 'REVERSED']),
      loan,
      schedule: schedulePreview,
    },
    { component: 'Disbursement' },
  ),
)

/** Undefined when the event is no disbursement. */
export function wireDisbursement(
  history: LoanHistory,
  record: RecordedEvent,
  position: LoanPosition,
): Static<typeof disbursement> {
  const { event, fundsAccountId } = record
  if (event.kind !== 'DISBURSEMENT') throw new Error('the event is no disbursement')
  const { currency, institutionId } = history.loan
  return {
    disbursementId: record.eventId,
    amount: moneyOf(event.amountMinor, currency),
    netAmount: moneyOf(event.amountMinor - event.feesDeductedMinor, currency),
    feesDeducted: moneyOf(event.feesDeductedMinor, currency),
    valueDate: event.valueDate,
    bookedAt: record.bookedAt.toISOString(),
    ...(fundsAccountId !== undefined && { destination: { accountId: fundsAccountId, institutionId } }),
    status: record.reversedBy === undefined ? record.state : 'REVERSED',
    loan: wireLoan(history, position),
    schedule: position.instalments.map((row) => wireInstalment(row, currency)),
  }
}
