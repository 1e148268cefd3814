// Rates on the wire, and an example.

import { Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { loanProblem } from '../../../loans/loan-problems.ts'
import { type LoanProduct, type LoanRate, RATE_TYPES, type RateBand } from '../../../loans/products/loan-product.ts'
import { type AskedLoan, indicativeApr } from '../../../loans/products/rates/indicative-apr.ts'
import type { LendingAsk } from '../lending-operation.ts'
import { count, day, money, rate as percentage, rateOf, text } from '../shapes/values.ts'

export const rateType = oneOf('FIXED, or INDEXED: an index and a spread', [...RATE_TYPES])

const band = Type.Object(
  {
    amount: Type.Optional(
      chosen(
        Type.Object(
          { min: Type.Optional(money('The smallest')), max: Type.Optional(money('The largest')) },
          { description: "Amounts, in the product's currency" },
        ),
      ),
    ),
    termMonths: Type.Optional(
      chosen(
        Type.Object(
          { min: Type.Optional(count('The shortest')), max: Type.Optional(count('The longest')) },
          { description: 'Terms, in months' },
        ),
      ),
    ),
    riskGrades: Type.Optional(chosen(Type.Array(Type.String(), { description: 'Risk grades of applicants' }))),
  },
  { component: 'RateBand', description: 'What is left out is no restriction' },
)

export const rate = Type.Object(
  {
    rateId: text('The rate'),
    productCode: text('The product'),
    nominalRate: percentage('Percent per year; of an INDEXED rate, index and spread together'),
    indicativeApr: percentage('The APR of a loan at this rate without fees'),
    type: rateType,
    index: Type.Optional(text('The name of the index; INDEXED rates only')),
    spread: Type.Optional(percentage('Added to the index; INDEXED rates only')),
    effectiveFrom: day('The first day of the rate'),
    effectiveTo: chosen(
      Type.Union([Type.String({ format: 'date' }), Type.Null()], {
        description: 'The last day of the rate; null: until further notice',
      }),
    ),
    bands: chosen(Type.Array(band, { description: 'What the rate is quoted for: any of these; none: everything' })),
  },
  { component: 'Rate' },
)

export const RATE = {
  rateId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81',
  productCode: 'PERSONAL',
  nominalRate: 9.9,
  indicativeApr: 9.9,
  type: 'FIXED',
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  bands: [{ amount: { max: 10000 }, termMonths: { max: 36 }, riskGrades: ['B'] }],
}

export function wireRate(product: LoanProduct, quoted: LoanRate, asked?: AskedLoan) {
  const { rateId, productCode, nominalRate, type, index, spread, effectiveFrom, effectiveTo = null, bands } = quoted
  return {
    rateId,
    productCode,
    nominalRate: rateOf(nominalRate),
    indicativeApr: rateOf(indicativeApr(product, quoted, asked)),
    type,
    ...(index !== undefined && { index }),
    ...(spread !== undefined && { spread: rateOf(spread) }),
    effectiveFrom,
    effectiveTo,
    bands: bands.map(wireBand),
  }
}

function wireBand({ amount, termMonths, riskGrades }: RateBand) {
  return {
    ...(amount !== undefined && {
      amount: {
        ...(amount.min !== undefined && { min: Number(amount.min) }),
        ...(amount.max !== undefined && { max: Number(amount.max) }),
      },
    }),
    ...(termMonths !== undefined && { termMonths }),
    ...(riskGrades !== undefined && { riskGrades }),
  }
}

/** The product of a rate, when the partner is connected to its institution. */
export function productFor({ partner, services }: LendingAsk, productCode: string): LoanProduct | undefined {
  const product = services.loanCatalogue.products.find(productCode)
  return product !== undefined && partner.institutionIds.has(product.institutionId) ? product : undefined
}

export function noRate(): Error {
  return loanProblem('no-rate', 'no rate of the product fits')
}
