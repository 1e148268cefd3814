// `Term` and `Terms` on the wire, and their conversion.

import { type Static, Type } from 'typebox'
import { date, flag, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen, given } from '../../../edge/http/operation.ts'
import type { Component, LateFee, Term, Terms } from '../../../loans/engine/terms.ts'
import { amount, amountOrZero, decimalOf, minorOf, moneyOf, optionalMinorOf, percent, rateOf, whole } from './values.ts'

export const termUnit = given(oneOf('The unit', ['Days', 'Weeks', 'Months', 'Years']))

export const term = given(
  Type.Object(
    { termCount: given(whole('How many of the unit', 1, 100_000)), termUnit },
    { component: 'Term', description: 'A duration' },
  ),
)

export function termOf({ termCount, termUnit: unit }: Static<typeof term>): Term {
  return { count: termCount, unit }
}

export function wireTerm({ count, unit }: Term): Static<typeof term> {
  return { termCount: count, termUnit: unit }
}

const CHARGE_BASES = ['PRINCIPAL', 'INSTALMENT', 'OVERDUE_PRINCIPAL', 'OVERDUE_TOTAL'] as const
export const chargeBase = oneOf('What a percentage is taken of', [...CHARGE_BASES])

export const prepaymentStrategy = oneOf('What money beyond what is due does to later rows', [
  'REDUCE_INSTALMENT',
  'REDUCE_TERM',
  'PAY_NEXT_INSTALMENTS',
  'ADJUST_LAST',
])

/** The names of an allocation; in capitals they may also be singular. */
const COMPONENTS = {
  penalties: 'penalties',
  fees: 'fees',
  interest: 'interest',
  principal: 'principal',
  PENALTIES: 'penalties',
  FEES: 'fees',
  INTEREST: 'interest',
  PRINCIPAL: 'principal',
  PENALTY: 'penalties',
  FEE: 'fees',
} as const satisfies Record<string, Component>
type ComponentName = keyof typeof COMPONENTS

const componentOrder = chosen(
  Type.Refine(
    Type.Array(Type.Enum(Object.keys(COMPONENTS) as ComponentName[]), {
      description: 'All four components, first paid first',
      minItems: 4,
      maxItems: 4,
      expected: 'must be penalties, fees, interest and principal in some order',
    }),
    (names) => new Set(names.map((name) => COMPONENTS[name as ComponentName])).size === 4,
  ),
)

/** Rows that interest or principal is not asked for. */
const grace = (description: string) => whole(description, 0, 10_000)

const lateFee = chosen(
  Type.Object(
    {
      percent: Type.Optional(percent('Percentage of the base')),
      amount: Type.Optional(amount('Instead of a percentage')),
      base: Type.Optional(chargeBase),
      graceDays: Type.Optional(whole('Days after the due date without a fee; 0 by default', 0, 3650)),
    },
    { description: 'Charged once for each overdue row' },
  ),
)

/** Every term can be left out: the product supplies it, or else the first value named holds. */
export const terms = chosen(
  Type.Object(
    {
      method: Type.Optional(
        oneOf('How the principal is repaid', ['ANNUITY', 'EQUAL_PRINCIPAL', 'INTEREST_ONLY', 'BULLET', 'FLAT']),
      ),
      dayCount: Type.Optional(
        oneOf('How days are counted', [
          '30/360',
          '30E/360',
          'ACT/360',
          'ACT/364',
          'ACT/365F',
          'ACT/ACT-ISDA',
          'ACT/ACT-ICMA',
        ]),
      ),
      repaymentEvery: Type.Optional(whole('Units between due dates; 1 by default', 1, 10_000)),
      repaymentUnit: Type.Optional(chosen(termUnit)),
      firstDueDate: Type.Optional(date('The first due date; by default one period after the disbursement')),
      graceOnPrincipal: Type.Optional(grace('Rows of interest only at the beginning')),
      graceOnInterest: Type.Optional(grace('Rows without interest at the beginning; the next row collects it')),
      balloon: Type.Optional(amountOrZero('Principal left for the last row')),
      downPayment: Type.Optional(
        chosen(
          Type.Object({
            percent: percent('Percentage of the principal'),
            auto: Type.Optional(flag('It is paid with the disbursement; false by default')),
          }),
        ),
      ),
      instalmentMultipleOf: Type.Optional(amount('Instalments are rounded to a multiple of it')),
      instalmentBasis: Type.Optional(
        oneOf('The principal that instalments are levelled for', ['DISBURSED', 'APPROVED']),
      ),
      rounding: Type.Optional(oneOf('How money is rounded', ['HALF_EVEN', 'HALF_UP', 'UP', 'DOWN'])),
      annuityRate: Type.Optional(oneOf('The rates that an annuity is levelled with', ['PER_PERIOD', 'FIRST_PERIOD'])),
      allocation: Type.Optional(oneOf('Row by row, or component by component', ['HORIZONTAL', 'VERTICAL'])),
      allocationOrder: Type.Optional(chosen(Type.Object({ due: componentOrder, inAdvance: componentOrder }))),
      prepaymentDefault: Type.Optional(prepaymentStrategy),
      settlementInterest: Type.Optional(oneOf('Interest of a settlement', ['TO_DATE', 'TO_PERIOD_END'])),
      lateFee: Type.Optional(lateFee),
    },
    { component: 'Terms', description: 'What a schedule is computed from' },
  ),
)

