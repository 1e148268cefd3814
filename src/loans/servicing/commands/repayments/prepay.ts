// Prepayment: money meant to go beyond what is due, or to settle the loan.

import type { LoanPosition } from '../../../engine/fold/loan-position.ts'
import type { PrepaymentStrategy } from '../../../engine/terms.ts'
import { loanProblem } from '../../../loan-problems.ts'
import type { JsonObject } from '../../loan-record.ts'
import {
  type Decide,
  positionOn,
  REPAYABLE,
  refuseOverpayment,
  requireStatus,
  type Standing,
  valueDateOf,
} from '../standing.ts'

export interface PrepaymentOrder {
  /** Absent: the payoff amount of the day, which settles the loan. */
  readonly amountMinor?: bigint | undefined
  readonly valueDate?: string | undefined
  readonly strategy?: PrepaymentStrategy | undefined
  readonly details?: JsonObject
}

/** Refusals: `invalid-state`, the rules of value dates, `arrears-first` when nothing is left after arrears, `exceeds-payoff`. */
export function prepay({ amountMinor: sent, valueDate: day, strategy, details }: PrepaymentOrder): Decide {
  return (loan, events, position, fold) => {
    const standing = { loan, events, position, fold }
    requireStatus(standing, REPAYABLE)
    const valueDate = valueDateOf(standing, day)
    const { payoffMinor } = positionOn(standing, valueDate).balances
    if (payoffMinor === 0n) throw loanProblem('invalid-state', 'nothing is owed on that day')
    const amountMinor = sent ?? payoffMinor
    if (amountMinor > payoffMinor) throw refusal('exceeds-payoff', 'is more than what settles the loan')
    const more = details === undefined ? {} : { details }
    if (amountMinor === payoffMinor) {
      const draft = { kind: 'SETTLEMENT' as const, valueDate, amountMinor, ...more }
      refuseOverpayment(standing, draft)
      return draft
    }
    refuseArrears(standing, valueDate, amountMinor)
    const draft = {
      kind: 'PREPAYMENT' as const,
      valueDate,
      amountMinor,
      ...(strategy !== undefined && { strategy }),
      ...more,
    }
    refuseOverpayment(standing, draft)
    return draft
  }
}

function refuseArrears(standing: Standing, valueDate: string, amountMinor: bigint): void {
  if (amountMinor <= positionOn(standing, valueDate).due.byTodayMinor)
    throw refusal('arrears-first', 'leaves nothing after what is due')
}

function refusal(reason: 'arrears-first' | 'exceeds-payoff', message: string) {
  return loanProblem(reason, `the amount ${message}`, { details: [{ path: 'amount', message }] })
}

/** What settles a loan, and until when the amount holds if nothing else happens. */
export interface PayoffQuote {
  readonly payoffMinor: bigint
  readonly perDiemMinor: bigint
  readonly goodUntil: string
}

/**
 * Interest to the period's end, or none at all, leaves the amount unchanged up to the next due date; otherwise it holds
 * for its day.
 */
export function payoffQuote(quoted: LoanPosition, positionAt: (date: string) => LoanPosition): PayoffQuote {
  const { payoffMinor, perDiemMinor } = quoted.balances
  const nextDue = quoted.instalments.find(({ dueDate }) => dueDate > quoted.asOf)?.dueDate
  const holds = nextDue !== undefined && positionAt(nextDue).balances.payoffMinor === payoffMinor
  return { payoffMinor, perDiemMinor, goodUntil: holds ? nextDue : quoted.asOf }
}
