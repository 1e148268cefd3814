// What is due next: the first row that is not past and has something to pay, and what is overdue besides.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import { unpaidAmount } from '../../../loans/engine/aging.ts'
import { toDay } from '../../../loans/engine/arithmetic/calendar-days.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import { count, day, money, moneyOf } from './values.ts'

export const nextDueFields = {
  n: count('The instalment'),
  dueDate: day('When it is due'),
  amount: money('What is left to pay of it'),
  principal: money('Principal of that'),
  interest: money('Interest of that'),
  fees: money('Fees of that'),
  penalties: money('Penalties of that'),
  overdueAmount: money('What is past its due date'),
  totalToPay: money('Everything that has to be paid by that date'),
  payNow: money('What has to be paid today: arrears and what falls due today; when that is nothing, the amount'),
  daysUntilDue: count('Days from now'),
}

export const nextDue = chosen(Type.Object(nextDueFields, { component: 'NextDue' }))

const NOT_OVERDUE = { fees: 0n, penalties: 0n }

/** Undefined when nothing more falls due: before the first disbursement, after the last row, and once it is over. */
export function nextDueOf(position: LoanPosition, currency: string): Static<typeof nextDue> | undefined {
  const { asOf, nextDueDate, overdueInNextDue, instalments, balances, due } = position
  const row = instalments.find(({ dueDate, status }) => dueDate === nextDueDate && status !== 'PAID')
  if (row === undefined) return undefined
  const { fees: feesOverdue, penalties: penaltiesOverdue } = overdueInNextDue ?? NOT_OVERDUE
  const parts = {
    principal: row.principalMinor - row.paid.principal,
    interest: row.interestMinor - row.paid.interest,
    fees: row.feesMinor - row.paid.fees - feesOverdue,
    penalties: row.penaltiesMinor - row.paid.penalties - penaltiesOverdue,
  }
  const amount = parts.principal + parts.interest + parts.fees + parts.penalties
  const toPay = instalments.reduce((sum, one) => (one.dueDate <= row.dueDate ? sum + unpaidAmount(one) : sum), 0n)
  return {
    n: row.n,
    dueDate: row.dueDate,
    amount: moneyOf(amount, currency),
    principal: moneyOf(parts.principal, currency),
    interest: moneyOf(parts.interest, currency),
    fees: moneyOf(parts.fees, currency),
    penalties: moneyOf(parts.penalties, currency),
    overdueAmount: moneyOf(balances.totalOverdueMinor, currency),
    totalToPay: moneyOf(toPay, currency),
    payNow: moneyOf(due.payNowMinor, currency),
    daysUntilDue: toDay(row.dueDate) - toDay(asOf),
  }
}
