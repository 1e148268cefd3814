// Special cases of prepayments that the worked examples of docs/lending.md do not show: what they leave of the plan, and what
// they are when events are replayed. The loan is 1,200.00 at 12 % in four rows from 2026-01-01.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { charged, type Draft, eased, LENT, lent, paid, positionOf, rowsOf } from '../drafted-loan.fixture.ts'

describe('REDUCE_TERM', () => {
  const shorter = paid('2026-02-01', 61_754n, { strategy: 'REDUCE_TERM' })
  const ROWS: [what: string, drafts: Draft[], asOf: string, rows: string[]][] = [
    [
      'moves charges of the rows that it drops to the last row',
      [LENT, charged('2026-01-10', '2026-05-01'), shorter],
      '2026-02-01',
      ['2026-02-01 60554 1200', '2026-03-01 30160 594', '2026-04-01 29286 293 1000'],
    ],
    [
      'lets rows that are added later follow the last row',
      [
        LENT,
        shorter,
        {
          kind: 'RESTRUCTURE',
          type: 'TERM_EXTENSION',
          valueDate: '2026-02-10',
          effectiveDate: '2026-02-10',
          extraInstalments: 1,
        },
      ],
      '2026-02-10',
      ['2026-02-01 60554 1200', '2026-03-01 19619 594', '2026-04-01 19815 398', '2026-05-01 20012 200'],
    ],
    [
      'levels a new rate over the rows that are left',
      [
        LENT,
        shorter,
        {
          kind: 'RESTRUCTURE',
          type: 'RATE_CHANGE',
          valueDate: '2026-02-02',
          effectiveDate: '2026-02-02',
          newRate: '0',
        },
      ],
      '2026-02-10',
      ['2026-02-01 60554 1200', '2026-03-01 29713 21', '2026-04-01 29733 0'],
    ],
    [
      'gives its rows back to a tranche that comes when the last row is late, without interest for the days between',
      [LENT, shorter, paid('2026-03-01', 30_754n), lent(10_000n, '2026-04-16')],
      '2026-04-16',
      ['2026-02-01 60554 1200', '2026-03-01 30160 594', '2026-04-01 29286 293', '2026-05-01 10000 50'],
    ],
    [
      'leaves the interest of a row waived that it makes the last one',
      [
        LENT,
        eased('2026-01-10', '2026-01-10', '2026-02-01', { interestTreatment: 'WAIVE' }),
        paid('2026-01-16', 120_000n, { strategy: 'REDUCE_TERM' }),
      ],
      '2026-02-01',
      ['2026-02-01 120000 0'],
    ],
    [
      'does not drop rows when it was booked by the first rules',
      [LENT, paid('2026-02-01', 61_754n, { strategy: 'REDUCE_TERM', rules: 1 }), paid('2026-03-01', 30_754n)],
      '2026-04-20',
      ['2026-02-01 60554 1200', '2026-03-01 30160 594', '2026-04-01 29286 293', '2026-05-01 0 185'],
    ],
  ]
  for (const [what, drafts, asOf, rows] of ROWS) {
    test(what, () => assert.deepEqual(rowsOf(positionOf(drafts, asOf)), rows))
  }
})

describe('PAY_NEXT_INSTALMENTS', () => {
  const next = { strategy: 'PAY_NEXT_INSTALMENTS' }
  const ROWS: [what: string, drafts: Draft[], asOf: string, rows: string[]][] = [
    [
      'passes on to the next row what a row could not take, also when it has fallen due',
      [LENT, paid('2026-02-01', 80_754n, next), paid('2026-03-01', 404n)],
      '2026-03-01',
      ['2026-02-01 79554 1200', '2026-03-01 0 404', '2026-04-01 10700 404', '2026-05-01 29746 297'],
    ],
    [
      'ends with a re-levelling',
      [LENT, paid('2026-02-01', 40_754n, next), lent(10_000n, '2026-02-10')],
      '2026-02-10',
      ['2026-02-01 39554 1200', '2026-03-01 29870 873', '2026-04-01 30137 606', '2026-05-01 30439 304'],
    ],
    [
      'takes the excess off the planned principal when it was booked by the first rules',
      [LENT, paid('2026-02-01', 40_754n, { ...next, rules: 1 })],
      '2026-02-01',
      ['2026-02-01 39554 1200', '2026-03-01 19850 804', '2026-04-01 30148 606', '2026-05-01 30448 304'],
    ],
  ]
  for (const [what, drafts, asOf, rows] of ROWS) {
    test(what, () => assert.deepEqual(rowsOf(positionOf(drafts, asOf)), rows))
  }
})

describe('replayed', () => {
  const kinds = (drafts: readonly Draft[], asOf: string) =>
    positionOf(drafts, asOf).transactions.map(({ kind, allocation }) => `${kind} ${allocation.principal}`)
  test('a settlement that falls short is a prepayment', () => {
    const settled: Draft = { kind: 'SETTLEMENT', valueDate: '2026-02-15', amountMinor: 90_898n }
    assert.deepEqual(kinds([LENT, paid('2026-02-01', 30_754n), settled], '2026-02-15').slice(1), [
      'REPAYMENT 29554',
      'SETTLEMENT 90446',
    ])
    assert.deepEqual(kinds([LENT, settled], '2026-02-15').slice(1), ['PREPAYMENT 89698'])
  })
  test('a prepayment within the arrears is a payment', () => {
    const early: Draft = { kind: 'PREPAYMENT', valueDate: '2026-02-15', amountMinor: 20_000n }
    assert.deepEqual(kinds([LENT, paid('2026-02-01', 30_754n), early], '2026-02-15').slice(1), [
      'REPAYMENT 29554',
      'PREPAYMENT 20000',
    ])
    assert.deepEqual(kinds([LENT, early], '2026-02-15').slice(1), ['REPAYMENT 18800'])
  })
})
