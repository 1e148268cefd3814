// Schedules on the wire: their instalments, and what the rows sum to.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { Instalment } from '../../../loans/engine/fold/loan-position.ts'
import { totalOf } from './balances.ts'
import { count, day, money, moneyOf, rate, rateOf } from './values.ts'

const stretch = chosen(
  Type.Object(
    {
      balance: money('The balance that interest was computed on'),
      rate: rate('Percent per year'),
      days: count('Days with this balance'),
      interest: money('Their interest'),
    },
    { component: 'InterestStretch', description: 'Days with one balance' },
  ),
)

export const instalment = chosen(
  Type.Object(
    {
      n: count('From 1; a down payment is 0'),
      dueDate: day('When it is due'),
      days: count('Days of its period'),
      principal: money('Principal'),
      interest: money('Interest'),
      fees: money('Fees'),
      penalties: money('Penalties'),
      total: money('All of it'),
      paid: money('Paid so far'),
      paidInAdvance: money('Paid before its due date'),
      paidLate: money('Paid after its due date'),
      outstanding: money('Not paid yet'),
      balance: money('Principal left after it'),
      status: oneOf('Where it stands', ['FUTURE', 'DUE', 'PARTIAL', 'OVERDUE', 'PAID']),
      explain: chosen(Type.Array(stretch, { description: 'How its interest came about' })),
    },
    { component: 'Instalment' },
  ),
)

export const totals = chosen(
  Type.Object(
    {
      principal: money('Principal'),
      interest: money('Interest'),
      fees: money('Fees'),
      penalties: money('Penalties'),
      total: money('All of it'),
      paid: money('Paid so far'),
      outstanding: money('Not paid yet'),
    },
    { component: 'ScheduleTotals', description: 'What the rows sum to' },
  ),
)

/** A plan, with what its rows sum to. */
export const plan = chosen(
  Type.Object({ schedule: chosen(Type.Array(instalment)), totals }, { component: 'PlannedSchedule' }),
)

/** The rows of a schedule that a request previews. */
export const schedulePreview = chosen(Type.Array(instalment, { description: 'The planned rows' }))

export const delta = chosen(
  Type.Object(
    {
      principal: money('Principal'),
      interest: money('Interest'),
      fees: money('Fees'),
      penalties: money('Penalties'),
      total: money('All of it'),
      instalments: count('Rows'),
      maturityDays: count('Days by which the last due date moves'),
    },
    { component: 'ScheduleDelta', description: 'After minus before' },
  ),
)

export type WireInstalment = Static<typeof instalment>

export function wireInstalment(row: Instalment, currency: string): WireInstalment {
  const total = totalMinor(row)
  const paid = totalOf(row.paid)
  return {
    n: row.n,
    dueDate: row.dueDate,
    days: row.days,
    principal: moneyOf(row.principalMinor, currency),
    interest: moneyOf(row.interestMinor, currency),
    fees: moneyOf(row.feesMinor, currency),
    penalties: moneyOf(row.penaltiesMinor, currency),
    total: moneyOf(total, currency),
    paid: moneyOf(paid, currency),
    paidInAdvance: moneyOf(row.paidInAdvanceMinor, currency),
    paidLate: moneyOf(row.paidLateMinor, currency),
    outstanding: moneyOf(total - paid, currency),
    balance: moneyOf(row.balanceMinor, currency),
    status: row.status,
    explain: row.explain.map(({ balanceMinor, rate: percent, days, interestMinor }) => ({
      balance: moneyOf(balanceMinor, currency),
      rate: rateOf(percent),
      days,
      interest: moneyOf(interestMinor, currency),
    })),
  }
}

export function totalMinor({ principalMinor, interestMinor, feesMinor, penaltiesMinor }: Instalment): bigint {
  return principalMinor + interestMinor + feesMinor + penaltiesMinor
}

interface Sums {
  readonly principal: bigint
  readonly interest: bigint
  readonly fees: bigint
  readonly penalties: bigint
  readonly total: bigint
  readonly paid: bigint
}

function sumsOf(rows: readonly Instalment[]): Sums {
  const sum = (part: (row: Instalment) => bigint) => rows.reduce((so, row) => so + part(row), 0n)
  return {
    principal: sum((row) => row.principalMinor),
    interest: sum((row) => row.interestMinor),
    fees: sum((row) => row.feesMinor),
    penalties: sum((row) => row.penaltiesMinor),
    total: sum(totalMinor),
    paid: sum((row) => totalOf(row.paid)),
  }
}

function wireTotals(rows: readonly Instalment[], currency: string): Static<typeof totals> {
  const { paid, total, principal, interest, fees, penalties } = sumsOf(rows)
  return {
    principal: moneyOf(principal, currency),
    interest: moneyOf(interest, currency),
    fees: moneyOf(fees, currency),
    penalties: moneyOf(penalties, currency),
    total: moneyOf(total, currency),
    paid: moneyOf(paid, currency),
    outstanding: moneyOf(total - paid, currency),
  }
}

export function wirePlan(rows: readonly Instalment[], currency: string): Static<typeof plan> {
  return { schedule: rows.map((row) => wireInstalment(row, currency)), totals: wireTotals(rows, currency) }
}

export function wireDelta(
  before: readonly Instalment[],
  after: readonly Instalment[],
  currency: string,
): Static<typeof delta> {
  const [was, is] = [sumsOf(before), sumsOf(after)]
  return {
    principal: moneyOf(is.principal - was.principal, currency),
    interest: moneyOf(is.interest - was.interest, currency),
    fees: moneyOf(is.fees - was.fees, currency),
    penalties: moneyOf(is.penalties - was.penalties, currency),
    total: moneyOf(is.total - was.total, currency),
    instalments: after.length - before.length,
    maturityDays: daysApart(before.at(-1)?.dueDate, after.at(-1)?.dueDate),
  }
}

function daysApart(from: string | undefined, to: string | undefined): number {
  if (from === undefined || to === undefined) return 0
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
