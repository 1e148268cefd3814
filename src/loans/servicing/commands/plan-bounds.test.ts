import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TERMS } from '../../../../test/support/lending/loan-bank.ts'
import { checkTerms } from '../../engine/check-terms.ts'
import type { LoanPolicy, Term, Terms } from '../../engine/terms.ts'
import { arrangeHardship, type HardshipRequest } from './arrange-hardship.ts'
import { type RestructureRequest, restructureLoan } from './restructure-loan.ts'
import { DISBURSED, decided, type Sketch, standing } from './standing.fixture.ts'

const BUCKETS = [{ name: 'CURRENT', from: 0 }]

function policy(bounds: Partial<LoanPolicy>): LoanPolicy {
  return { chargeOffDays: 180, buckets: BUCKETS, ...bounds }
}

const NO_BOUNDS = {}
const DAILY = { maxInstalments: 480, dailyRows: true }
const USUAL = { maxInstalments: 480, dailyRows: false }

const TERM_ROWS: [title: string, bounds: Partial<LoanPolicy>, term: Term, terms: Partial<Terms>, faults: string[]][] = [
  ['480 months', USUAL, { count: 480, unit: 'Months' }, {}, []],
  ['481 months', USUAL, { count: 481, unit: 'Months' }, {}, ['loanTerm.termCount']],
  ['481 months in 37 rows', USUAL, { count: 481, unit: 'Months' }, { repaymentEvery: 13 }, []],
  [
    '12 months with a down payment where 12 rows are allowed',
    { ...USUAL, maxInstalments: 12 },
    { count: 12, unit: 'Months' },
    { downPayment: { percent: '10', auto: false } },
    [],
  ],
  ['2,100 weeks before there were bounds', NO_BOUNDS, { count: 2_100, unit: 'Weeks' }, { repaymentUnit: 'Weeks' }, []],
  [
    '2,101 weeks before there were bounds',
    NO_BOUNDS,
    { count: 2_101, unit: 'Weeks' },
    { repaymentUnit: 'Weeks' },
    ['loanTerm.termCount'],
  ],
  ['daily rows', USUAL, { count: 30, unit: 'Days' }, { repaymentUnit: 'Days' }, ['terms.repaymentEvery']],
  [
    'rows of six days',
    USUAL,
    { count: 30, unit: 'Days' },
    { repaymentUnit: 'Days', repaymentEvery: 6 },
    ['terms.repaymentEvery'],
  ],
  ['rows of seven days', USUAL, { count: 70, unit: 'Days' }, { repaymentUnit: 'Days', repaymentEvery: 7 }, []],
  ['weekly rows', USUAL, { count: 52, unit: 'Weeks' }, { repaymentUnit: 'Weeks' }, []],
  ['daily rows of a product that has them', DAILY, { count: 30, unit: 'Days' }, { repaymentUnit: 'Days' }, []],
  ['daily rows before there were bounds', NO_BOUNDS, { count: 30, unit: 'Days' }, { repaymentUnit: 'Days' }, []],
]

describe('the terms of', () => {
  for (const [title, bounds, term, terms, faults] of TERM_ROWS) {
    test(`${title} ${faults.length === 0 ? 'are allowed' : 'are refused'}`, () => {
      const { agreement } = standing({ events: [] }).loan
      const found = checkTerms({ ...agreement, term, terms: { ...TERMS, ...terms }, policy: policy(bounds) })
      assert.deepEqual(
        found.map(({ field }) => field),
        faults,
      )
    })
  }
})

