import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TERMS } from '../../../../../test/support/lending/loan-bank.ts'
import { DISBURSED, outcome, paid, type Sketch, standing } from '../standing.fixture.ts'
import { type RepaymentOrder, repay, repayPartially } from './repay.ts'

const CLOSING = { kind: 'CLOSING', valueDate: '2026-03-10' } as const
const ON_DUE_DATE: Sketch = { asOf: '2026-02-01' }
/** Two rows are overdue. */
const IN_ARREARS: Sketch = { asOf: '2026-03-10' }
const OVERPAID: Sketch = { asOf: '2026-01-01', events: [DISBURSED, paid('2026-01-01', 130_000n)] }
const CLOSED: Sketch = {
  asOf: '2026-01-01',
  events: [DISBURSED, { kind: 'SETTLEMENT', valueDate: '2026-01-01', amountMinor: 120_000n }],
}
const WRITTEN_OFF: Sketch = { ...IN_ARREARS, events: [DISBURSED, { ...CLOSING, reason: 'WRITTEN_OFF' }] }
const CHARGED_OFF: Sketch = { ...IN_ARREARS, events: [DISBURSED, { ...CLOSING, reason: 'CHARGED_OFF' }] }

/** Row 1 asks for nothing, and row 2 collects its interest of 12.00. */
const HOLIDAY: Sketch = {
  events: [
    DISBURSED,
    {
      kind: 'RESTRUCTURE',
      type: 'PAYMENT_HOLIDAY',
      valueDate: '2026-01-05',
      effectiveDate: '2026-01-05',
      graceOnPrincipal: 1,
      graceOnInterest: 1,
    },
  ],
}
/** 10.00 in row 1, due since 5 January. */
const CHARGED: Sketch = {
  events: [
    DISBURSED,
    {
      kind: 'CHARGE',
      valueDate: '2026-01-05',
      dueDate: '2026-01-05',
      chargeId: 'charge',
      code: 'FEE',
      chargeKind: 'FEE',
      amountMinor: 1_000n,
    },
  ],
}

const CHARGED_TODAY: Sketch = { ...CHARGED, asOf: '2026-01-05' }
/** Row 1 is overdue since 1 February; on the 5th 15.00 are charged for it. */
const LATE_FEE: Sketch = {
  asOf: '2026-02-05',
  agreement: { terms: { ...TERMS, lateFee: { amountMinor: 1_500n, base: 'PRINCIPAL', graceDays: 3 } } },
}

type Row = [what: string, sketch: Sketch, order: Partial<RepaymentOrder>, whole: string, partial: string]

