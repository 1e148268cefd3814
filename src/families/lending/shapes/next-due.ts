// What is due next on the wire.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import type { LoanPosition } from '../../../loans/engine/loan-position.ts'
import { count, day, money, moneyOf } from './values.ts'

export const nextDue = chosen(
  Type.Object(
    {
      n: count('The instalment'),
      dueDate: day('When it is due'),
      amount: money('What is unpaid of it'),
      principal: money('Its unpaid principal'),
      interest: money('Its unpaid interest'),
      fees: money('Its unpaid fees'),
      penalties: money('Its unpaid penalties'),
      overdueAmount: money('What is past its due date'),
      totalToPay: money('Both'),
      daysUntilDue: count('Days until the due date'),
    },
    { component: 'NextDue', description: 'The next instalment that is not paid' },
  ),
)

/** Null when nothing falls due any more. */
export function wireNextDue(position: LoanPosition, currency: string): Static<typeof nextDue> | null {
  const { asOf, instalments, balances, disbursedOn } = position
  const row =
    disbursedOn === undefined ? undefined : instalments.find((each) => each.dueDate >= asOf && each.status !== 'PAID')
  if (row === undefined) return null
  const { paid } = row
  const parts = {
    principal: row.principalMinor - paid.principal,
    interest: row.interestMinor - paid.interest,
    fees: row.feesMinor - paid.fees,
    penalties: row.penaltiesMinor - paid.penalties,
  }
  const amount = parts.principal + parts.interest + parts.fees + parts.penalties
  return {
    n: row.n,
    dueDate: row.dueDate,
    amount: moneyOf(amount, currency),
    principal: moneyOf(parts.principal, currency),
    interest: moneyOf(parts.interest, currency),
    fees: moneyOf(parts.fees, currency),
    penalties: moneyOf(parts.penalties, currency),
    overdueAmount: moneyOf(balances.totalOverdueMinor, currency),
    totalToPay: moneyOf(amount + balances.totalOverdueMinor, currency),
    daysUntilDue: Math.round((Date.parse(row.dueDate) - Date.parse(asOf)) / 86_400_000),
  }
}
