import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DEFAULT_BUCKETS } from '../engine/aging.ts'
import { foldLoan } from '../engine/fold-loan.ts'
import type { LoanEvent } from '../engine/loan-events.ts'
import type { LoanAgreement } from '../engine/terms.ts'
import { HistoryFold, readSnapshot, writeSnapshot } from './history-fold.ts'
import { TERMS } from './loan-bank.fixture.ts'
import { addDaysTo } from './loan-dates.ts'

const START = '2026-01-15'
const AGREEMENT: LoanAgreement = {
  currency: 'USD',
  principalApprovedMinor: 600_000n,
  interestRate: '9.5',
  term: { count: 24, unit: 'Months' },
  terms: { ...TERMS, lateFee: { percent: '5', base: 'INSTALMENT', graceDays: 3 } },
  policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS },
  agreementDate: START,
  plannedDisbursement: START,
}

const EVENTS: LoanEvent[] = [
  {
    kind: 'DISBURSEMENT',
    eventId: 'e1',
    sequence: 1,
    valueDate: START,
    amountMinor: 600_000n,
    feesDeductedMinor: 0n,
  },
  {
    kind: 'CHARGE',
    eventId: 'e2',
    sequence: 2,
    valueDate: addDaysTo(START, 3),
    chargeId: 'c1',
    code: '#1',
    chargeKind: 'FEE',
    amountMinor: 900n,
  },
  ...Array.from({ length: 30 }, (_, i): LoanEvent => {
    const n = i + 3
    const valueDate = addDaysTo(START, 10 + i * 12)
    return { kind: 'REPAYMENT', eventId: `e${n}`, sequence: n, valueDate, amountMinor: 11_000n + BigInt(i) }
  }),
]
const LAST = addDaysTo(START, 400)

describe('the fold of a history', () => {
  test('is that of the engine, event by event, on any day', () => {
    const fold = new HistoryFold(AGREEMENT)
    for (let n = 1; n <= EVENTS.length; n++) {
      const events = EVENTS.slice(0, n)
      for (const asOf of [addDaysTo(START, 200), LAST, addDaysTo(START, 20)])
        assert.deepEqual(fold.position(events, asOf), foldLoan(AGREEMENT, events, asOf))
    }
  })

  test('starts over for a back-dated event and for a reversal', () => {
    const fold = new HistoryFold(AGREEMENT)
    fold.position(EVENTS, LAST)
    const without = EVENTS.filter(({ eventId }) => eventId !== 'e7')
    assert.deepEqual(fold.position(without, LAST), foldLoan(AGREEMENT, without, LAST))
    assert.deepEqual(fold.position(EVENTS, LAST), foldLoan(AGREEMENT, EVENTS, LAST))
  })

  test('goes on from a stored snapshot as if it had folded everything', () => {
    for (const n of [1, 2, 10, 25]) {
      const before = new HistoryFold(AGREEMENT)
      before.position(EVENTS.slice(0, n), LAST)
      const snapshot = before.snapshot(EVENTS.slice(0, n))
      assert.ok(snapshot !== undefined)
      const stored = writeSnapshot(snapshot, AGREEMENT)
      const read = readSnapshot(stored, AGREEMENT)
      assert.deepEqual(read, snapshot)
      const fold = new HistoryFold(AGREEMENT, read)
      assert.deepEqual(fold.position(EVENTS, LAST), foldLoan(AGREEMENT, EVENTS, LAST))
      const since = new HistoryFold(AGREEMENT, readSnapshot(stored, AGREEMENT))
      assert.deepEqual(since.positionSince(EVENTS.slice(n), LAST), foldLoan(AGREEMENT, EVENTS, LAST))
      // The snapshot itself is not changed by what is folded on top of it.
      assert.equal(writeSnapshot(snapshot, AGREEMENT), stored)
    }
  })

  test('does not take the position of an earlier day from a later snapshot', () => {
    const before = new HistoryFold(AGREEMENT)
    before.position(EVENTS, LAST)
    const fold = new HistoryFold(AGREEMENT, before.snapshot(EVENTS))
    const asOf = addDaysTo(START, 100)
    assert.deepEqual(fold.position(EVENTS, asOf), foldLoan(AGREEMENT, EVENTS, asOf))
  })
})

test('a snapshot of another version of the fold is not taken', () => {
  const fold = new HistoryFold(AGREEMENT)
  fold.position(EVENTS, LAST)
  const snapshot = fold.snapshot(EVENTS)
  assert.ok(snapshot !== undefined)
  const stored = writeSnapshot(snapshot, AGREEMENT)
  assert.ok(readSnapshot(stored, AGREEMENT) !== undefined)
  assert.equal(readSnapshot(stored.replace(/"foldVersion":\d+/, '"foldVersion":1'), AGREEMENT), undefined)
})
