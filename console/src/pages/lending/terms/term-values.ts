// The terms of a schedule as a form holds them, and as requests name them.

import type { lending, onboarding } from '@tillgate/sdk'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'

export type TermsValues = {
  method: string | null
  dayCount: string | null
  repaymentEvery: number | string
  repaymentUnit: string | null
  firstDueDate: string
  graceOnPrincipal: number | string
  graceOnInterest: number | string
  balloon: number | string
  downPaymentPercent: number | string
  downPaymentAuto: boolean
  instalmentMultipleOf: number | string
  instalmentBasis: string | null
  rounding: string | null
  annuityRate: string | null
  allocation: string | null
  orderDue: string[]
  orderInAdvance: string[]
  prepaymentDefault: string | null
  settlementInterest: string | null
  lateFeePercent: number | string
  lateFeeAmount: number | string
  lateFeeBase: string | null
  lateFeeGraceDays: number | string
}

/** Nothing is stated: the product decides. */
export const NO_TERMS: TermsValues = {
  method: null,
  dayCount: null,
  repaymentEvery: '',
  repaymentUnit: null,
  firstDueDate: '',
  graceOnPrincipal: '',
  graceOnInterest: '',
  balloon: '',
  downPaymentPercent: '',
  downPaymentAuto: false,
  instalmentMultipleOf: '',
  instalmentBasis: null,
  rounding: null,
  annuityRate: null,
  allocation: null,
  orderDue: [],
  orderInAdvance: [],
  prepaymentDefault: null,
  settlementInterest: null,
  lateFeePercent: '',
  lateFeeAmount: '',
  lateFeeBase: null,
  lateFeeGraceDays: '',
}

export function valuesOfTerms(terms: onboarding.LoanProductTerms): TermsValues {
  return {
    ...NO_TERMS,
    method: terms.method ?? null,
    dayCount: terms.dayCount ?? null,
    repaymentEvery: terms.repaymentEvery ?? '',
    repaymentUnit: terms.repaymentUnit ?? null,
    graceOnPrincipal: terms.graceOnPrincipal ?? '',
    graceOnInterest: terms.graceOnInterest ?? '',
    balloon: terms.balloon ?? '',
    downPaymentPercent: terms.downPayment?.percent ?? '',
    downPaymentAuto: terms.downPayment?.auto ?? false,
    instalmentMultipleOf: terms.instalmentMultipleOf ?? '',
    instalmentBasis: terms.instalmentBasis ?? null,
    rounding: terms.rounding ?? null,
    annuityRate: terms.annuityRate ?? null,
    allocation: terms.allocation ?? null,
    orderDue: terms.allocationOrder?.due ?? [],
    orderInAdvance: terms.allocationOrder?.inAdvance ?? [],
    prepaymentDefault: terms.prepaymentDefault ?? null,
    settlementInterest: terms.settlementInterest ?? null,
    lateFeePercent: terms.lateFee?.percent ?? '',
    lateFeeAmount: terms.lateFee?.amount ?? '',
    lateFeeBase: terms.lateFee?.base ?? null,
    lateFeeGraceDays: terms.lateFee?.graceDays ?? '',
  }
}

/** What was stated; undefined when nothing was. */
export function termsOf(values: TermsValues): lending.Terms | undefined {
  const percent = numberOf(values.downPaymentPercent)
  const terms = present({
    method: values.method ?? undefined,
    dayCount: values.dayCount ?? undefined,
    repaymentEvery: numberOf(values.repaymentEvery),
    repaymentUnit: values.repaymentUnit ?? undefined,
    firstDueDate: textOf(values.firstDueDate),
    graceOnPrincipal: numberOf(values.graceOnPrincipal),
    graceOnInterest: numberOf(values.graceOnInterest),
    balloon: numberOf(values.balloon),
    downPayment: percent === undefined ? undefined : { percent, auto: values.downPaymentAuto },
    instalmentMultipleOf: numberOf(values.instalmentMultipleOf),
    instalmentBasis: values.instalmentBasis ?? undefined,
    rounding: values.rounding ?? undefined,
    annuityRate: values.annuityRate ?? undefined,
    allocation: values.allocation ?? undefined,
    allocationOrder:
      values.orderDue.length === 0 && values.orderInAdvance.length === 0
        ? undefined
        : { due: values.orderDue, inAdvance: values.orderInAdvance },
    prepaymentDefault: values.prepaymentDefault ?? undefined,
    settlementInterest: values.settlementInterest ?? undefined,
    lateFee: lateFeeOf(values),
  })
  // The inputs offer only what the request allows.
  return Object.keys(terms).length === 0 ? undefined : (terms as lending.Terms)
}

function lateFeeOf(values: TermsValues): object | undefined {
  const fee = present({
    percent: numberOf(values.lateFeePercent),
    amount: numberOf(values.lateFeeAmount),
    base: values.lateFeeBase ?? undefined,
    graceDays: numberOf(values.lateFeeGraceDays),
  })
  return Object.keys(fee).length === 0 ? undefined : fee
}

/** A product keeps terms until null clears them. */
export function productTermsOf(values: TermsValues): NonNullable<onboarding.CreateLoanProductRequest['terms']> {
  const { firstDueDate: _, ...stated } = termsOf(values) ?? {}
  const cleared = Object.fromEntries(PRODUCT_TERMS.map((name) => [name, null]))
  return { ...cleared, ...stated } as never
}

const PRODUCT_TERMS = [
  'method',
  'dayCount',
  'repaymentEvery',
  'repaymentUnit',
  'graceOnPrincipal',
  'graceOnInterest',
  'balloon',
  'downPayment',
  'instalmentMultipleOf',
  'instalmentBasis',
  'rounding',
  'annuityRate',
  'allocation',
  'allocationOrder',
  'prepaymentDefault',
  'settlementInterest',
  'lateFee',
] as const

/** Names of the request that the form calls differently. */
export const TERM_FIELD_NAMES: Readonly<Record<string, string>> = {
  'terms.downPayment': 'terms.downPaymentPercent',
  'terms.downPayment.percent': 'terms.downPaymentPercent',
  'terms.allocationOrder': 'terms.orderDue',
  'terms.allocationOrder.due': 'terms.orderDue',
  'terms.allocationOrder.inAdvance': 'terms.orderInAdvance',
  'terms.lateFee': 'terms.lateFeePercent',
  'terms.lateFee.percent': 'terms.lateFeePercent',
  'terms.lateFee.amount': 'terms.lateFeeAmount',
  'terms.lateFee.base': 'terms.lateFeeBase',
  'terms.lateFee.graceDays': 'terms.lateFeeGraceDays',
}
