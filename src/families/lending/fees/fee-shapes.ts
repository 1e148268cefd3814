// `Fee` on the wire.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { Charge, LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import { count, day, money, moneyOf, text } from '../shapes/values.ts'

export const FEE_STATUSES = ['OUTSTANDING', 'PARTIAL', 'PAID', 'WAIVED'] as const
export const FEE_KINDS = ['FEE', 'PENALTY'] as const

export const fee = chosen(
  Type.Object(
    {
      feeId: text('Its id'),
      code: text('What it is for; LATE_FEE for those that the clock brings'),
      kind: oneOf('Fee or penalty', [...FEE_KINDS]),
      amount: money('What was assessed, on all instalments together'),
      paid: money('What was paid of it'),
      waived: money('What was waived of it'),
      outstanding: money('What is left'),
      dueDate: day('When it is due; the first date, when it is on several instalments'),
      instalment: count('The instalment that collects it; the first of several'),
      status: oneOf('Where it stands', [...FEE_STATUSES]),
      automatic: chosen(Type.Boolean({ description: 'A late fee that the clock has brought' })),
    },
    { component: 'Fee' },
  ),
)

export function wireFee(charge: Charge, currency: string): Static<typeof fee> {
  const { amountMinor, paidMinor, waivedMinor } = charge
  return {
    feeId: charge.chargeId,
    code: charge.code,
    kind: charge.kind,
    amount: moneyOf(amountMinor, currency),
    paid: moneyOf(paidMinor, currency),
    waived: moneyOf(waivedMinor, currency),
    outstanding: moneyOf(amountMinor - paidMinor - waivedMinor, currency),
    dueDate: charge.dueDate,
    instalment: charge.instalment,
    status: charge.status,
    automatic: charge.automatic,
  }
}

export const feeTotals = chosen(
  Type.Object(
    {
      assessed: money('All amounts'),
      paid: money('What was paid'),
      waived: money('What was waived'),
      outstanding: money('What is left'),
    },
    { component: 'FeeTotals', description: 'Totals of the fees that match, on all pages' },
  ),
)

export function wireFeeTotals(charges: LoanPosition['charges'], currency: string): Static<typeof feeTotals> {
  const sum = (part: (charge: Charge) => bigint) => charges.reduce((so, charge) => so + part(charge), 0n)
  const assessed = sum(({ amountMinor }) => amountMinor)
  const paid = sum(({ paidMinor }) => paidMinor)
  const waived = sum(({ waivedMinor }) => waivedMinor)
  return {
    assessed: moneyOf(assessed, currency),
    paid: moneyOf(paid, currency),
    waived: moneyOf(waived, currency),
    outstanding: moneyOf(assessed - paid - waived, currency),
  }
}

export const EXAMPLE_FEE: Static<typeof fee> = {
  feeId: '019c1b6e-7a10-7c35-9d52-0a4be61f7005',
  code: 'STATEMENT',
  kind: 'FEE',
  amount: 15,
  paid: 0,
  waived: 0,
  outstanding: 15,
  dueDate: '2026-02-01',
  instalment: 1,
  status: 'OUTSTANDING',
  automatic: false,
}
