// The terms that a loan product supplies, on the wire. In a request each may be null, which gives it its general default
// again.

import { type Static, type TSchema, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import type { ProductTerms } from '../../../../loans/products/loan-product.ts'
import {
  ALLOCATIONS,
  ANNUITY_RATES,
  CHARGE_BASES,
  COMPONENTS,
  DAY_COUNTS,
  INSTALMENT_BASES,
  PREPAYMENT_STRATEGIES,
  REPAYMENT_METHODS,
  ROUNDINGS,
  SETTLEMENT_INTERESTS,
  TERM_UNITS,
} from '../../../../loans/products/term-values.ts'
import { amount, amountText, count, oneOf, percent, percentText } from './loan-product-fields.ts'

const MAX_GRACE = 480
/** For a late fee that names no base; it matters for a percentage only. */
const DEFAULT_BASE = 'PRINCIPAL'

const order = (description: string) =>
  Type.Array(oneOf(COMPONENTS, 'A part of a payment'), {
    description,
    minItems: COMPONENTS.length,
    maxItems: COMPONENTS.length,
    expected: `must be ${COMPONENTS.join(', ')} in some order`,
  })

const FIELDS = {
  method: chosen(oneOf(REPAYMENT_METHODS, 'How principal is repaid')),
  dayCount: chosen(oneOf(DAY_COUNTS, 'How days of interest are counted')),
  repaymentEvery: chosen(count('Repayment units between instalments', 1, 366)),
  repaymentUnit: chosen(oneOf(TERM_UNITS, 'Months, or the unit of the term when that is Weeks or Days')),
  graceOnPrincipal: chosen(count('Instalments at first without principal', 0, MAX_GRACE)),
  graceOnInterest: chosen(count('Instalments at first without interest, which is collected afterwards', 0, MAX_GRACE)),
  balloon: chosen(amount('Principal that is due with the last instalment')),
  downPayment: chosen(
    Type.Object(
      {
        percent: chosen(percent('Percentage of the principal')),
        auto: chosen(Type.Boolean({ description: 'It counts as paid on the day of disbursement' })),
      },
      { description: 'Due on the day of disbursement', expected: 'must have percent and auto' },
    ),
  ),
  instalmentMultipleOf: chosen(
    Type.Refine(amount('Instalments are rounded to multiples of this amount'), (value) => value > 0),
  ),
  instalmentBasis: chosen(oneOf(INSTALMENT_BASES, 'The principal that instalments are computed from')),
  rounding: chosen(oneOf(ROUNDINGS, 'How amounts are rounded')),
  annuityRate: chosen(oneOf(ANNUITY_RATES, 'The period rate that an annuity is levelled with')),
  allocation: chosen(oneOf(ALLOCATIONS, 'Payments go row by row, or component by component')),
  allocationOrder: chosen(
    Type.Object(
      {
        due: chosen(order('The order for what is due')),
        inAdvance: chosen(order('The order for what is paid in advance')),
      },
      { description: 'Replaces the order of components', expected: 'must have due and inAdvance' },
    ),
  ),
  prepaymentDefault: chosen(oneOf(PREPAYMENT_STRATEGIES, 'What a prepayment does to later instalments')),
  settlementInterest: chosen(
    oneOf(SETTLEMENT_INTERESTS, 'Interest of a settlement: to its day, or to the end of the period'),
  ),
  lateFee: chosen(
    Type.Object(
      {
        percent: Type.Optional(chosen(percent('Percentage of the base, in place of an amount'))),
        amount: Type.Optional(chosen(amount('Instead of a percentage'))),
        base: Type.Optional(
          chosen(oneOf(CHARGE_BASES, `What the percentage is taken of; ${DEFAULT_BASE} unless stated`)),
        ),
        graceDays: Type.Optional(chosen(count('Days after the due date without a fee; 0 unless stated', 0, 365))),
      },
      { description: 'Charged once for each overdue instalment', expected: 'must be a late fee' },
    ),
  ),
}

export const loanTerms = Type.Object(
  mapped(FIELDS, (schema) => Type.Optional(schema)),
  {
    component: 'LoanProductTerms',
    description: 'What applications need not say; an absent term has its general default',
  },
)

export const sentLoanTerms = Type.Object(
  mapped(FIELDS, (schema) => Type.Optional(orNull(schema))),
  {
    description: 'What applications need not say; null: the general default',
    expected: 'must be an object of terms',
  },
)

/** Type.Optional keeps the type of each schema; a mapped type cannot say so, hence the casts of both callers' results. */
function mapped<Fields extends Record<string, TSchema>>(fields: Fields, map: (schema: TSchema) => TSchema) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, map(schema)])) as {
    [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>>
  }
}

type WireTerms = Static<typeof loanTerms>
type SentTerms = { readonly [Name in keyof WireTerms]?: WireTerms[Name] | null | undefined }

/** Terms of a request as the concept takes them: null stays null, and fields that are no terms are left out. */
export function productTerms(sent: SentTerms): { readonly [Name in keyof ProductTerms]?: ProductTerms[Name] | null } {
  const known = Object.entries(sent).filter(([name, value]) => Object.hasOwn(FIELDS, name) && value !== undefined)
  const { balloon, downPayment, instalmentMultipleOf, allocationOrder, lateFee } = sent
  return {
    ...(Object.fromEntries(known) as ProductTerms),
    ...converted('balloon', balloon, amountText),
    ...converted('downPayment', downPayment, ({ percent: share, auto }) => ({ percent: percentText(share), auto })),
    ...converted('instalmentMultipleOf', instalmentMultipleOf, amountText),
    ...converted('allocationOrder', allocationOrder, ({ due, inAdvance }) => ({ due, inAdvance })),
    ...converted('lateFee', lateFee, (fee) => ({
      ...(fee.percent !== undefined && { percent: percentText(fee.percent) }),
      ...(fee.amount !== undefined && { amount: amountText(fee.amount) }),
      base: fee.base ?? DEFAULT_BASE,
      graceDays: fee.graceDays ?? 0,
    })),
  }
}

function converted<Name extends string, Value, Result>(
  name: Name,
  value: Value | null | undefined,
  convert: (value: Value) => Result,
): { [key in Name]?: Result | null } {
  if (value === undefined) return {}
  return { [name]: value === null ? null : convert(value) } as { [key in Name]?: Result | null }
}

export function wireTerms({ balloon, downPayment, instalmentMultipleOf, lateFee, ...same }: ProductTerms): unknown {
  return {
    ...same,
    ...(balloon !== undefined && { balloon: Number(balloon) }),
    ...(downPayment !== undefined && { downPayment: { ...downPayment, percent: Number(downPayment.percent) } }),
    ...(instalmentMultipleOf !== undefined && { instalmentMultipleOf: Number(instalmentMultipleOf) }),
    ...(lateFee !== undefined && {
      lateFee: {
        ...lateFee,
        ...(lateFee.percent !== undefined && { percent: Number(lateFee.percent) }),
        ...(lateFee.amount !== undefined && { amount: Number(lateFee.amount) }),
      },
    }),
  }
}
