// What a prepayment answers: the transaction, what it saves, and the plan before and after it.

import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import { payoffQuote } from '../../../loans/servicing/commands/repayments/prepay.ts'
import type { LoanHistory, RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { aroundItsDay, folded } from '../requests/change-loan.ts'
import { wirePlan } from '../shapes/schedule.ts'
import { moneyOf } from '../shapes/values.ts'
import { bookedOf, previewOf, savingsOf } from './repayment-shapes.ts'

/** What was booked. */
export function prepaymentAnswer(
  history: LoanHistory,
  record: RecordedEvent,
  position: LoanPosition,
  settles: boolean,
) {
  const { loan, ...booked } = bookedOf(history, position, record)
  return { ...booked, ...effect(history, record, settles), loan }
}

/** What would be booked. */
export function previewAnswer(history: LoanHistory, record: RecordedEvent, position: LoanPosition, settles: boolean) {
  return { ...previewOf(history, position, record), ...effect(history, record, settles) }
}

function effect(history: LoanHistory, record: RecordedEvent, settles: boolean) {
  const { currency } = history.loan
  const { before, after } = aroundItsDay(history, record)
  const { eventId, sequence, event } = record
  const { valueDate } = event
  return {
    ...savingsOf(before, after, { eventId, valueDate }, currency),
    before: wirePlan(before.instalments, currency),
    after: wirePlan(after.instalments, currency),
    ...(settles && quote(history, sequence - 1, valueDate)),
  }
}

function quote(history: LoanHistory, sequence: number, valueDate: string) {
  const positionAt = (asOf: string) => folded(history, sequence, asOf)
  const { payoffMinor, perDiemMinor, goodUntil } = payoffQuote(positionAt(valueDate), positionAt)
  const { currency } = history.loan
  return { payoffAmount: moneyOf(payoffMinor, currency), perDiem: moneyOf(perDiemMinor, currency), goodUntil }
}
