// Loan products on the wire: what is sent, what comes back, and an example.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import { identifier, recordExample, recordFields, searchText } from '../../../../edge/resource/record-shapes.ts'
import { ACCOUNTING_METHODS, APR_METHODS } from '../../../../loans/products/loan-product.ts'
import type { LoanProductChange, NewLoanProduct } from '../../../../loans/products/product-fields.ts'
import type { LoanProductRecord } from '../../../../loans/products/product-records.ts'
import {
  amountText,
  bucketOf,
  currency,
  optionalFields,
  percentText,
  rangeNumber,
  rangeText,
  requiredFields,
  termOf,
  wireTerm,
} from './loan-product-fields.ts'
import { loanTerms, productTerms, sentLoanTerms, wireTerms } from './loan-terms-shape.ts'

const { aprMethod, accounting } = optionalFields

const sentOptional = {
  description: Type.Optional(chosen(orNull(optionalFields.description))),
  terms: Type.Optional(chosen(orNull(sentLoanTerms))),
  chargeOffDays: Type.Optional(chosen(orNull(optionalFields.chargeOffDays))),
  buckets: Type.Optional(chosen(orNull(optionalFields.buckets))),
  feeCapPercent: Type.Optional(chosen(orNull(optionalFields.feeCapPercent))),
  maxInstalments: Type.Optional(chosen(orNull(optionalFields.maxInstalments))),
  dailyRows: Type.Optional(chosen(orNull(optionalFields.dailyRows))),
  overpaymentAllowed: Type.Optional(chosen(orNull(optionalFields.overpaymentAllowed))),
  riskSignalsRequired: Type.Optional(chosen(orNull(optionalFields.riskSignalsRequired))),
  aprMethod: Type.Optional(chosen(orNull(aprMethod))),
  accounting: Type.Optional(chosen(orNull(accounting))),
}

export const newLoanProduct = Type.Object({
  institutionId: chosen(identifier('The institution that lends; it stays as it is')),
  productCode: chosen(identifier('As applications name it; unique on the platform, and it stays as it is')),
  name: chosen(requiredFields.name),
  currencies: chosen(requiredFields.currencies),
  amount: chosen(requiredFields.amount),
  term: chosen(requiredFields.term),
  rate: chosen(requiredFields.rate),
  defaultRate: chosen(requiredFields.defaultRate),
  ...sentOptional,
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is offered; true unless stated' }))),
})

export const loanProductChange = Type.Object({
  version: recordFields.version,
  institutionId: Type.Optional(chosen(identifier('Only as it is: it cannot be changed'))),
  productCode: Type.Optional(chosen(identifier('Only as it is: it cannot be changed'))),
  name: Type.Optional(chosen(requiredFields.name)),
  currencies: Type.Optional(chosen(requiredFields.currencies)),
  amount: Type.Optional(chosen(requiredFields.amount)),
  term: Type.Optional(chosen(requiredFields.term)),
  rate: Type.Optional(chosen(requiredFields.rate)),
  defaultRate: Type.Optional(chosen(requiredFields.defaultRate)),
  ...sentOptional,
})

export const loanProductFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the code or the name'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  currency: Type.Optional(chosen(currency('Offered in this currency'))),
  aprMethod: Type.Optional(chosen(anyOf(aprMethod, APR_METHODS.length, 'APR method'))),
  accounting: Type.Optional(chosen(anyOf(accounting, ACCOUNTING_METHODS.length, 'Accounting'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is offered' }))),
})

export const loanProduct = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier('The institution that lends')),
    productCode: chosen(Type.String({ description: 'As applications name it' })),
    ...allChosen(requiredFields),
    terms: chosen(loanTerms),
    ...allChosen(optionalFields),
    isActive: chosen(Type.Boolean({ description: 'False: unknown to new applications; its loans go on' })),
  },
  { component: 'LoanProduct' },
)

function allChosen(fields: Readonly<Record<string, TSchema>>): TObject['properties'] {
  return Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, chosen(schema)]))
}

/** The sent numbers as exact decimals. */
export function newProductOf(sent: Static<typeof newLoanProduct>): NewLoanProduct {
  const { amount, term, rate, defaultRate, feeCapPercent, buckets, terms, ...same } = sent
  return {
    ...same,
    amount: rangeText(amount, amountText),
    term: { min: termOf(term.min), max: termOf(term.max) },
    rate: rangeText(rate, percentText),
    defaultRate: percentText(defaultRate),
    ...sentOptions({ feeCapPercent, buckets, terms }),
  }
}

export function productChangeOf(sent: Static<typeof loanProductChange>): LoanProductChange {
  const { amount, term, rate, defaultRate, feeCapPercent, buckets, terms, ...same } = sent
  return {
    ...same,
    ...(amount !== undefined && { amount: rangeText(amount, amountText) }),
    ...(term !== undefined && { term: { min: termOf(term.min), max: termOf(term.max) } }),
    ...(rate !== undefined && { rate: rangeText(rate, percentText) }),
    ...(defaultRate !== undefined && { defaultRate: percentText(defaultRate) }),
    ...sentOptions({ feeCapPercent, buckets, terms }),
  }
}

type SentOptions = Pick<Static<typeof newLoanProduct>, 'feeCapPercent' | 'buckets' | 'terms'>

function sentOptions({
  feeCapPercent,
  buckets,
  terms,
}: { [Name in keyof SentOptions]: SentOptions[Name] | undefined }): Pick<
  LoanProductChange,
  'feeCapPercent' | 'buckets' | 'terms'
> {
  return {
    ...(feeCapPercent !== undefined && { feeCapPercent: feeCapPercent === null ? null : percentText(feeCapPercent) }),
    ...(buckets !== undefined && { buckets: buckets === null ? null : buckets.map(bucketOf) }),
    ...(terms !== undefined && { terms: terms === null ? null : productTerms(terms) }),
  }
}

export function replyOf({ amount, term, rate, defaultRate, feeCapPercent, terms, ...same }: LoanProductRecord) {
  return {
    ...same,
    amount: rangeNumber(amount),
    term: { min: wireTerm(term.min), max: wireTerm(term.max) },
    rate: rangeNumber(rate),
    defaultRate: Number(defaultRate),
    feeCapPercent: Number(feeCapPercent),
    terms: wireTerms(terms),
  }
}

export const NEW_LOAN_PRODUCT = {
  institutionId: 'FI002',
  productCode: 'BOAT',
  name: 'Boat loan',
  currencies: ['USD'],
  amount: { min: 5000, max: 250000 },
  term: { min: { termCount: 12, termUnit: 'Months' }, max: { termCount: 15, termUnit: 'Years' } },
  rate: { min: 3.5, max: 18 },
  defaultRate: 8.25,
  terms: { dayCount: 'ACT/365F', lateFee: { percent: 5, base: 'OVERDUE_TOTAL', graceDays: 10 } },
}

export const LOAN_PRODUCT = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71'),
  ...NEW_LOAN_PRODUCT,
  description: '',
  chargeOffDays: 180,
  buckets: [
    { name: 'CURRENT', from: 0, to: 0 },
    { name: '1-30', from: 1, to: 30 },
    { name: '30+', from: 31 },
  ],
  feeCapPercent: 25,
  maxInstalments: 480,
  dailyRows: false,
  overpaymentAllowed: true,
  riskSignalsRequired: false,
  aprMethod: 'REG_Z_ACTUARIAL',
  accounting: 'CASH',
  isActive: true,
}
