// What happened to the sandbox's loans, as commands of the loan book. Amounts and dates follow from the loan itself, so
// that a history is right on any day that it is made.

import { unpaidAmount } from '../../loans/engine/aging.ts'
import type { Instalment } from '../../loans/engine/fold/loan-position.ts'
import { loanProblem } from '../../loans/loan-problems.ts'
import { arrangeHardship } from '../../loans/servicing/commands/arrange-hardship.ts'
import { disburse } from '../../loans/servicing/commands/disburse.ts'
import { prepay } from '../../loans/servicing/commands/repayments/prepay.ts'
import { repay, repayPartially } from '../../loans/servicing/commands/repayments/repay.ts'
import { restructureLoan } from '../../loans/servicing/commands/restructure-loan.ts'
import { type Decide, positionOn } from '../../loans/servicing/commands/standing.ts'
import { addDaysTo } from '../../loans/servicing/loan-dates.ts'

export interface StepContext {
  /** The business date on which the seeding began. */
  readonly today: string
  /** Amounts are written as decimals. */
  minor(amount: string): bigint
  newId(): string
}

export type LoanStep = (context: StepContext) => Decide

/** The whole principal, on the day of the agreement. */
export function disbursed(): LoanStep {
  return () => (loan, events, position) => {
    const { agreementDate, principalApprovedMinor } = loan.agreement
    const order = { amountMinor: principalApprovedMinor, valueDate: agreementDate, deductFees: false, agreedFees: [] }
    return disburse(order)(loan, events, position)
  }
}

/** Rows `first` to `last`, each paid on its due date. */
export function paidRows(first: number, last: number): LoanStep[] {
  return Array.from({ length: last - first + 1 }, (_, index) => paidRow(first + index))
}

function paidRow(n: number): LoanStep {
  return () => (loan, events, position) => {
    const { dueDate: valueDate } = rowOf(position.instalments, n)
    const { due } = positionOn({ loan, events, position }, valueDate)
    return repay({ amountMinor: due.payNowMinor, valueDate })(loan, events, position)
  }
}

/** A part of row `n`, on its due date. */
export function paidPartly(amount: string, n: number): LoanStep {
  return ({ minor }) =>
    (loan, events, position) => {
      const { dueDate: valueDate } = rowOf(position.instalments, n)
      return repayPartially({ amountMinor: minor(amount), valueDate })(loan, events, position)
    }
}

/** More than what is due, for lower instalments. */
export function prepaid(amount: string, daysAgo: number): LoanStep {
  return ({ minor, today }) =>
    prepay({ amountMinor: minor(amount), valueDate: addDaysTo(today, -daysAgo), strategy: 'REDUCE_INSTALMENT' })
}

export function settled(daysAgo: number): LoanStep {
  return ({ today }) => prepay({ valueDate: addDaysTo(today, -daysAgo) })
}

/** A payment holiday over the next rows. */
export function hardship(instalments: number, reason: string): LoanStep {
  return ({ today, newId }) =>
    arrangeHardship({
      arrangementId: newId(),
      type: 'PAYMENT_HOLIDAY',
      startDate: today,
      instalments,
      interestTreatment: 'ACCRUE',
      atEnd: 'EXTEND_TERM',
      reason,
    }).decide
}

/** A longer term. */
export function restructured(extraInstalments: number): LoanStep {
  return ({ today }) => restructureLoan({ type: 'TERM_EXTENSION', effectiveDate: today, extraInstalments }).decide
}

function rowOf(rows: readonly Instalment[], n: number): Instalment {
  const row = rows.find((one) => one.n === n)
  if (row === undefined || unpaidAmount(row) === 0n)
    throw loanProblem('invalid-state', `the loan has no unpaid row ${n}`)
  return row
}
