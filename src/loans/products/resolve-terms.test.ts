import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Term, Terms } from '../engine/terms.ts'
import { loanProduct } from './loan-product.fixture.ts'
import type { ProductTerms } from './loan-product.ts'
import { amountRange, type PartialTerms, resolveTerms } from './resolve-terms.ts'

const YEAR: Term = { count: 12, unit: 'Months' }

const DEFAULTS: Terms = {
  method: 'ANNUITY',
  dayCount: '30/360',
  repaymentEvery: 1,
  repaymentUnit: 'Months',
  graceOnPrincipal: 0,
  graceOnInterest: 0,
  balloonMinor: 0n,
  instalmentBasis: 'DISBURSED',
  rounding: 'HALF_EVEN',
  annuityRate: 'PER_PERIOD',
  allocation: 'HORIZONTAL',
  prepaymentDefault: 'REDUCE_INSTALMENT',
  settlementInterest: 'TO_DATE',
}

test('what neither request nor product says has the value that the contract names first', () => {
  assert.deepEqual(resolveTerms(loanProduct(), undefined, YEAR), DEFAULTS)
  assert.deepEqual(resolveTerms(loanProduct(), { method: undefined }, YEAR), DEFAULTS)
})

const UNITS: [term: Term, unit: string][] = [
  [{ count: 12, unit: 'Months' }, 'Months'],
  [{ count: 2, unit: 'Years' }, 'Months'],
  [{ count: 6, unit: 'Weeks' }, 'Weeks'],
  [{ count: 45, unit: 'Days' }, 'Days'],
]
for (const [term, unit] of UNITS) {
  test(`a term in ${term.unit} is repaid by ${unit}`, () => {
    assert.equal(resolveTerms(loanProduct(), undefined, term).repaymentUnit, unit)
  })
}

const LATE_FEE = { base: 'OVERDUE_TOTAL', graceDays: 5 } as const
// One row per term: the product's value, the same resolved in USD, and what a request may send instead.
const TERMS: [own: ProductTerms, resolved: Partial<Terms>, sent: PartialTerms][] = [
  [{ method: 'FLAT' }, { method: 'FLAT' }, { method: 'BULLET' }],
  [{ dayCount: 'ACT/360' }, { dayCount: 'ACT/360' }, { dayCount: '30E/360' }],
  [{ repaymentEvery: 3 }, { repaymentEvery: 3 }, { repaymentEvery: 2 }],
  [{ repaymentUnit: 'Weeks' }, { repaymentUnit: 'Weeks' }, { repaymentUnit: 'Days' }],
  [{ graceOnPrincipal: 2 }, { graceOnPrincipal: 2 }, { graceOnPrincipal: 0 }],
  [{ graceOnInterest: 1 }, { graceOnInterest: 1 }, { graceOnInterest: 0 }],
  [{ balloon: '100.5' }, { balloonMinor: 10_050n }, { balloonMinor: 0n }],
  [
    { downPayment: { percent: '25', auto: true } },
    { downPayment: { percent: '25', auto: true } },
    { downPayment: { percent: '10', auto: false } },
  ],
  [{ instalmentMultipleOf: '1' }, { instalmentMultipleOfMinor: 100n }, { instalmentMultipleOfMinor: 1n }],
  [{ instalmentBasis: 'APPROVED' }, { instalmentBasis: 'APPROVED' }, { instalmentBasis: 'DISBURSED' }],
  [{ rounding: 'HALF_UP' }, { rounding: 'HALF_UP' }, { rounding: 'DOWN' }],
  [{ annuityRate: 'FIRST_PERIOD' }, { annuityRate: 'FIRST_PERIOD' }, { annuityRate: 'PER_PERIOD' }],
  [{ allocation: 'VERTICAL' }, { allocation: 'VERTICAL' }, { allocation: 'HORIZONTAL' }],
  [
    { allocationOrder: { due: ['interest'], inAdvance: ['principal'] } },
    { allocationOrder: { due: ['interest'], inAdvance: ['principal'] } },
    { allocationOrder: { due: ['fees'], inAdvance: ['fees'] } },
  ],
  [{ prepaymentDefault: 'REDUCE_TERM' }, { prepaymentDefault: 'REDUCE_TERM' }, { prepaymentDefault: 'ADJUST_LAST' }],
  [{ settlementInterest: 'TO_PERIOD_END' }, { settlementInterest: 'TO_PERIOD_END' }, { settlementInterest: 'TO_DATE' }],
  [
    { lateFee: { amount: '15', ...LATE_FEE } },
    { lateFee: { amountMinor: 1_500n, ...LATE_FEE } },
    { lateFee: { percent: '1.5', ...LATE_FEE } },
  ],
]
describe('the product supplies what is not sent', () => {
  for (const [own, resolved, sent] of TERMS) {
    test(`${Object.keys(own)}`, () => {
      const product = loanProduct({ terms: own })
      assert.deepEqual(resolveTerms(product, {}, YEAR), { ...DEFAULTS, ...resolved })
      assert.deepEqual(resolveTerms(product, sent, YEAR), { ...DEFAULTS, ...sent })
    })
  }
})

test('amounts of a product are in the currency of the loan', () => {
  const terms: ProductTerms = { balloon: '100', instalmentMultipleOf: '1', lateFee: { amount: '15', ...LATE_FEE } }
  const product = loanProduct({ terms })
  const { balloonMinor, instalmentMultipleOfMinor, lateFee } = resolveTerms(product, {}, YEAR, 'JPY')
  assert.deepEqual([balloonMinor, instalmentMultipleOfMinor, lateFee?.amountMinor], [100n, 1n, 15n])
  assert.equal(resolveTerms(product, {}, YEAR, 'KWD').balloonMinor, 100_000n)
  assert.deepEqual(amountRange(product, 'JPY'), { minMinor: 500n, maxMinor: 50_000n })
  assert.deepEqual(amountRange(product, 'KWD'), { minMinor: 500_000n, maxMinor: 50_000_000n })
})

test('a first due date comes from the request alone', () => {
  assert.equal(resolveTerms(loanProduct(), { firstDueDate: '2026-03-01' }, YEAR).firstDueDate, '2026-03-01')
})