/** Twelve monthly rows, due from 2026-02-01 to 2027-01-01. */
const RESTRUCTURES: [
  title: string,
  most: number,
  request: Omit<RestructureRequest, 'effectiveDate'>,
  isAllowed: boolean,
][] = [
  ['an extension up to the bound', 15, { type: 'TERM_EXTENSION', extraInstalments: 3 }, true],
  ['an extension beyond the bound', 14, { type: 'TERM_EXTENSION', extraInstalments: 3 }, false],
  ['a holiday up to the bound', 14, { type: 'PAYMENT_HOLIDAY', instalments: 2 }, true],
  ['a holiday beyond the bound', 13, { type: 'PAYMENT_HOLIDAY', instalments: 2 }, false],
  ['a holiday that defers interest too', 13, { type: 'PAYMENT_HOLIDAY', graceOnInterest: 2 }, false],
  ['a holiday by its rows without principal', 13, { type: 'PAYMENT_HOLIDAY', graceOnPrincipal: 2 }, false],
  // One row is due by the effective date and stays; eleven are replaced.
  ['a re-age up to the bound', 21, { type: 'REAGE', instalments: 20, startDate: '2026-04-01' }, true],
  ['a re-age beyond the bound', 20, { type: 'REAGE', instalments: 20, startDate: '2026-04-01' }, false],
  ['a rate change of a plan above the bound', 6, { type: 'RATE_CHANGE', newRate: '9' }, true],
  [
    'daily rows after a re-age',
    480,
    { type: 'REAGE', instalments: 2, startDate: '2026-04-01', frequency: { every: 6, unit: 'Days' } },
    false,
  ],
  [
    'weekly rows after a re-age',
    480,
    { type: 'REAGE', instalments: 2, startDate: '2026-04-01', frequency: { every: 1, unit: 'Weeks' } },
    true,
  ],
]

const DOWN_PAYMENT: Sketch = { agreement: { terms: { ...TERMS, downPayment: { percent: '10', auto: true } } } }

function bounded(maxInstalments: number, sketch: Sketch = {}): ReturnType<typeof standing> {
  const agreement = { ...sketch.agreement, policy: policy({ maxInstalments, dailyRows: false }) }
  return standing({ events: [DISBURSED], asOf: '2026-02-10', ...sketch, agreement })
}

describe('a restructure:', () => {
  for (const [title, most, request, isAllowed] of RESTRUCTURES) {
    test(`${title} is ${isAllowed ? 'allowed' : 'refused'}`, () => {
      const { decide } = restructureLoan({ effectiveDate: '2026-02-10', ...request })
      const draft = decided(decide, bounded(most))
      assert.equal(typeof draft === 'string' ? draft : draft.kind, isAllowed ? 'RESTRUCTURE' : 'loans.terms-invalid')
    })
  }

  test('a down payment is no row of the bound', () => {
    const at = bounded(15, DOWN_PAYMENT)
    assert.equal(at.position.instalments.length, 13)
    const { decide } = restructureLoan({ effectiveDate: '2026-02-10', type: 'TERM_EXTENSION', extraInstalments: 3 })
    assert.notEqual(typeof decided(decide, at), 'string')
  })

  test('a loan that is older than the bounds takes daily rows, and up to 2,100', () => {
    const at = standing({ events: [DISBURSED], asOf: '2026-02-10' })
    const request = { type: 'REAGE', startDate: '2026-04-01', frequency: { every: 1, unit: 'Days' } } as const
    const reage = (instalments: number) =>
      decided(restructureLoan({ ...request, effectiveDate: '2026-02-10', instalments }).decide, at)
    assert.notEqual(typeof reage(2_099), 'string')
    assert.equal(reage(2_100), 'loans.terms-invalid')
  })
})

const HARDSHIPS: [title: string, request: Pick<HardshipRequest, 'type' | 'atEnd'>, isAllowed: boolean][] = [
  ['that adds rows', { type: 'PAYMENT_HOLIDAY', atEnd: 'EXTEND_TERM' }, false],
  ['that keeps the term', { type: 'PAYMENT_HOLIDAY', atEnd: 'SAME_TERM' }, true],
  ['that extends the term', { type: 'TERM_EXTENSION', atEnd: 'SAME_TERM' }, false],
]

describe('a hardship arrangement', () => {
  for (const [title, request, isAllowed] of HARDSHIPS) {
    test(`${title} is ${isAllowed ? 'allowed' : 'refused'} when the plan has all the rows that it may`, () => {
      const { decide } = arrangeHardship({
        arrangementId: 'arrangement',
        startDate: '2026-03-01',
        instalments: 2,
        interestTreatment: 'ACCRUE',
        reason: 'x',
        ...request,
      })
      const draft = decided(decide, bounded(12))
      assert.equal(typeof draft === 'string' ? draft : draft.kind, isAllowed ? 'HARDSHIP' : 'loans.terms-invalid')
    })
  }
})