export type WireTerms = Static<typeof terms>

/** Terms of a request; absent ones are the product's. */
export type SentTerms = { readonly [Name in keyof Terms]?: Terms[Name] | undefined }

/** Throws a 400 for amounts that the currency cannot hold. */
export function termsOf(sent: WireTerms, currencyCode: string, path = 'terms'): SentTerms {
  const { downPayment, allocationOrder, lateFee: fee, balloon, instalmentMultipleOf, ...same } = sent
  return {
    ...same,
    balloonMinor: optionalMinorOf(balloon, currencyCode, `${path}.balloon`),
    instalmentMultipleOfMinor: optionalMinorOf(instalmentMultipleOf, currencyCode, `${path}.instalmentMultipleOf`),
    downPayment: downPayment && { percent: decimalOf(downPayment.percent), auto: downPayment.auto ?? false },
    allocationOrder: allocationOrder && {
      due: allocationOrder.due.map((name) => COMPONENTS[name as ComponentName]),
      inAdvance: allocationOrder.inAdvance.map((name) => COMPONENTS[name as ComponentName]),
    },
    lateFee: fee && lateFeeOf(fee, currencyCode, `${path}.lateFee`),
  }
}

function lateFeeOf(fee: NonNullable<WireTerms['lateFee']>, currencyCode: string, path: string): LateFee {
  return {
    ...(fee.percent !== undefined && { percent: decimalOf(fee.percent) }),
    ...(fee.amount !== undefined && { amountMinor: minorOf(fee.amount, currencyCode, `${path}.amount`) }),
    base: fee.base ?? 'PRINCIPAL',
    graceDays: fee.graceDays ?? 0,
  }
}

/** Terms on the wire, with what was agreed. */
export function wireTerms(agreed: Terms, currencyCode: string): WireTerms {
  const { balloonMinor, instalmentMultipleOfMinor, downPayment, allocationOrder, lateFee: fee, ...same } = agreed
  return {
    ...same,
    balloon: moneyOf(balloonMinor, currencyCode),
    ...(instalmentMultipleOfMinor !== undefined && {
      instalmentMultipleOf: moneyOf(instalmentMultipleOfMinor, currencyCode),
    }),
    ...(downPayment !== undefined && {
      downPayment: { percent: rateOf(downPayment.percent), auto: downPayment.auto },
    }),
    ...(allocationOrder !== undefined && {
      allocationOrder: { due: [...allocationOrder.due], inAdvance: [...allocationOrder.inAdvance] },
    }),
    ...(fee !== undefined && {
      lateFee: {
        ...(fee.percent !== undefined && { percent: rateOf(fee.percent) }),
        ...(fee.amountMinor !== undefined && { amount: moneyOf(fee.amountMinor, currencyCode) }),
        base: fee.base,
        graceDays: fee.graceDays,
      },
    }),
  }
}

/** Rules across terms: a late fee is a percentage or an amount. For the `rules` of a body that takes terms. */
export function lateFeeFault(sent: WireTerms | undefined): string | undefined {
  const fee = sent?.lateFee
  if (fee === undefined || (fee.percent === undefined) !== (fee.amount === undefined)) return undefined
  return 'must have either percent or amount'
}
