import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TERMS } from '../../../test/support/lending/loan-bank.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { DEFAULT_BUCKETS } from '../engine/aging.ts'
import { foldLoan } from '../engine/fold/fold-loan.ts'
import type { LoanEvent } from '../engine/loan-events.ts'
import { LoanRuleViolation } from '../engine/loan-rules.ts'
import type { LoanAgreement } from '../engine/terms.ts'
import type { AnyDraft } from './book/loan-command.ts'
import { standing } from './commands/standing.fixture.ts'
import { HistoryFold, NotFolded } from './history-fold.ts'
import { toJson } from './loan-codec.ts'
import { addDaysTo } from './loan-dates.ts'
import { MOST_WORK, OpenLoan } from './posting/loan-in-batch.ts'
import { packSchedule, unpackSchedule } from './stored/packed-schedule.ts'
import { readSnapshot, writeSnapshot } from './stored/packed-snapshot.ts'

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
  test('a schedule that is asked for late is that of its position', () => {
    const fold = new HistoryFold(AGREEMENT)
    const some = EVENTS.slice(0, 12)
    const day = addDaysTo(START, 10 + 9 * 12)
    const position = fold.position(some, day)
    const expected = foldLoan(AGREEMENT, some, day).instalments
    fold.position(EVENTS, LAST)
    assert.deepEqual(position.instalments, expected)
    assert.equal(position.instalments, position.instalments)
  })

  test('is that of the engine, event by event, on any day', () => {
    const fold = new HistoryFold(AGREEMENT)
    for (let n = 1; n <= EVENTS.length; n++) {
      const events = EVENTS.slice(0, n)
      for (const asOf of [addDaysTo(START, 200), LAST, addDaysTo(START, 20)])
        assert.deepEqual(fold.position(events, asOf), foldLoan(AGREEMENT, events, asOf))
    }
  })

  test('forgets what came before, and folds it again when it is asked for', () => {
    const begun = new HistoryFold(AGREEMENT)
    begun.position(EVENTS.slice(0, 10), LAST)
    const stored = begun.snapshot(EVENTS.slice(0, 10))
    const fold = new HistoryFold(AGREEMENT, stored)
    fold.position(EVENTS.slice(0, 20), LAST)
    fold.position(EVENTS, LAST)
    fold.forgetOthers(EVENTS)
    assert.deepEqual(
      fold.states().map(({ eventIds }) => eventIds.length),
      [EVENTS.length],
    )
    for (const events of [EVENTS, EVENTS.slice(0, 20), EVENTS.slice(0, 5)])
      assert.deepEqual(fold.position(events, LAST), foldLoan(AGREEMENT, events, LAST))
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

describe('a fold in slices', () => {
  const LONG: LoanAgreement = { ...AGREEMENT, term: { count: 600, unit: 'Months' } }

  /** As a caller does: what is not folded is done in steps, then asked for again. */
  async function inSlices<Result>(fold: HistoryFold, ask: () => Result): Promise<{ result: Result; cuts: number }> {
    let cuts = 0
    const turn = {
      pause: () => {
        cuts += 1
        return undefined
      },
    }
    fold.isSliced = true
    for (;;) {
      try {
        return { result: ask(), cuts }
      } catch (error) {
        if (!(error instanceof NotFolded)) throw error
        await error.work(turn)
      }
    }
  }

  test('can be cut after every event and every position, and is the same', async () => {
    const fold = new HistoryFold(LONG)
    const { result, cuts } = await inSlices(fold, () => [
      fold.position(EVENTS, LAST),
      fold.position(EVENTS, addDaysTo(LAST, 30)),
    ])
    assert.deepEqual(result, [foldLoan(LONG, EVENTS, LAST), foldLoan(LONG, EVENTS, addDaysTo(LAST, 30))])
    assert.equal(cuts, EVENTS.length + 2)
  })

  test('folds a small loan at once', async () => {
    const fold = new HistoryFold(AGREEMENT)
    const { cuts } = await inSlices(fold, () => fold.position(EVENTS.slice(0, 10), LAST))
    assert.equal(cuts, 0)
  })

  test('says which event cannot stand, without folding twice', async () => {
    const fold = new HistoryFold(LONG)
    const refund: LoanEvent = { kind: 'REFUND', eventId: 'r', sequence: 99, valueDate: LAST, amountMinor: 1n }
    const ask = () => {
      try {
        return fold.position([...EVENTS, refund], LAST)
      } catch (error) {
        if (error instanceof LoanRuleViolation) return error.code
        throw error
      }
    }
    const first = await inSlices(fold, ask)
    assert.deepEqual(first, { result: 'LOAN_CLOSED', cuts: EVENTS.length })
    assert.deepEqual(await inSlices(fold, ask), { result: 'LOAN_CLOSED', cuts: 0 })
  })
})

test('the rows of a schedule are packed to a fraction, and read as they were', () => {
  for (let n = 1; n <= EVENTS.length; n++) {
    const { instalments } = foldLoan(AGREEMENT, EVENTS.slice(0, n), LAST)
    assert.deepEqual(unpackSchedule(packSchedule(instalments)), instalments)
    assert.ok(packSchedule(instalments).length * 5 < toJson(instalments).length)
  }
})

const LIMITS: [title: string, draft: AnyDraft, sequence: number, isTaken: boolean][] = [
  ['as long as rows times events allow it', { kind: 'REPAYMENT', valueDate: '2026-01-10', amountMinor: 5n }, -1, true],
  ['no longer', { kind: 'REPAYMENT', valueDate: '2026-01-10', amountMinor: 5n }, 0, false],
  ['to settle it', { kind: 'SETTLEMENT', valueDate: '2026-01-10', amountMinor: 130_000n }, 0, true],
  ['to write it off', { kind: 'CLOSING', valueDate: '2026-01-10', reason: 'WRITTEN_OFF' }, 0, true],
]
for (const [title, draft, more, isTaken] of LIMITS) {
  test(`a loan with many events takes another ${title}`, () => {
    const { loan, events } = standing()
    const sequence = Math.floor(MOST_WORK / 12) + more
    const open = OpenLoan.of({ loan, events: events.map((event) => ({ ...event, sequence })) })
    const added = open.add([draft], { nowMs: 0, asOf: '2026-01-10', createdBy: 'test' })
    assert.equal(added instanceof Problem ? added.reason : undefined, isTaken ? undefined : 'loans.too-many-events')
  })
}
