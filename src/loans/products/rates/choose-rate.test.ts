import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loanRate } from '../loan-product.fixture.ts'
import { chooseRate, type RateFilter, type RateQuery, searchRates } from './choose-rate.ts'

const SMALL = { amount: { max: '5000' }, termMonths: { max: 24 } }
const LARGE = { amount: { min: '5000.01' }, termMonths: { max: 60 } }
const RATES = [
  loanRate('any', '15'),
  loanRate('small', '12', { bands: [SMALL] }),
  loanRate('small-a', '8', { bands: [{ ...SMALL, riskGrades: ['A'] }] }),
  loanRate('small-b', '10', { bands: [{ ...SMALL, riskGrades: ['B', 'C'] }] }),
  loanRate('large-a', '7', { bands: [{ ...LARGE, riskGrades: ['A'] }] }),
  loanRate('large-a-2', '7.5', { bands: [{ ...LARGE, riskGrades: ['A'] }], effectiveFrom: '2026-06-01' }),
  loanRate('ended', '1', { effectiveTo: '2026-01-31', bands: [{ riskGrades: ['E'] }] }),
]

const QUERIES: [title: string, query: Partial<RateQuery>, rateId: string | undefined][] = [
  ['the band that names amount, term and grade wins', { amount: '1000', termMonths: 12, riskGrade: 'A' }, 'small-a'],
  ['any grade of a band', { amount: '1000', termMonths: 12, riskGrade: 'C' }, 'small-b'],
  ['the last amount of a band', { amount: '5000', termMonths: 12, riskGrade: 'A' }, 'small-a'],
  ['the first amount of the next', { amount: '5000.01', termMonths: 12, riskGrade: 'A' }, 'large-a'],
  ['the last month of a band', { amount: '1000', termMonths: 24, riskGrade: 'A' }, 'small-a'],
  ['a month more fits only what is unrestricted', { amount: '1000', termMonths: 25, riskGrade: 'A' }, 'any'],
  ['a grade that no band names', { amount: '1000', termMonths: 12, riskGrade: 'D' }, 'small'],
  ['without a grade the rate without one', { amount: '1000', termMonths: 12 }, 'small'],
  ['without a grade where only an unrestricted rate has none', { amount: '9000', termMonths: 36 }, 'any'],
  ['without anything the lowest that has no grade', {}, 'small'],
  [
    'a newer rate of the same bands replaces the older',
    { amount: '9000', riskGrade: 'A', asOf: '2026-06-01' },
    'large-a-2',
  ],
  ['and not before its first day', { amount: '9000', riskGrade: 'A', asOf: '2026-05-31' }, 'large-a'],
  ['the last day of a rate', { riskGrade: 'E', asOf: '2026-01-31' }, 'ended'],
  ['the day after', { riskGrade: 'E', asOf: '2026-02-01' }, 'small'],
  ['before every rate', { asOf: '2025-12-31' }, undefined],
]
describe('the rate that is quoted', () => {
  for (const [title, query, rateId] of QUERIES) {
    test(`${title}: ${rateId}`, () => {
      for (const rates of [RATES, RATES.toReversed()]) {
        assert.equal(chooseRate(rates, { asOf: '2026-02-01', ...query })?.rateId, rateId)
      }
    })
  }

  test('without a grade it is one of a grade when there is no other', () => {
    const rates = RATES.filter(({ bands }) => bands.some((band) => band.riskGrades !== undefined))
    assert.equal(chooseRate(rates, { asOf: '2026-02-01', amount: '1000' })?.rateId, 'small-a')
  })

  test('without a grade only the bands of a rate that have none count', () => {
    const mixed = loanRate('mixed', '6', { bands: [{ ...SMALL, riskGrades: ['A'] }, LARGE] })
    assert.equal(chooseRate([mixed, ...RATES], { asOf: '2026-02-01', amount: '1000' })?.rateId, 'small')
    assert.equal(chooseRate([mixed, ...RATES], { asOf: '2026-02-01', amount: '9000' })?.rateId, 'mixed')
  })

  test('there is none when every band excludes it', () => {
    const rates = [loanRate('small', '12', { bands: [SMALL] })]
    assert.equal(chooseRate(rates, { asOf: '2026-02-01', amount: '5001' }), undefined)
    assert.equal(chooseRate([], { asOf: '2026-02-01' }), undefined)
  })
})

const AUTO = { productCode: 'AUTO' }
const SEARCHED = [
  loanRate('p1', '12', { bands: [SMALL, LARGE] }),
  loanRate('p2', '9.5', { bands: [{ termMonths: { min: 25 } }], effectiveTo: '2026-06-30' }),
  loanRate('a1', '7', { ...AUTO, type: 'INDEXED', index: 'SOFR', spread: '2.5', effectiveFrom: '2026-03-01' }),
]
const SEARCHES: [title: string, filter: RateFilter, found: string][] = [
  ['everything, by product, the lowest first', {}, 'a1 p2 p1'],
  ['no product codes are any', { productCodes: [] }, 'a1 p2 p1'],
  ['by product', { productCodes: ['PERSONAL', 'OTHER'] }, 'p2 p1'],
  ['from a rate', { rate: { min: '9.5' } }, 'p2 p1'],
  ['up to a rate', { rate: { max: '9.5' } }, 'a1 p2'],
  ['between rates', { rate: { min: '9.51', max: '20' } }, 'p1'],
  ['by a term that one of its bands admits', { termMonths: 24 }, 'a1 p1'],
  ['by a longer term', { termMonths: 61 }, 'a1 p2'],
  ['by type', { type: 'INDEXED' }, 'a1'],
  ['in force on the last day', { activeOn: '2026-06-30' }, 'a1 p2 p1'],
  ['in force after it', { activeOn: '2026-07-01' }, 'a1 p1'],
  ['in force before the first day', { activeOn: '2026-02-28' }, 'p2 p1'],
]
describe('a search for rates', () => {
  for (const [title, filter, found] of SEARCHES) {
    test(title, () => {
      const ids = searchRates(SEARCHED, filter).map(({ rateId }) => rateId)
      assert.equal(ids.join(' '), found)
    })
  }
})
