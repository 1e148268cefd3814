import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DISBURSED, outcome, paid, type Sketch, standing } from '../standing.fixture.ts'
import { type ManualRepaymentOrder, repayManually } from './repay-manually.ts'
import { reverseRepayment } from './reverse-repayment.ts'

const NOTHING = { penalties: 0n, fees: 0n, interest: 0n, principal: 0n, overpayment: 0n }
const WRITTEN_OFF: Sketch = {
  asOf: '2026-03-10',
  events: [
    DISBURSED,
    paid('2026-02-01', 10_662n),
    { kind: 'CLOSING', valueDate: '2026-03-01', reason: 'WRITTEN_OFF' },
    paid('2026-03-05', 100n),
  ],
}
const BY_HAND: Sketch = { asOf: '2026-02-01' }

const ROWS: [what: string, sketch: Sketch, order: Partial<ManualRepaymentOrder>, expected: string][] = [
  ['any amount without an allocation', BY_HAND, { amountMinor: 1n }, 'REPAYMENT 1'],
  [
    'parts that sum to the amount',
    BY_HAND,
    { amountMinor: 300n, allocation: { ...NOTHING, interest: 100n, principal: 200n } },
    'REPAYMENT 300',
  ],
  [
    'parts that do not sum to the amount',
    BY_HAND,
    { amountMinor: 301n, allocation: { ...NOTHING, interest: 300n } },
    'allocation-mismatch',
  ],
  [
    'an overpayment while something is owed',
    BY_HAND,
    { amountMinor: 300n, allocation: { ...NOTHING, overpayment: 300n } },
    'allocation-exceeds-due',
  ],
  ['a future day', BY_HAND, { valueDate: '2026-02-02' }, 'future-dated'],
  ['a day before the disbursement', BY_HAND, { valueDate: '2025-12-31' }, 'before-disbursement'],
  ['a loan without a disbursement', { events: [] }, { valueDate: '2026-01-10' }, 'invalid-state'],
  ['a recovery', WRITTEN_OFF, { valueDate: '2026-03-10' }, 'REPAYMENT 1'],
  [
    'a recovery with an allocation',
    WRITTEN_OFF,
    { valueDate: '2026-03-10', allocation: { ...NOTHING, principal: 1n } },
    'allocation-exceeds-due',
  ],
  ['a day before the write-off', WRITTEN_OFF, { valueDate: '2026-02-28' }, 'has-later-transactions'],
]

describe('a repayment by hand with', () => {
  for (const [what, sketch, order, expected] of ROWS) {
    test(what, () => {
      const decide = repayManually({ amountMinor: 1n, valueDate: '2026-02-01', ...order })
      assert.equal(outcome(decide, standing(sketch)), expected)
    })
  }
})

describe('the reversal of', () => {
  const reversed = [
    DISBURSED,
    paid('2026-02-01', 10_662n),
    { kind: 'REVERSAL', valueDate: '2026-02-01', reversalOf: 'event-2' } as const,
  ]
  const REVERSALS: [what: string, sketch: Sketch, reversalOf: string, expected: string][] = [
    ['a repayment', { asOf: '2026-02-01', events: [DISBURSED, paid('2026-02-01', 10_662n)] }, 'event-2', 'REVERSAL'],
    ['a disbursement', BY_HAND, 'event-1', 'invalid-state'],
    ['nothing known', BY_HAND, 'event-9', 'transaction-not-found'],
    ['what was reversed before', { asOf: '2026-02-01', events: reversed }, 'event-2', 'already-reversed'],
    ['a repayment before a write-off', WRITTEN_OFF, 'event-2', 'has-later-transactions'],
    ['a recovery', WRITTEN_OFF, 'event-4', 'REVERSAL'],
  ]
  for (const [what, sketch, reversalOf, expected] of REVERSALS) {
    test(what, () => {
      const at = standing(sketch)
      const decide = reverseRepayment({ reversalOf, valueDate: at.position.asOf })
      assert.equal(outcome(decide, at), expected)
    })
  }
})
