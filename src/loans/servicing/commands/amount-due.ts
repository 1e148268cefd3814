// What a payment has to cover on a day.
//
//   on a due date               arrears and that day's row
//   between, nothing overdue    the next row with something to pay
//   between, with arrears       arrears; a repayment may stop there, and a partial one may go on into the next row
//
// Operation 24 shows arrears and the same row.

import { unpaidAmount } from '../../engine/aging.ts'
import { foldDate } from '../../engine/fold-loan.ts'
import type { LoanPosition } from '../../engine/loan-position.ts'
import { addDaysTo } from '../loan-dates.ts'
import { foldedEvents } from '../loan-record.ts'
import { foldWith, type Standing } from './standing.ts'

export interface AmountDue {
  /** The least that is a repayment. */
  readonly leastMinor: bigint
  /** From here on nothing is left for a partial payment to leave open. */
  readonly fullMinor: bigint
}

/** Takes the position on the day of the payment. */
export function amountDue({ instalments, asOf, overdueInNextDue }: LoanPosition): AmountDue {
  let dueMinor = 0n
  let todayMinor = 0n
  for (const row of instalments) {
    if (row.dueDate > asOf) continue
    dueMinor += unpaidAmount(row)
    if (row.dueDate === asOf) todayMinor += unpaidAmount(row)
  }
  const next = instalments.find((row) => row.dueDate > asOf && unpaidAmount(row) > 0n)
  let nextMinor = next === undefined ? 0n : unpaidAmount(next)
  if (overdueInNextDue !== undefined && todayMinor === 0n) {
    const { fees, penalties } = overdueInNextDue
    dueMinor += fees + penalties
    nextMinor -= fees + penalties
  }
  return {
    leastMinor: dueMinor > 0n ? dueMinor : nextMinor,
    fullMinor: todayMinor > 0n ? dueMinor : dueMinor + nextMinor,
  }
}

/** Everything that money pays before it counts as paid in advance: rows and charges due up to the day. */
export function dueUpTo(standing: Standing, date: string): bigint {
  // What is due by the end of a day is overdue on the next one.
  const until = foldedEvents(standing.events).filter((event) => foldDate(event) <= date)
  return foldWith(standing, until, addDaysTo(date, 1)).balances.totalOverdueMinor
}
