import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TERMS } from '../../../../../test/support/lending/loan-bank.ts'
import { foldLoan } from '../../../engine/fold/fold-loan.ts'
import { foldedEvents } from '../../loan-record.ts'
import { DISBURSED, outcome, type Sketch, standing } from '../standing.fixture.ts'
import { type PrepaymentOrder, payoffQuote, prepay } from './prepay.ts'

const FEE = {
  kind: 'CHARGE',
  valueDate: '2026-01-10',
  chargeId: 'fee',
  code: 'F',
  chargeKind: 'FEE',
  amountMinor: 1_000n,
} as const

const ROWS: [what: string, sketch: Sketch, order: PrepaymentOrder, expected: string][] = [
  ['any amount when nothing is due', {}, { amountMinor: 1n }, 'PREPAYMENT 1'],
  ['no more than the row of the day', { asOf: '2026-02-01' }, { amountMinor: 10_662n }, 'arrears-first'],
  ['a cent more than the row of the day', { asOf: '2026-02-01' }, { amountMinor: 10_663n }, 'PREPAYMENT 10663'],
  ['no more than the arrears', { asOf: '2026-03-10' }, { amountMinor: 21_324n }, 'arrears-first'],
  ['a cent more than the arrears', { asOf: '2026-03-10' }, { amountMinor: 21_325n }, 'PREPAYMENT 21325'],
  ['no more than a fee that is due', { events: [DISBURSED, FEE] }, { amountMinor: 1_000n }, 'arrears-first'],
  [
    'the arrears of an earlier day',
    { asOf: '2026-03-10' },
    { amountMinor: 10_663n, valueDate: '2026-02-15' },
    'PREPAYMENT 10663',
  ],
  ['what settles the loan', {}, { amountMinor: 120_348n }, 'SETTLEMENT 120348'],
  ['a cent more than what settles the loan', {}, { amountMinor: 120_349n }, 'exceeds-payoff'],
  ['the payoff amount', {}, {}, 'SETTLEMENT 120348'],
  ['the payoff amount of an earlier day', {}, { valueDate: '2026-01-01' }, 'SETTLEMENT 120000'],
  ['a future day', {}, { valueDate: '2026-01-11' }, 'future-dated'],
  ['a day before the disbursement', {}, { valueDate: '2025-12-31' }, 'before-disbursement'],
  ['a loan without a disbursement', { events: [] }, {}, 'invalid-state'],
]

describe('a prepayment of', () => {
  for (const [what, sketch, order, expected] of ROWS) {
    test(what, () => assert.equal(outcome(prepay(order), standing(sketch)), expected))
  }
})

describe('the payoff amount is good', () => {
  const quoteOf = (sketch: Sketch) => {
    const { loan, events, position } = standing(sketch)
    return payoffQuote(position, (date) => foldLoan(loan.agreement, foldedEvents(events), date))
  }

  test('for its day when interest runs', () => {
    assert.deepEqual(quoteOf({}), { payoffMinor: 120_348n, perDiemMinor: 39n, goodUntil: '2026-01-10' })
  })

  test('until the next due date with interest to the end of the period', () => {
    const agreement = { terms: { ...TERMS, settlementInterest: 'TO_PERIOD_END' as const } }
    const { payoffMinor, goodUntil } = quoteOf({ agreement })
    assert.deepEqual({ payoffMinor, goodUntil }, { payoffMinor: 121_200n, goodUntil: '2026-02-01' })
  })
})
