// Repayments on the wire: the transaction, with what each operation adds to it.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import type { Instalment, LoanPosition, LoanTransaction } from '../../../loans/engine/fold/loan-position.ts'
import type { LoanHistory, RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { around } from '../requests/change-loan.ts'
import { allocation, wireAllocation } from '../shapes/balances.ts'
import { loan, wireLoan } from '../shapes/loan.ts'
import { totalMinor } from '../shapes/schedule.ts'
import { transaction, transactionOf, type WireTransaction, wireTransaction } from '../shapes/transaction.ts'
import { count, day, money, moneyOf } from '../shapes/values.ts'

const { transactionId, bookedAt, status, ...moved } = transaction.properties

/** A repayment, booked or previewed: what only a booked one has is optional. */
export const repaymentFields = {
  transactionId: Type.Optional(transactionId),
  bookedAt,
  status: Type.Optional(status),
  ...moved,
}

/** The loan after it; absent in a preview. */
export const loanAfter = Type.Optional(loan)

/** What was booked, with the loan after it. */
export function bookedOf(history: LoanHistory, position: LoanPosition, record: RecordedEvent) {
  return { ...repaymentOf(history, position, record), loan: wireLoan(history, position) }
}

/** What would be booked: it has no id, no time and no state, and the loan is as it was. */
export function previewOf(history: LoanHistory, position: LoanPosition, record: RecordedEvent) {
  const { transactionId: _id, bookedAt: _at, status: _status, ...shown } = repaymentOf(history, position, record)
  return shown
}

/** The transaction of an event, as it now is. */
function repaymentOf(history: LoanHistory, position: LoanPosition, { eventId }: RecordedEvent): WireTransaction {
  const found = transactionOf(history, position, eventId)
  if (found === undefined) throw new Error('the event is not in its loan')
  return found
}

/** A transaction whose allocation another event has changed. */
export const replayed = chosen(
  Type.Object(
    { ...transaction.properties, previousAllocation: allocation },
    { component: 'ReplayedTxn', description: 'A transaction that was allocated again' },
  ),
)

/** The earlier transactions whose allocation the event has changed. */
export function replayedBy(history: LoanHistory, event: RecordedEvent): Static<typeof replayed>[] {
  const { currency } = history.loan
  const { before, after } = around(history, event)
  const was = new Map(before.transactions.map((one) => [one.eventId, one]))
  return after.transactions.flatMap((now) => {
    const old = was.get(now.eventId)
    if (old === undefined || allocationText(old) === allocationText(now)) return []
    const record = history.events.find(({ eventId }) => eventId === now.eventId)
    return [{ ...wireTransaction(now, record, currency), previousAllocation: wireAllocation(old.allocation, currency) }]
  })
}

function allocationText({ allocation: whole, perInstalment }: LoanTransaction): string {
  return [whole, ...perInstalment].map((parts) => Object.values(parts).join(' ')).join(', ')
}

/** What a prepayment changes. */
export const savings = {
  interestSaved: money('Interest that is no longer asked for'),
  instalmentsSaved: count('Instalments that are no longer due'),
  newMaturity: day('The last due date; of a settled loan the value date'),
  newInstalment: money('What the next full instalment asks for; 0 when none is left'),
}

export function savingsOf(
  before: LoanPosition,
  after: LoanPosition,
  paid: { readonly eventId: string; readonly valueDate: string },
  currency: string,
) {
  const { valueDate } = paid
  const isSettled = after.status === 'CLOSED' || after.status === 'OVERPAID'
  return {
    interestSaved: moneyOf(interestOf(before) - interestOf(after), currency),
    instalmentsSaved: openRows(before, valueDate).length - openRows(after, valueDate).length,
    newMaturity: isSettled ? valueDate : after.maturityDate,
    newInstalment: moneyOf(newInstalment(after, paid), currency),
  }
}

function interestOf({ instalments }: LoanPosition): bigint {
  return instalments.reduce((sum, { interestMinor }) => sum + interestMinor, 0n)
}

/** Rows after the day that still ask for something. */
function openRows({ instalments }: LoanPosition, day: string): Instalment[] {
  return instalments.filter(({ dueDate, status }) => dueDate > day && status !== 'PAID')
}

/** The row that took the prepayment asks for more than a regular one, so the first row after it counts. */
function newInstalment(after: LoanPosition, { eventId, valueDate }: { eventId: string; valueDate: string }): bigint {
  const own = after.transactions.find((one) => one.eventId === eventId)
  const last = Math.max(0, ...(own?.perInstalment.map(({ n }) => n) ?? []))
  const open = openRows(after, valueDate)
  const row = open.find(({ n }) => n > last) ?? open.at(-1)
  return row === undefined ? 0n : totalMinor(row)
}
