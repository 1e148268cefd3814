// `Alloc` and the balances of a loan on the wire.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import type { Balances } from '../../../loans/engine/fold/loan-position.ts'
import type { Allocation } from '../../../loans/engine/loan-events.ts'
import { money, moneyOf } from './values.ts'

const parts = {
  penalties: money('Penalties'),
  fees: money('Fees'),
  interest: money('Interest'),
  principal: money('Principal'),
  overpayment: money('Beyond what is owed'),
}

export const allocation = chosen(
  Type.Object(parts, { component: 'Alloc', description: 'The parts of an amount, which sum to it' }),
)

export const instalmentAllocation = chosen(
  Type.Object(
    { n: chosen(Type.Integer({ description: 'The instalment' })), ...parts },
    { component: 'InstalmentAlloc', description: 'What an amount paid of one instalment' },
  ),
)

export const balances = chosen(
  Type.Object(
    {
      principal: money('Principal that is owed'),
      interestAccrued: money('Interest of the running row, up to the day'),
      interestDue: money('Interest of rows that are due'),
      fees: money('Fees that are owed'),
      penalties: money('Penalties that are owed'),
      totalOutstanding: money('All of it, without later interest'),
      totalOverdue: money('What is past its due date'),
      overpayment: money('What was paid beyond what was owed'),
      payoffAmount: money('What settles the loan on the day'),
      perDiem: money('The interest of the next day'),
      disbursed: money('Principal paid out'),
      repaid: allocation,
    },
    { component: 'Balances' },
  ),
)

export function wireAllocation(parts: Allocation, currency: string): Static<typeof allocation> {
  return {
    penalties: moneyOf(parts.penalties, currency),
    fees: moneyOf(parts.fees, currency),
    interest: moneyOf(parts.interest, currency),
    principal: moneyOf(parts.principal, currency),
    overpayment: moneyOf(parts.overpayment, currency),
  }
}

export function wireBalances(held: Balances, currency: string): Static<typeof balances> {
  return {
    principal: moneyOf(held.principalMinor, currency),
    interestAccrued: moneyOf(held.interestAccruedMinor, currency),
    interestDue: moneyOf(held.interestDueMinor, currency),
    fees: moneyOf(held.feesMinor, currency),
    penalties: moneyOf(held.penaltiesMinor, currency),
    totalOutstanding: moneyOf(held.totalOutstandingMinor, currency),
    totalOverdue: moneyOf(held.totalOverdueMinor, currency),
    overpayment: moneyOf(held.overpaymentMinor, currency),
    payoffAmount: moneyOf(held.payoffMinor, currency),
    perDiem: moneyOf(held.perDiemMinor, currency),
    disbursed: moneyOf(held.disbursedMinor, currency),
    repaid: wireAllocation(held.repaid, currency),
  }
}

/** The sum of all parts. */
export function totalOf({ penalties, fees, interest, principal, overpayment }: Allocation): bigint {
  return penalties + fees + interest + principal + overpayment
}
