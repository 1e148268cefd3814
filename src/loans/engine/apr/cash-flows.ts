// What a borrower receives and pays, by date: what an APR is computed from.

import { type CalendarDate, calendarDate } from './calendar-intervals.ts'

export interface DatedAmount {
  date: string
  amountMinor: bigint
}

/** Percent per year. */
export interface Apr {
  /** 2 decimals, half up. */
  apr: string
  /** 10 decimals. */
  aprUnrounded: string
}

export type AprRefusalReason =
  /** Nothing is advanced, or what is paid on the first day uses it up. */
  | 'NOTHING_ADVANCED'
  | 'NO_PAYMENTS'
  /** The rate would be negative. Both rules measure a cost, so there is none to state. */
  | 'PAYMENTS_BELOW_ADVANCES'
  /** No rate makes both sides equal. */
  | 'NO_RATE'
  /** A tiny advance, or a charge on a day's loan: no figure that anybody can read. */
  | 'RATE_TOO_HIGH'

export class AprRefusal extends Error {
  readonly reason: AprRefusalReason

  constructor(reason: AprRefusalReason, message: string) {
    super(message)
    this.name = 'AprRefusal'
    this.reason = reason
  }
}

export interface CashFlow {
  date: CalendarDate
  /** Payments are positive, advances negative. */
  amountMinor: bigint
}

export interface CashFlows {
  /** The date of the first flow: time is counted from it. */
  start: CalendarDate
  advances: readonly CashFlow[]
  payments: readonly CashFlow[]
}

/**
 * Sorts the flows and checks that a rate can exist. Money paid back on the day of the first advance, such as a down
 * payment, was never advanced: it is deducted.
 */
export function cashFlows(advances: readonly DatedAmount[], payments: readonly DatedAmount[]): CashFlows {
  const advanced = byDate(advances, -1n)
  const paid = byDate(payments, 1n)
  const [first] = advanced
  if (first === undefined) throw new AprRefusal('NOTHING_ADVANCED', 'There is no advance.')
  const sameDay = paid.findIndex(({ date }) => date.number === first.date.number)
  const [deducted] = sameDay < 0 ? [] : paid.splice(sameDay, 1)
  if (deducted) first.amountMinor += deducted.amountMinor
  if (first.amountMinor >= 0n) throw new AprRefusal('NOTHING_ADVANCED', 'Nothing is left of the first advance.')
  const [firstPaid] = paid
  if (firstPaid === undefined) throw new AprRefusal('NO_PAYMENTS', 'There is no payment.')
  if (total(advanced) + total(paid) < 0n) {
    throw new AprRefusal('PAYMENTS_BELOW_ADVANCES', 'The payments are less than the advances.')
  }
  const start = firstPaid.date.number < first.date.number ? firstPaid.date : first.date
  return { start, advances: advanced, payments: paid }
}

/** One flow per date, in order, without those of nothing. */
function byDate(amounts: readonly DatedAmount[], sign: bigint): CashFlow[] {
  const sums = new Map<string, bigint>()
  for (const { date, amountMinor } of amounts) {
    if (amountMinor < 0n) throw new RangeError('an advance or payment is negative')
    sums.set(date, (sums.get(date) ?? 0n) + sign * amountMinor)
  }
  return [...sums]
    .filter(([, amountMinor]) => amountMinor !== 0n)
    .map(([date, amountMinor]) => ({ date: calendarDate(date), amountMinor }))
    .sort((a, b) => a.date.number - b.date.number)
}

function total(flows: readonly CashFlow[]): bigint {
  return flows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}
