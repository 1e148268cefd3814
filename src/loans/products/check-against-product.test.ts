import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Term } from '../engine/terms.ts'
import { assertOffered, checkAgainstProduct, type ProductRequest } from './check-against-product.ts'
import { loanProduct } from './loan-product.fixture.ts'
import type { LoanProduct } from './loan-product.ts'

const SENT: ProductRequest = { amountMinor: 100_000n, term: { count: 12, unit: 'Months' }, rate: '12' }
const months = (count: number): Term => ({ count, unit: 'Months' })
const OPEN = loanProduct({ term: { min: { count: 1, unit: 'Days' }, max: { count: 40, unit: 'Years' } } })

// One row per rule and bound: what is asked, and the reason and field of the refusal, or undefined.
const ROWS: [
  title: string,
  asked: ProductRequest,
  refusal?: [reason: string, path: string] | undefined,
  product?: LoanProduct,
][] = [
  ['what the product offers', {}],
  ['the smallest amount', { amountMinor: 50_000n }],
  ['a cent less', { amountMinor: 49_999n }, ['amount-out-of-range', 'requestedAmount']],
  ['the largest amount', { amountMinor: 5_000_000n }],
  ['a cent more', { amountMinor: 5_000_001n }, ['amount-out-of-range', 'requestedAmount']],
  ['the largest amount in JPY', { amountMinor: 50_000n, currency: 'JPY' }],
  ['one yen more', { amountMinor: 50_001n, currency: 'JPY' }, ['amount-out-of-range', 'requestedAmount']],
  ['the smallest amount in KWD', { amountMinor: 500_000n, currency: 'KWD' }],
  ['a fils less', { amountMinor: 499_999n, currency: 'KWD' }, ['amount-out-of-range', 'requestedAmount']],
  ['another currency', { currency: 'GBP' }, ['currency-not-offered', 'currency']],
  ['a currency that is none', { currency: 'XXX' }, ['currency-not-offered', 'currency']],
  ['the shortest term', { term: months(3) }],
  ['a month less', { term: months(2) }, ['term-out-of-range', 'loanTerm']],
  ['the longest term', { term: months(60) }],
  ['a month more', { term: months(61) }, ['term-out-of-range', 'loanTerm']],
  ['years are twelve months', { term: { count: 5, unit: 'Years' } }],
  ['a year more', { term: { count: 6, unit: 'Years' } }, ['term-out-of-range', 'loanTerm']],
  ['90 days can be three months', { term: { count: 90, unit: 'Days' } }],
  ['89 days cannot', { term: { count: 89, unit: 'Days' } }, ['term-out-of-range', 'loanTerm']],
  ['13 weeks can be three months', { term: { count: 13, unit: 'Weeks' } }],
  ['1860 days can be sixty months', { term: { count: 1_860, unit: 'Days' } }],
  ['1861 days cannot', { term: { count: 1_861, unit: 'Days' } }, ['term-out-of-range', 'loanTerm']],
  ['one day where days are offered', { term: { count: 1, unit: 'Days' } }, undefined, OPEN],
  ['forty years', { term: { count: 480, unit: 'Months' } }, undefined, OPEN],
  ['forty years and a month', { term: { count: 481, unit: 'Months' } }, ['term-out-of-range', 'loanTerm'], OPEN],
  ['a thousand years', { term: { count: 1_000, unit: 'Years' } }, ['term-out-of-range', 'loanTerm'], OPEN],
  ['no term at all', { term: { count: 0, unit: 'Months' } }, ['term-out-of-range', 'loanTerm'], OPEN],
  ['the lowest rate', { rate: '0' }],
  ['the highest rate', { rate: '36.000' }],
  ['a rate above it', { rate: '36.000001' }, ['rate-out-of-range', 'interestRate']],
  ['a rate below it', { rate: '-0.01' }, ['rate-out-of-range', 'interestRate']],
  ['an absurd rate', { rate: '1000000000' }, ['rate-out-of-range', 'interestRate']],
  ['an inactive product', {}, ['product-unknown', 'productCode'], loanProduct({ status: 'INACTIVE' })],
  [
    'everything wrong: the currency is named first',
    { currency: 'GBP', amountMinor: 1n, term: months(1), rate: '99' },
    ['currency-not-offered', 'currency'],
  ],
  [
    'the amount is named before term and rate',
    { amountMinor: 1n, term: months(1), rate: '99' },
    ['amount-out-of-range', 'requestedAmount'],
  ],
  ['the term is named before the rate', { term: months(1), rate: '99' }, ['term-out-of-range', 'loanTerm']],
]

describe('a request is checked against its product', () => {
  for (const [title, asked, refusal, product = loanProduct()] of ROWS) {
    test(`${title}: ${refusal?.[0] ?? 'offered'}`, () => {
      assert.deepEqual(
        refusalOf(() => checkAgainstProduct(product, { ...SENT, ...asked })),
        refusal,
      )
    })
  }

  test('a product that does not exist is unknown', () => {
    assert.deepEqual(
      refusalOf(() => checkAgainstProduct(undefined, SENT)),
      ['product-unknown', 'productCode'],
    )
    assert.deepEqual(
      refusalOf(() => assertOffered(undefined)),
      ['product-unknown', 'productCode'],
    )
  })

  test('a problem names the field that the request has', () => {
    const fields = { amount: 'principal', term: 'approvedTerm', rate: 'approvedRate' }
    const check = (asked: ProductRequest) => refusalOf(() => checkAgainstProduct(loanProduct(), asked, fields))?.[1]
    assert.equal(check({ amountMinor: 1n }), 'principal')
    assert.equal(check({ term: months(1) }), 'approvedTerm')
    assert.equal(check({ rate: '99' }), 'approvedRate')
  })
})

function refusalOf(check: () => unknown): [reason: string, path: string] | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    assert.ok(error instanceof Problem && error.httpStatus === 422)
    return [error.reason?.replace('loans.', '') ?? '', error.details[0]?.path ?? '']
  }
}
