import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DisbursementOrder, disburse } from './disburse.ts'
import { reverseDisbursement } from './reverse-disbursement.ts'
import { DISBURSED, decided, outcome, paid, type Sketch, standing } from './standing.fixture.ts'

const HALF = { ...DISBURSED, amountMinor: 60_000n, valueDate: '2026-01-05' } as const
const WRITE_OFF = { kind: 'CLOSING', valueDate: '2026-01-06', reason: 'WRITTEN_OFF' } as const

const ROWS: [what: string, sketch: Sketch, order: Partial<DisbursementOrder>, expected: string][] = [
  ['all that was approved', { events: [] }, { amountMinor: 120_000n }, 'DISBURSEMENT 120000'],
  ['a cent more', { events: [] }, { amountMinor: 120_001n }, 'exceeds-approved'],
  ['the rest', { events: [HALF] }, { amountMinor: 60_000n }, 'DISBURSEMENT 60000'],
  ['more than the rest', { events: [HALF] }, { amountMinor: 60_001n }, 'exceeds-approved'],
  ['the day of the agreement', { events: [] }, { valueDate: '2026-01-01' }, 'DISBURSEMENT 1'],
  ['a day before the agreement', { events: [] }, { valueDate: '2025-12-31' }, 'before-creation'],
  ['a tranche before the first', { events: [HALF] }, { valueDate: '2026-01-04' }, 'before-disbursement'],
  ['a future day', { events: [] }, { valueDate: '2026-01-11' }, 'future-dated'],
  [
    'a tranche dated before the charge-off',
    { events: [HALF], asOf: '2026-12-01' },
    { valueDate: '2026-01-10' },
    'DISBURSEMENT 1',
  ],
  ['a tranche after the charge-off', { events: [HALF], asOf: '2026-12-01' }, {}, 'invalid-state'],
  ['a cancelled loan', { events: [{ ...WRITE_OFF, reason: 'CANCELLED' }] }, {}, 'invalid-state'],
  ['a loan that is written off', { events: [HALF, WRITE_OFF] }, {}, 'invalid-state'],
  [
    'a paid loan',
    { events: [HALF, { kind: 'SETTLEMENT', valueDate: '2026-01-05', amountMinor: 60_000n }] },
    {},
    'invalid-state',
  ],
]

describe('a disbursement of', () => {
  for (const [what, sketch, order, expected] of ROWS) {
    test(what, () => {
      const decide = disburse({ amountMinor: 1n, deductFees: false, agreedFees: [], ...order })
      assert.equal(outcome(decide, standing(sketch)), expected)
    })
  }
})

describe('fees of the offer', () => {
  const agreedFees = [
    { code: 'ARRANGEMENT', amountMinor: 2_000n, financed: true },
    { code: 'VALUATION', amountMinor: 500n, financed: false },
  ]
  const charged = [{ chargeId: 'agreed-fee-1', code: 'VALUATION', amountMinor: 500n }]
  const keep = { deductFees: true }
  const charge = { deductFees: false }
  const standard = { ...HALF, feesDeductedMinor: 1_500n }
  const withCharges = { ...HALF, feesDeductedMinor: 2_000n, feesCharged: charged }
  const early = { ...HALF, feesDeductedMinor: 2_000n, rules: 1 as const }
  const FEES: [
    what: string,
    events: Sketch['events'],
    order: Partial<DisbursementOrder>,
    taken: bigint,
    due?: bigint,
  ][] = [
    ['the first one keeps all of them back', [], keep, 2_500n],
    ['the first one keeps financed ones back and charges the others', [], charge, 2_000n, 500n],
    ['never more than the amount', [], { ...keep, amountMinor: 1_500n }, 1_500n],
    ['what the first one could not cover comes off the next', [standard], keep, 1_000n],
    ['the first one decides: deducted', [standard], charge, 1_000n],
    ['the first one decides: charged', [withCharges], keep, 0n],
    ['once', [{ ...HALF, feesDeductedMinor: 2_500n }], keep, 0n],
    ['a first one of earlier versions leaves it to the next: deducted', [early], keep, 500n],
    ['a first one of earlier versions leaves it to the next: not', [early], charge, 0n],
    [
      'a first one that was reversed does not count',
      [withCharges, { kind: 'REVERSAL', valueDate: '2026-01-06', reversalOf: 'event-1' }],
      keep,
      2_500n,
    ],
  ]
  for (const [what, events = [], order, taken, due = 0n] of FEES) {
    test(what, () => {
      const decide = disburse({ amountMinor: 60_000n, deductFees: true, agreedFees, ...order })
      const draft = decided(decide, standing({ events }))
      assert.ok(typeof draft !== 'string' && draft.kind === 'DISBURSEMENT')
      assert.equal(draft.feesDeductedMinor, taken)
      assert.deepEqual(draft.feesCharged ?? [], due === 0n ? [] : charged)
    })
  }
})

describe('the reversal of a disbursement', () => {
  const TRANCHE = { ...HALF, valueDate: '2026-01-06' } as const
  const REVERSALS: [what: string, sketch: Sketch, disbursementId: string, expected: string][] = [
    ['the only one', {}, 'event-1', 'REVERSAL'],
    [
      'the only one, with a repayment after it',
      { events: [DISBURSED, paid('2026-01-05', 10_662n)] },
      'event-1',
      'has-later-transactions',
    ],
    [
      'a tranche, with a repayment after it',
      { events: [HALF, TRANCHE, paid('2026-01-07', 10_662n)] },
      'event-2',
      'REVERSAL',
    ],
    [
      'reversed before',
      { events: [HALF, { kind: 'REVERSAL', valueDate: '2026-01-06', reversalOf: 'event-1' }] },
      'event-1',
      'already-reversed',
    ],
    [
      'a tranche that agreed fees came off',
      { events: [HALF, { ...TRANCHE, feesDeductedMinor: 500n }] },
      'event-2',
      'has-later-transactions',
    ],
    [
      'the first of two, which charged agreed fees',
      { events: [{ ...HALF, feesCharged: [{ chargeId: 'agreed-fee-1', code: 'F', amountMinor: 1n }] }, TRANCHE] },
      'event-1',
      'has-later-transactions',
    ],
    [
      'the only one, which agreed fees came off',
      { events: [{ ...HALF, feesDeductedMinor: 500n }] },
      'event-1',
      'REVERSAL',
    ],
    ['of a repayment', { events: [HALF, paid('2026-01-07', 5_500n)] }, 'event-2', 'disbursement-not-found'],
    ['unknown', {}, 'event-9', 'disbursement-not-found'],
    ['before a write-off', { events: [HALF, WRITE_OFF] }, 'event-1', 'has-later-transactions'],
  ]
  for (const [what, sketch, disbursementId, expected] of REVERSALS) {
    test(what, () => assert.equal(outcome(reverseDisbursement({ disbursementId }), standing(sketch)), expected))
  }
})
