// Rates of loan products on the wire: what is sent, what comes back, and an example.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  changeOf,
  identifier,
  recordExample,
  recordOf,
  searchText,
  typedLine,
} from '../../../../edge/resource/record-shapes.ts'
import { RATE_TYPES, type RateBand } from '../../../../loans/products/loan-product.ts'
import type { LoanRateChange, NewLoanRate } from '../../../../loans/products/rates/rate-administration.ts'
import { LOAN_RATES, type LoanRateRecord } from '../../../../loans/products/rates/rate-records.ts'
import { calendarDate } from '../../daily/business-dates.ts'
import { resource } from '../../onboarding-operation.ts'
import { amount, amountText, count, oneOf, percent, percentText } from '../loan-products/loan-product-fields.ts'

const MAX_BANDS = 50
const MAX_GRADES = 20
const MAX_MONTHS = 1_200
const MAX_INDEX = 35

const type = oneOf(RATE_TYPES, 'FIXED, or INDEXED: an index and a spread')
const nominalRate = percent('Percent per year; of an INDEXED rate, index and spread together')
const index = typedLine('The name of the index; INDEXED rates only', MAX_INDEX)
const spread = percent('Added to the index, in percent per year; INDEXED rates only', -100, 100)
const effectiveFrom = calendarDate('The first day of the rate')
const effectiveTo = calendarDate('The last day of the rate; null: until further notice')

const band = Type.Object(
  {
    amount: Type.Optional(
      chosen(
        Type.Object(
          {
            min: Type.Optional(chosen(amount('The smallest'))),
            max: Type.Optional(chosen(amount('The largest'))),
          },
          { description: "Amounts, in major units of the product's first currency", expected: 'must be a range' },
        ),
      ),
    ),
    termMonths: Type.Optional(
      chosen(
        Type.Object(
          {
            min: Type.Optional(chosen(count('The shortest', 1, MAX_MONTHS))),
            max: Type.Optional(chosen(count('The longest', 1, MAX_MONTHS))),
          },
          { description: 'Terms, in months', expected: 'must be a range' },
        ),
      ),
    ),
    riskGrades: Type.Optional(
      chosen(
        Type.Array(identifier('A risk grade'), {
          description: 'Risk grades of applicants',
          minItems: 1,
          maxItems: MAX_GRADES,
          expected: `must be 1 to ${MAX_GRADES} risk grades`,
        }),
      ),
    ),
  },
  { component: 'LoanRateBand', description: 'What is left out is no restriction' },
)

const bands = Type.Array(band, {
  description: 'What the rate is quoted for: any of these; none: everything',
  maxItems: MAX_BANDS,
  expected: `must be at most ${MAX_BANDS} bands`,
})

