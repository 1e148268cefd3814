// `Txn` on the wire: money that moved on a loan, with its allocation as the latest replay has it.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { LoanPosition, LoanTransaction } from '../../../loans/engine/fold/loan-position.ts'
import type { Booking, LoanHistory, RecordedEvent } from '../../../loans/servicing/loan-record.ts'
import { allocation, balances, instalmentAllocation, wireAllocation, wireBalances } from './balances.ts'
import { type HistoryPage, newestOf } from './history-page.ts'
import { day, money, moneyOf, text, timestamp } from './values.ts'

export const transaction = chosen(
  Type.Object(
    {
      transactionId: text('Its id'),
      type: text('DISBURSEMENT, REPAYMENT, PREPAYMENT, SETTLEMENT, REFUND, REVERSAL, CLOSING, LATE_FEE …'),
      amount: money('What moved'),
      valueDate: day('When it takes effect'),
      bookedAt: Type.Optional(timestamp('When it was booked; absent while only the clock has caused it')),
      allocation,
      perInstalment: chosen(Type.Array(instalmentAllocation, { description: 'What it paid of each instalment' })),
      balancesAfter: balances,
      status: oneOf('Where it stands', ['POSTED', 'REVERSED', 'PENDING', 'FAILED']),
      reversalOf: Type.Optional(text('The transaction that this one reverses')),
    },
    { component: 'Txn' },
  ),
)

export type WireTransaction = Static<typeof transaction>

/** A transaction of the position, with its record when it has one. */
export function wireTransaction(
  moved: LoanTransaction,
  record: RecordedEvent | undefined,
  currency: string,
): WireTransaction {
  return {
    transactionId: moved.eventId,
    type: moved.kind,
    amount: moneyOf(moved.amountMinor, currency),
    valueDate: moved.valueDate,
    ...(record !== undefined && { bookedAt: record.bookedAt.toISOString() }),
    ...wireBooking(moved, currency),
    status: 'POSTED',
  }
}

/** A record that the fold leaves out: reversed, pending or failed, or a reversal itself, as it was booked. */
function wireRecord(record: RecordedEvent, booking: Booking, currency: string): WireTransaction {
  const { event, state, reversedBy } = record
  return {
    transactionId: record.eventId,
    type: event.kind,
    amount: moneyOf(amountOf(record), currency),
    valueDate: event.valueDate,
    bookedAt: record.bookedAt.toISOString(),
    ...wireBooking(booking, currency),
    status: state === 'COMPLETED' ? (reversedBy === undefined ? 'POSTED' : 'REVERSED') : state,
    ...(event.kind === 'REVERSAL' && { reversalOf: event.reversalOf }),
  }
}

function amountOf({ event, cashMinor }: RecordedEvent): bigint {
  if ('amountMinor' in event && event.amountMinor !== undefined) return event.amountMinor
  return cashMinor < 0n ? -cashMinor : cashMinor
}

function wireBooking(booking: Booking, currency: string) {
  return {
    allocation: wireAllocation(booking.allocation, currency),
    perInstalment: booking.perInstalment.map(({ n, ...parts }) => ({ n, ...wireAllocation(parts, currency) })),
    balancesAfter: wireBalances(booking.balancesAfter, currency),
  }
}

const NOTHING = { penalties: 0n, fees: 0n, interest: 0n, principal: 0n, overpayment: 0n }

/** The transaction that an event caused, or undefined when the event moved nothing. */
export function transactionOf(
  { loan, events }: LoanHistory,
  position: LoanPosition,
  eventId: string,
): WireTransaction | undefined {
  const record = events.find((event) => event.eventId === eventId)
  const moved = position.transactions.find((one) => one.eventId === eventId)
  if (moved !== undefined) return wireTransaction(moved, record, loan.currency)
  if (record === undefined) return undefined
  return wireRecord(record, shownBooking(record, events, position), loan.currency)
}

/** A reversal of an earlier version has no booking of its own: it took back what its original was booked as. */
function shownBooking(
  { booking, event }: RecordedEvent,
  events: readonly RecordedEvent[],
  position: LoanPosition,
): Booking {
  if (booking !== undefined) return booking
  const original = event.kind === 'REVERSAL' ? events.find(({ eventId }) => eventId === event.reversalOf) : undefined
  const { allocation: parts = NOTHING, perInstalment = [] } = original?.booking ?? {}
  return { allocation: parts, perInstalment, balancesAfter: position.balances }
}

/**
 * What moved up to the position's day, in the order of its value dates; what was reversed stays readable. Of a long history
 * only the page is rendered.
 */
export function transactionsOf({ loan, events }: LoanHistory, position: LoanPosition, page: HistoryPage) {
  const records = new Map(events.map((record) => [record.eventId, record]))
  const folded = new Set(position.transactions.map(({ eventId }) => eventId))
  const counted = position.transactions.map((moved) => ({
    valueDate: moved.valueDate,
    render: () => wireTransaction(moved, records.get(moved.eventId), loan.currency),
  }))
  const others = events.flatMap((record) => {
    const { eventId, event, booking } = record
    if (folded.has(eventId) || event.valueDate > position.asOf) return []
    if (booking === undefined && event.kind !== 'REVERSAL' && record.state === 'COMPLETED') return []
    const render = () => wireRecord(record, shownBooking(record, events, position), loan.currency)
    return [{ valueDate: event.valueDate, render }]
  })
  const all = [...counted, ...others].sort((one, other) =>
    one.valueDate < other.valueDate ? -1 : one.valueDate > other.valueDate ? 1 : 0,
  )
  return { total: all.length, items: newestOf(all, page).map(({ render }) => render()) }
}