const ROWS: Row[] = [
  ['the next row before its due date', {}, { amountMinor: 10_662n }, 'REPAYMENT 10662', 'not-partial'],
  ['a cent less than the next row', {}, { amountMinor: 10_661n }, 'less-than-due', 'REPAYMENT 10661'],
  ['the row of the day', ON_DUE_DATE, { amountMinor: 10_662n }, 'REPAYMENT 10662', 'not-partial'],
  ['a cent less than the row of the day', ON_DUE_DATE, { amountMinor: 10_661n }, 'less-than-due', 'REPAYMENT 10661'],
  ['less than the arrears', IN_ARREARS, { amountMinor: 21_300n }, 'less-than-due', 'REPAYMENT 21300'],
  ['a cent less than the arrears', IN_ARREARS, { amountMinor: 21_323n }, 'less-than-due', 'REPAYMENT 21323'],
  ['the arrears', IN_ARREARS, { amountMinor: 21_324n }, 'REPAYMENT 21324', 'not-partial'],
  ['the charge that is overdue', CHARGED, { amountMinor: 1_000n }, 'REPAYMENT 1000', 'not-partial'],
  [
    'a cent less than arrears and the late fee of the day',
    LATE_FEE,
    { amountMinor: 12_161n },
    'less-than-due',
    'REPAYMENT 12161',
  ],
  ['arrears and the late fee of the day', LATE_FEE, { amountMinor: 12_162n }, 'REPAYMENT 12162', 'not-partial'],
  ['a cent less than the charge of the day', CHARGED_TODAY, { amountMinor: 999n }, 'less-than-due', 'REPAYMENT 999'],
  ['the charge of the day', CHARGED_TODAY, { amountMinor: 1_000n }, 'REPAYMENT 1000', 'not-partial'],
  ['arrears and the next row', IN_ARREARS, { amountMinor: 31_986n }, 'REPAYMENT 31986', 'not-partial'],
  ['the first row after a holiday', HOLIDAY, { amountMinor: 11_862n }, 'REPAYMENT 11862', 'not-partial'],
  ['a cent less than that', HOLIDAY, { amountMinor: 11_861n }, 'less-than-due', 'REPAYMENT 11861'],
  ['less than a charge that is overdue', CHARGED, { amountMinor: 999n }, 'less-than-due', 'REPAYMENT 999'],
  ['the charge and the next row', CHARGED, { amountMinor: 11_662n }, 'REPAYMENT 11662', 'not-partial'],
  ['a cent less than the charge and the row', CHARGED, { amountMinor: 11_661n }, 'REPAYMENT 11661', 'not-partial'],
  [
    'what was due on an earlier day',
    IN_ARREARS,
    { amountMinor: 10_662n, valueDate: '2026-02-01' },
    'REPAYMENT 10662',
    'not-partial',
  ],
  ['a future date', {}, { amountMinor: 10_662n, valueDate: '2026-01-11' }, 'future-dated', 'future-dated'],
  [
    'a date before the disbursement',
    {},
    { amountMinor: 10_662n, valueDate: '2025-12-31' },
    'before-disbursement',
    'before-disbursement',
  ],
  ['nothing disbursed', { events: [] }, { amountMinor: 10_662n }, 'invalid-state', 'invalid-state'],
  [
    'a cancelled loan',
    { events: [{ ...CLOSING, valueDate: '2026-01-02', reason: 'CANCELLED' }] },
    { amountMinor: 1n },
    'loan-closed',
    'invalid-state',
  ],
  ['a paid loan', CLOSED, { amountMinor: 1n }, 'loan-closed', 'invalid-state'],
  ['an overpaid loan', OVERPAID, { amountMinor: 1n }, 'invalid-state', 'invalid-state'],
  ['a loan that is written off', WRITTEN_OFF, { amountMinor: 1n }, 'loan-closed', 'invalid-state'],
  ['a loan that is charged off', CHARGED_OFF, { amountMinor: 21_324n }, 'REPAYMENT 21324', 'not-partial'],
  ['more than is owed', {}, { amountMinor: 130_000n }, 'REPAYMENT 130000', 'not-partial'],
  [
    'more than is owed, which the product forbids',
    { overpaymentAllowed: false },
    { amountMinor: 130_000n },
    'overpayment-not-allowed',
    'not-partial',
  ],
  [
    'all that is owed, where the product forbids more',
    { overpaymentAllowed: false },
    { amountMinor: 120_348n },
    'REPAYMENT 120348',
    'not-partial',
  ],
]

describe('a repayment, and a partial one, of', () => {
  for (const [what, sketch, order, whole, partial] of ROWS) {
    test(what, () => {
      const at = standing(sketch)
      const sent: RepaymentOrder = { amountMinor: 1n, ...order }
      assert.deepEqual([outcome(repay(sent), at), outcome(repayPartially(sent), at)], [whole, partial])
    })
  }

  test('an earlier day that leaves a later payment nothing to pay is refused where nothing may be overpaid', () => {
    const events = [DISBURSED, { kind: 'SETTLEMENT', valueDate: '2026-03-10', amountMinor: 60_000n } as const]
    const at = standing({ events, asOf: '2026-03-10', overpaymentAllowed: false })
    assert.equal(outcome(repay({ amountMinor: 100_000n, valueDate: '2026-02-01' }), at), 'has-later-transactions')
  })
})
