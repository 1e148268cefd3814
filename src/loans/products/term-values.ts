// The closed lists of a loan's terms, for schemas and for rows that another version may have written.

import type {
  ChargeBase,
  Component,
  DayCount,
  PrepaymentStrategy,
  RepaymentMethod,
  Rounding,
  Terms,
  TermUnit,
} from '../engine/terms.ts'
import type { ProductTerms } from './loan-product.ts'

export const TERM_UNITS = ['Days', 'Weeks', 'Months', 'Years'] as const satisfies readonly TermUnit[]
export const REPAYMENT_METHODS = [
  'ANNUITY',
  'EQUAL_PRINCIPAL',
  'INTEREST_ONLY',
  'BULLET',
  'FLAT',
] as const satisfies readonly RepaymentMethod[]
export const DAY_COUNTS = [
  '30/360',
  '30E/360',
  'ACT/360',
  'ACT/364',
  'ACT/365F',
  'ACT/ACT-ISDA',
  'ACT/ACT-ICMA',
] as const satisfies readonly DayCount[]
export const ROUNDINGS = ['HALF_EVEN', 'HALF_UP', 'UP', 'DOWN'] as const satisfies readonly Rounding[]
export const INSTALMENT_BASES = ['DISBURSED', 'APPROVED'] as const satisfies readonly Terms['instalmentBasis'][]
export const ANNUITY_RATES = ['PER_PERIOD', 'FIRST_PERIOD'] as const satisfies readonly Terms['annuityRate'][]
export const ALLOCATIONS = ['HORIZONTAL', 'VERTICAL'] as const satisfies readonly Terms['allocation'][]
export const COMPONENTS = ['penalties', 'fees', 'interest', 'principal'] as const satisfies readonly Component[]
export const PREPAYMENT_STRATEGIES = [
  'REDUCE_INSTALMENT',
  'REDUCE_TERM',
  'PAY_NEXT_INSTALMENTS',
  'ADJUST_LAST',
] as const satisfies readonly PrepaymentStrategy[]
export const SETTLEMENT_INTERESTS = [
  'TO_DATE',
  'TO_PERIOD_END',
] as const satisfies readonly Terms['settlementInterest'][]
export const CHARGE_BASES = [
  'PRINCIPAL',
  'INSTALMENT',
  'OVERDUE_PRINCIPAL',
  'OVERDUE_TOTAL',
] as const satisfies readonly ChargeBase[]

/** The terms of a product; a closed list, or undefined where values are open. */
const LISTS: { readonly [Name in keyof Required<ProductTerms>]: readonly string[] | undefined } = {
  method: REPAYMENT_METHODS,
  dayCount: DAY_COUNTS,
  repaymentEvery: undefined,
  repaymentUnit: TERM_UNITS,
  graceOnPrincipal: undefined,
  graceOnInterest: undefined,
  balloon: undefined,
  downPayment: undefined,
  instalmentMultipleOf: undefined,
  instalmentBasis: INSTALMENT_BASES,
  rounding: ROUNDINGS,
  annuityRate: ANNUITY_RATES,
  allocation: ALLOCATIONS,
  allocationOrder: undefined,
  prepaymentDefault: PREPAYMENT_STRATEGIES,
  settlementInterest: SETTLEMENT_INTERESTS,
  lateFee: undefined,
}

/** The first term or value that this version does not know. */
export function unknownTerms(terms: object): string | undefined {
  const known: Readonly<Record<string, readonly string[] | undefined>> = LISTS
  for (const [name, value] of Object.entries(terms)) {
    if (!Object.hasOwn(known, name)) return name
    const list = known[name]
    if (list !== undefined && !list.includes(value as string)) return `${name} ${JSON.stringify(value)}`
  }
  return undefined
}
