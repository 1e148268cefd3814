import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toDate } from '../../engine/arithmetic/calendar-days.ts'
import { foldLoan } from '../../engine/fold/fold-loan.ts'
import type { Instalment } from '../../engine/fold/loan-position.ts'
import { agreements, histories, START } from '../../engine/fold/random-histories.fixture.ts'
import { planSchedule } from '../../engine/plan-schedule.ts'
import { packSchedule, unpackSchedule } from './packed-schedule.ts'
import { pack } from './packed-values.ts'

const NOTHING_PAID = { penalties: 0n, fees: 0n, interest: 0n, principal: 0n, overpayment: 0n }

/** A row of an ordinary plan: the second of them follows from the first. */
const row = (n: number, changes: Partial<Instalment> = {}): Instalment => ({
  n,
  from: n === 1 ? '2026-01-31' : '2026-02-28',
  dueDate: n === 1 ? '2026-02-28' : '2026-03-31',
  days: n === 1 ? 28 : 31,
  principalMinor: 500n,
  interestMinor: 10n,
  feesMinor: 0n,
  penaltiesMinor: 0n,
  paid: NOTHING_PAID,
  paidInAdvanceMinor: 0n,
  paidLateMinor: 0n,
  balanceMinor: n === 1 ? 500n : 0n,
  status: 'FUTURE',
  explain: [{ balanceMinor: n === 1 ? 1_000n : 500n, rate: '12.5', days: n === 1 ? 28 : 31, interestMinor: 10n }],
  ...changes,
})

const ROWS: [title: string, changes: Partial<Instalment>][] = [
  ['that follows from the one before', {}],
  ['of another status', { status: 'OVERDUE' }],
  ['with fees', { feesMinor: 3n }],
  ['with penalties', { penaltiesMinor: 4n }],
  ['that is paid in part', { paid: { ...NOTHING_PAID, penalties: 1n, fees: 2n, interest: 3n, principal: 4n } }],
  ['with money that was too much', { paid: { ...NOTHING_PAID, overpayment: 5n } }],
  ['that was paid in advance', { paidInAdvanceMinor: 6n }],
  ['that was paid late', { paidLateMinor: 7n }],
  ['that leaves another balance', { balanceMinor: -8n }],
  ['that begins on another day', { from: '2026-03-01' }],
  ['with another number of days', { days: 30 }],
  ['without interest', { explain: [], interestMinor: 0n }],
  ['at another rate', { explain: [{ balanceMinor: 500n, rate: '7', days: 31, interestMinor: 10n }] }],
  ['on another balance', { explain: [{ balanceMinor: 499n, rate: '12.5', days: 31, interestMinor: 10n }] }],
  ['whose interest goes to the next row', { interestMinor: 0n }],
  ['of amounts that no number holds', { principalMinor: 2n ** 70n, interestMinor: 2n ** 65n }],
  [
    'with two balances',
    {
      explain: [
        { balanceMinor: 500n, rate: '12.5', days: 11, interestMinor: 4n },
        { balanceMinor: 300n, rate: '12.5', days: 20, interestMinor: 6n },
      ],
    },
  ],
  ['that is out of its number', { n: 7 }],
  ['whose rate has a separator', { explain: [{ balanceMinor: 500n, rate: '1;2', days: 31, interestMinor: 10n }] }],
]
for (const [title, changes] of ROWS) {
  test(`a row ${title} is read as it was packed`, () => {
    const rows = [row(1), row(2, changes)]
    assert.deepEqual(unpackSchedule(packSchedule(rows)), rows)
    assert.deepEqual(unpackSchedule(pack(rows)), rows)
  })
}

test('an ordinary row is its days, its principal and its interest', () => {
  assert.equal(packSchedule([row(1), row(2)]), '$1;20484;1000;12.5;28,500,10;31,500,10')
})

test('a schedule without rows is read as it was packed', () => assert.deepEqual(unpackSchedule(packSchedule([])), []))

test('every schedule of a random history is read as it was packed', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 0, max: 500 }), ({ agreement, events }, days) => {
      const { instalments } = foldLoan(agreement, events, toDate(START + days))
      assert.deepEqual(unpackSchedule(packSchedule(instalments)), instalments)
    }),
    { seed: 20_260_614 },
  )
})

test('every plan before a disbursement is read as it was packed', () => {
  fc.assert(
    fc.property(agreements, (agreement) => {
      const instalments = planSchedule(agreement)
      assert.deepEqual(unpackSchedule(packSchedule(instalments)), instalments)
    }),
    { seed: 20_260_614 },
  )
})
