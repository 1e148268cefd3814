// A product as its form holds it, and as the requests name it.

import type { onboarding } from '@tillgate/sdk'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import type { LoanProduct } from '../terms/loan-products.ts'
import { NO_TERM, type TermValues, termOf } from '../terms/term-input.tsx'
import { NO_TERMS, productTermsOf, type TermsValues, valuesOfTerms } from '../terms/term-values.ts'

export type BucketValues = { name: string; from: number | string; to: number | string }

export type ProductValues = {
  institutionId: string
  productCode: string
  name: string
  description: string
  currencies: string[]
  amount: { min: number | string; max: number | string }
  term: { min: TermValues; max: TermValues }
  rate: { min: number | string; max: number | string }
  defaultRate: number | string
  terms: TermsValues
  chargeOffDays: number | string
  buckets: BucketValues[]
  feeCapPercent: number | string
  maxInstalments: number | string
  dailyRows: boolean
  overpaymentAllowed: boolean
  riskSignalsRequired: boolean
  aprMethod: LoanProduct['aprMethod']
  accounting: LoanProduct['accounting']
}

export const NEW_PRODUCT: ProductValues = {
  institutionId: '',
  productCode: '',
  name: '',
  description: '',
  currencies: ['USD'],
  amount: { min: '', max: '' },
  term: { min: NO_TERM, max: NO_TERM },
  rate: { min: 0, max: '' },
  defaultRate: '',
  terms: NO_TERMS,
  chargeOffDays: '',
  buckets: [],
  feeCapPercent: '',
  maxInstalments: '',
  dailyRows: false,
  overpaymentAllowed: true,
  riskSignalsRequired: false,
  aprMethod: 'REG_Z_ACTUARIAL',
  accounting: 'CASH',
}

export function valuesOfProduct(product: LoanProduct): ProductValues {
  return {
    institutionId: product.institutionId,
    productCode: product.productCode,
    name: product.name,
    description: product.description,
    currencies: [...product.currencies],
    amount: { ...product.amount },
    term: { min: { ...product.term.min }, max: { ...product.term.max } },
    rate: { ...product.rate },
    defaultRate: product.defaultRate,
    terms: valuesOfTerms(product.terms),
    chargeOffDays: product.chargeOffDays,
    buckets: product.buckets.map(({ name, from, to }) => ({ name, from, to: to ?? '' })),
    feeCapPercent: product.feeCapPercent,
    maxInstalments: product.maxInstalments,
    dailyRows: product.dailyRows,
    overpaymentAllowed: product.overpaymentAllowed,
    riskSignalsRequired: product.riskSignalsRequired,
    aprMethod: product.aprMethod,
    accounting: product.accounting,
  }
}

/** What a new product and a changed one have in common. Null is the general default. */
export function requestOf(values: ProductValues) {
  return {
    name: values.name.trim(),
    description: textOf(values.description) ?? null,
    currencies: values.currencies,
    amount: { min: numberOf(values.amount.min) ?? 0, max: numberOf(values.amount.max) ?? 0 },
    term: { min: termOrMissing(values.term.min), max: termOrMissing(values.term.max) },
    rate: { min: numberOf(values.rate.min) ?? 0, max: numberOf(values.rate.max) ?? 0 },
    defaultRate: numberOf(values.defaultRate) ?? 0,
    terms: productTermsOf(values.terms),
    chargeOffDays: numberOf(values.chargeOffDays) ?? null,
    feeCapPercent: numberOf(values.feeCapPercent) ?? null,
    maxInstalments: numberOf(values.maxInstalments) ?? null,
    dailyRows: values.dailyRows,
    overpaymentAllowed: values.overpaymentAllowed,
    riskSignalsRequired: values.riskSignalsRequired,
    aprMethod: values.aprMethod,
    accounting: values.accounting,
    buckets:
      values.buckets.length === 0
        ? null
        : values.buckets.map(({ name, from, to }) => ({
            name: name.trim(),
            from: numberOf(from) ?? 0,
            ...present({ to: numberOf(to) }),
          })),
  }
}

/** The form asks for it; what is missing is for the gateway to refuse. */
function termOrMissing(values: TermValues): onboarding.LoanTerm {
  return termOf(values) ?? ({ termUnit: values.termUnit } as onboarding.LoanTerm)
}

export function checkProduct(values: ProductValues) {
  const needed = (value: number | string) => (value === '' ? 'This is needed' : undefined)
  return present({
    institutionId: needed(values.institutionId),
    productCode: needed(values.productCode.trim()),
    name: needed(values.name.trim()),
    currencies: values.currencies.length === 0 ? 'Enter at least one' : undefined,
    'amount.min': needed(values.amount.min),
    'amount.max': needed(values.amount.max),
    'term.min.termCount': needed(values.term.min.termCount),
    'term.max.termCount': needed(values.term.max.termCount),
    'rate.min': needed(values.rate.min),
    'rate.max': needed(values.rate.max),
    defaultRate: needed(values.defaultRate),
  })
}
