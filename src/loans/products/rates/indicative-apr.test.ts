import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loanProduct, loanRate } from '../loan-product.fixture.ts'
import type { LoanProduct, LoanRate } from '../loan-product.ts'
import { type AskedLoan, indicativeApr } from './indicative-apr.ts'

const EU: Partial<LoanProduct> = { aprMethod: 'EU_EFFECTIVE' }

// Without fees, monthly 30/360 periods give the nominal rate by Regulation Z, and (1 + r/12)^12 - 1 by the directive.
const ROWS: [title: string, product: Partial<LoanProduct>, rate: string, asked: AskedLoan, apr: string][] = [
  ['Regulation Z, monthly periods', {}, '12', { amount: '10000', termMonths: 12 }, '12.00'],
  ['the largest loan when nothing is asked', {}, '12', {}, '12.00'],
  ['no interest', {}, '0', { amount: '10000', termMonths: 12 }, '0.00'],
  ['EU: 1.01^12 - 1', EU, '12', { amount: '50000', termMonths: 60 }, '12.68'],
  ['EU: 1.005^12 - 1', EU, '6', { amount: '50000', termMonths: 60 }, '6.17'],
  // Solved by bisection outside this project: an annuity of 4445.16 for 50,000 from 1 January 2026.
  ['ACT/360 collects five days more a year', { terms: { dayCount: 'ACT/360' } }, '12', { termMonths: 12 }, '12.12'],
  ['an amount below the range counts as the smallest', {}, '12', { amount: '1', termMonths: 12 }, '12.00'],
  ['a term outside the range is not used', {}, '12', { termMonths: 999 }, '12.00'],
  [
    'a term that the frequency does not divide gives way to the shortest',
    { terms: { repaymentEvery: 3 } },
    '12',
    { termMonths: 10 },
    '12.00',
  ],
]

describe('the indicative APR', () => {
  for (const [title, product, rate, asked, apr] of ROWS) {
    test(`${title}: ${apr}`, () => {
      assert.equal(indicativeApr(loanProduct(product), loanRate('r', rate), asked), apr)
    })
  }

  test('is computed once for a rate that is asked for without an amount', () => {
    let reads = 0
    const counted: LoanRate = {
      ...loanRate('r', '12'),
      get nominalRate() {
        reads++
        return '12'
      },
    }
    assert.equal(indicativeApr(loanProduct(), counted), '12.00')
    const once = reads
    assert.equal(indicativeApr(loanProduct(), counted), '12.00')
    assert.equal(reads, once)
  })
})