const newLoanRate = Type.Object({
  productCode: chosen(identifier('The product; it stays as it is')),
  nominalRate: chosen(nominalRate),
  type: chosen(type),
  index: Type.Optional(chosen(orNull(index))),
  spread: Type.Optional(chosen(orNull(spread))),
  effectiveFrom: chosen(effectiveFrom),
  effectiveTo: Type.Optional(chosen(orNull(effectiveTo))),
  bands: Type.Optional(chosen(orNull(bands))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is quoted; true unless stated' }))),
})

const loanRateChange = changeOf(newLoanRate, { fixed: ['productCode'], without: ['isActive'] })

const loanRateFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the product code or the index'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  productCode: Type.Optional(chosen(identifier('The product'))),
  type: Type.Optional(chosen(anyOf(type, RATE_TYPES.length, 'Type'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it is quoted' }))),
})

const loanRate = recordOf(newLoanRate, {
  component: 'LoanRate',
  shown: {
    institutionId: identifier('The institution of the product'),
    productCode: Type.String({ description: 'The product' }),
    bands,
    isActive: 'Whether it is quoted',
  },
})

/** The sent numbers as exact decimals. */
function newRateOf(sent: Static<typeof newLoanRate>): NewLoanRate {
  const { nominalRate: rate, spread: added, bands: listed, ...same } = sent
  return { ...same, nominalRate: percentText(rate), spread: spreadText(added), bands: bandsOf(listed) }
}

function rateChangeOf(sent: Static<typeof loanRateChange>): LoanRateChange {
  const { nominalRate: rate, spread: added, bands: listed, ...same } = sent
  return {
    ...same,
    ...(rate !== undefined && { nominalRate: percentText(rate) }),
    spread: spreadText(added),
    bands: bandsOf(listed),
  }
}

function spreadText(value: number | null | undefined): string | null | undefined {
  return typeof value === 'number' ? percentText(value) : value
}

function bandsOf(listed: readonly Static<typeof band>[] | null | undefined): readonly RateBand[] | null | undefined {
  return listed === null ? null : listed?.map(bandOf)
}

/** Without fields that are none of a band's. */
function bandOf({ amount: amounts, termMonths, riskGrades }: Static<typeof band>): RateBand {
  return {
    ...(amounts !== undefined && { amount: bounds(amounts, amountText) }),
    ...(termMonths !== undefined && { termMonths: bounds(termMonths, (months) => months) }),
    ...(riskGrades !== undefined && { riskGrades }),
  }
}

function bounds<From, To>(
  { min, max }: { readonly min?: From | undefined; readonly max?: From | undefined },
  convert: (value: From) => To,
): { min?: To; max?: To } {
  return { ...(min !== undefined && { min: convert(min) }), ...(max !== undefined && { max: convert(max) }) }
}

export function rateReply({ nominalRate: rate, spread: added, bands: listed, ...same }: LoanRateRecord) {
  return {
    ...same,
    nominalRate: Number(rate),
    spread: added === null ? null : Number(added),
    bands: listed.map(({ amount: amounts, ...restrictions }) => ({
      ...(amounts !== undefined && { amount: bounds(amounts, Number) }),
      ...restrictions,
    })),
  }
}

const NEW_LOAN_RATE = {
  productCode: 'BOAT',
  nominalRate: 7.5,
  type: 'FIXED',
  effectiveFrom: '2026-01-01',
  bands: [{ amount: { min: 5000, max: 50000 }, termMonths: { max: 60 }, riskGrades: ['A', 'B'] }],
}

const LOAN_RATE = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81'),
  institutionId: 'FI002',
  ...NEW_LOAN_RATE,
  index: null,
  spread: null,
  effectiveTo: null,
  isActive: true,
}

export const LOAN_RATE_OPERATIONS = resource({
  path: '/loan-rates',
  tag: 'Loan rates',
  module: 'LOAN_PRODUCTS',
  noun: 'rate',
  exampleName: 'loan-rate',
  shape: loanRate,
  example: LOAN_RATE,
  reply: rateReply,
  sorts: Object.keys(LOAN_RATES.sorts),
  records: (services) => services.loanRates,

  create: {
    id: 'CreateLoanRate',
    summary: 'Make a loan rate',
    description:
      "It lies within the product's range of rates. Of rates of one product with the same bands the newest that is in force is " +
      'quoted.',
    body: newLoanRate,
    example: { name: 'loan-rate', summary: 'For good risks and short terms', value: NEW_LOAN_RATE },
    run: (ask) => ask.services.loanRates.create(ask, newRateOf(ask.body)),
  },
  browse: {
    id: 'BrowseLoanRates',
    summary: 'List loan rates',
    description: 'Newest first, or as `sort` says. Users of an institution see those of its own products.',
  },
  list: {
    id: 'ListLoanRates',
    summary: 'Find loan rates',
    description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
    filter: loanRateFilter,
    example: { summary: 'Rates of a product', value: { productCode: 'BOAT', isActive: true } },
  },
  get: {
    id: 'GetLoanRate',
    summary: 'Read a loan rate',
    description: 'Its id is the `rateId` of lending.',
  },
  change: {
    id: 'UpdateLoanRate',
    summary: 'Change a loan rate',
    description:
      'What is left out stays as it is; null clears. Offers and loans keep the rate that they were made with.',
    body: loanRateChange,
    example: { name: 'end', summary: 'It ends with the year', value: { version: 1, effectiveTo: '2026-12-31' } },
    run: (ask, id) => ask.services.loanRates.update(ask, id, rateChangeOf(ask.body)),
  },
  delete: {
    id: 'DeleteLoanRate',
    summary: 'Remove a loan rate',
    description: 'Offers and loans that were made with it keep it.',
    run: (ask, id) => ask.services.loanRates.delete(ask, id),
  },
  activate: {
    id: 'SetLoanRateActivation',
    summary: 'Activate or deactivate a loan rate',
    description: 'Lending does not find an inactive rate.',
    flagDescription: 'Whether it is quoted',
    example: { name: 'deactivated', summary: 'It is not quoted any more', change: { isActive: false } },
    run: (ask, id, isActive) => ask.services.loanRates.setActive(ask, id, isActive),
  },
})
