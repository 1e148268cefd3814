// The booking of a reversal: what it takes back. Of a payment that is taken back in part this is what the whole had, less
// what the rest of it has, which is repaid on the same day.

import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import type { Allocation } from '../../engine/loan-events.ts'
import type { Booking, RecordedEvent } from '../loan-record.ts'

type Bookings = ReadonlyMap<string, Booking>

/** Undefined for an event that is no reversal, and for a reversal of what had no booking. */
export function reversalBooking(
  { event }: RecordedEvent,
  added: readonly RecordedEvent[],
  bookings: { readonly before: Bookings; readonly after: Bookings },
  { balances }: LoanPosition,
): Booking | undefined {
  const whole = event.kind === 'REVERSAL' ? bookings.before.get(event.reversalOf) : undefined
  if (whole === undefined) return undefined
  const repaid = added.find((one) => one.event.kind === 'REPAYMENT')
  const rest = repaid && bookings.after.get(repaid.eventId)
  const left = new Map(rest?.perInstalment.map(({ n, ...parts }) => [n, parts]))
  return {
    allocation: less(whole.allocation, rest?.allocation),
    perInstalment: whole.perInstalment
      .map(({ n, ...parts }) => ({ n, ...less(parts, left.get(n)) }))
      .filter(({ n: _, ...parts }) => PARTS.some((part) => parts[part] !== 0n)),
    balancesAfter: balances,
  }
}

const PARTS = ['penalties', 'fees', 'interest', 'principal', 'overpayment'] as const

function less(whole: Allocation, rest: Allocation | undefined): Allocation {
  if (rest === undefined) return { ...whole }
  return Object.fromEntries(PARTS.map((part) => [part, whole[part] - rest[part]])) as Record<
    (typeof PARTS)[number],
    bigint
  >
}
