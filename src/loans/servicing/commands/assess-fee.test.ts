import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assessFee, type FeeOrder, waiveFee } from './assess-fee.ts'
import { DISBURSED, decided, outcome, paid, type Sketch, standing } from './standing.fixture.ts'

const CHARGE = {
  kind: 'CHARGE',
  valueDate: '2026-01-05',
  chargeId: 'old',
  code: 'F',
  chargeKind: 'FEE',
  amountMinor: 10_000n,
} as const
const WAIVED = { kind: 'CHARGE_WAIVED', valueDate: '2026-01-06', chargeId: 'old' } as const
const REVERSED = { kind: 'REVERSAL', valueDate: '2026-01-01', reversalOf: 'event-1' } as const
const CHARGE_OFF = { kind: 'CLOSING', valueDate: '2026-01-09', reason: 'CHARGED_OFF' } as const

const ROWS: [what: string, sketch: Sketch, order: Partial<FeeOrder>, expected: string][] = [
  ['an amount up to the cap', {}, { amountMinor: 30_000n }, 'CHARGE 30000'],
  ['an amount above the cap', {}, { amountMinor: 30_001n }, 'fee-cap-exceeded'],
  [
    'an amount up to the cap with an earlier fee',
    { events: [DISBURSED, CHARGE] },
    { amountMinor: 20_000n },
    'CHARGE 20000',
  ],
  [
    'an amount above the cap with an earlier fee',
    { events: [DISBURSED, CHARGE] },
    { amountMinor: 20_001n },
    'fee-cap-exceeded',
  ],
  [
    'an amount above the cap but for a waived fee',
    { events: [DISBURSED, CHARGE, WAIVED] },
    { amountMinor: 30_000n },
    'CHARGE 30000',
  ],
  [
    'an amount above the cap with deducted fees',
    { events: [{ ...DISBURSED, feesDeductedMinor: 1n }] },
    { amountMinor: 30_000n },
    'fee-cap-exceeded',
  ],
  [
    'an amount up to the cap after a reversed disbursement with deducted fees',
    { events: [{ ...DISBURSED, feesDeductedMinor: 10_000n }, REVERSED, DISBURSED] },
    { amountMinor: 30_000n },
    'CHARGE 30000',
  ],
  ['25 % of the principal', {}, { percent: '25', base: 'PRINCIPAL' }, 'CHARGE'],
  ['more than 25 % of the principal', {}, { percent: '25.001', base: 'PRINCIPAL' }, 'fee-cap-exceeded'],
  ['a percentage of every row, above the cap together', {}, { percent: '24', base: 'INSTALMENT' }, 'fee-cap-exceeded'],
  ['a percentage of one row', {}, { percent: '100', base: 'INSTALMENT', dueDate: '2026-02-01' }, 'CHARGE'],
  [
    'a percentage of what is overdue, with nothing overdue',
    {},
    { percent: '5', base: 'OVERDUE_TOTAL' },
    'invalid-state',
  ],
  ['a percentage of what is overdue', { asOf: '2026-02-10' }, { percent: '5', base: 'OVERDUE_TOTAL' }, 'CHARGE'],
  ['a loan without a disbursement', { events: [] }, { amountMinor: 1n }, 'invalid-state'],
  ['a loan that is charged off', { events: [DISBURSED, CHARGE_OFF] }, { amountMinor: 1n }, 'CHARGE 1'],
  ['a due date before the charge-off', { asOf: '2026-12-01' }, { amountMinor: 1n, dueDate: '2026-02-01' }, 'CHARGE 1'],
  ['a due date before the disbursement', {}, { amountMinor: 1n, dueDate: '2025-12-31' }, 'before-disbursement'],
]

describe('a fee of', () => {
  for (const [what, sketch, order, expected] of ROWS) {
    test(what, () => {
      const decide = assessFee({ feeId: 'new', code: 'F', kind: 'FEE', capPercent: '25', ...order })
      assert.equal(outcome(decide, standing(sketch)), expected)
    })
  }

  for (const [dueDate, valueDate] of [
    [undefined, '2026-01-10'],
    ['2026-01-05', '2026-01-05'],
    ['2026-03-01', '2026-01-10'],
  ] as const) {
    test(`due on ${dueDate} stands from ${valueDate}`, () => {
      const decide = assessFee({ feeId: 'new', code: 'F', kind: 'FEE', capPercent: '25', amountMinor: 1n, dueDate })
      const draft = decided(decide, standing())
      assert.ok(typeof draft !== 'string')
      assert.equal(draft.valueDate, valueDate)
    })
  }
})

describe('the waiver of', () => {
  const WAIVERS: [what: string, sketch: Sketch, feeId: string, expected: string][] = [
    ['a fee', { events: [DISBURSED, CHARGE] }, 'old', 'CHARGE_WAIVED'],
    ['a fee that is paid in part', { events: [DISBURSED, CHARGE, paid('2026-01-06', 5_000n)] }, 'old', 'CHARGE_WAIVED'],
    ['a paid fee', { events: [DISBURSED, CHARGE, paid('2026-01-06', 10_000n)] }, 'old', 'fee-paid'],
    ['a waived fee', { events: [DISBURSED, CHARGE, WAIVED] }, 'old', 'invalid-state'],
    ['an unknown fee', {}, 'old', 'fee-not-found'],
    ['a fee of a charged-off loan', { events: [DISBURSED, CHARGE, CHARGE_OFF] }, 'old', 'CHARGE_WAIVED'],
  ]
  for (const [what, sketch, feeId, expected] of WAIVERS) {
    test(what, () => assert.equal(outcome(waiveFee({ feeId }), standing(sketch)), expected))
  }
})
