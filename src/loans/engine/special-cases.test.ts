// Rules of the engine that the worked examples of docs/lending.md do not show: when the clock acts, what a change ends, and
// what events of the first version of the rules keep. The loan is 1,200.00 at 12 % in four rows from 2026-01-01.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { charged, type Draft, eased, LENT, lent, paid, positionOf, rowsOf } from './drafted-loan.fixture.ts'
import type { Terms } from './terms.ts'

describe('a late fee is charged on day graceDays + 1', () => {
  const ROWS: [graceDays: number, asOf: string, penalties: bigint][] = [
    [0, '2026-02-01', 0n],
    [0, '2026-02-02', 500n],
    [3, '2026-02-04', 0n],
    [3, '2026-02-05', 500n],
    [3, '2026-03-04', 500n],
    [3, '2026-03-05', 1_000n],
  ]
  for (const [graceDays, asOf, penalties] of ROWS) {
    test(`${graceDays} days of grace, on ${asOf}`, () => {
      const lateFee = { amountMinor: 500n, base: 'PRINCIPAL' as const, graceDays }
      const { balances, transactions } = positionOf([LENT], asOf, { lateFee })
      assert.equal(balances.penaltiesMinor, penalties)
      assert.equal(transactions.length, 1)
    })
  }

  test('a row that is paid on the last day of grace has none', () => {
    const lateFee = { amountMinor: 500n, base: 'PRINCIPAL' as const, graceDays: 3 }
    const position = positionOf([LENT, paid('2026-02-04', 30_754n)], '2026-02-20', { lateFee })
    assert.equal(position.balances.penaltiesMinor, 0n)
  })
})

describe('days past due', () => {
  // Row 1 is late since 1 February. From 10 February row 2 is reduced to 100.00, which is not paid either.
  const reduced = { type: 'REDUCED_PAYMENT', reducedAmountMinor: 10_000n }
  const arranged = eased('2026-02-10', '2026-02-10', '2026-03-01', reduced)
  const ROWS: [what: string, drafts: Draft[], asOf: string, days: number, status: string][] = [
    ['pause while the arrangement is kept', [LENT, arranged], '2026-03-01', 9, 'ACTIVE'],
    ['do not pause for an arrangement that was broken', [LENT, arranged], '2026-03-16', 43, 'BROKEN'],
    [
      'go on after an arrangement that was kept',
      [LENT, eased('2026-02-10', '2026-02-10', '2026-03-01')],
      '2026-03-16',
      24,
      'COMPLETED',
    ],
  ]
  for (const [what, drafts, asOf, days, status] of ROWS) {
    test(what, () => {
      const position = positionOf(drafts, asOf)
      assert.equal(position.daysPastDue, days)
      assert.equal(position.arrangements[0]?.status, status)
    })
  }
})

describe('an arrangement breaks 15 days late, counted from the day it was asked for at the earliest', () => {
  const reduced = { type: 'REDUCED_PAYMENT', reducedAmountMinor: 10_000n, instalments: 2 }
  const ROWS: [what: string, askedOn: string, asOf: string, status: string][] = [
    ['asked for before the row is due', '2026-01-20', '2026-02-15', 'ACTIVE'],
    ['asked for before the row is due', '2026-01-20', '2026-02-16', 'BROKEN'],
    ['asked for after the row was due', '2026-02-10', '2026-02-24', 'ACTIVE'],
    ['asked for after the row was due', '2026-02-10', '2026-02-25', 'BROKEN'],
  ]
  for (const [what, askedOn, asOf, status] of ROWS) {
    test(`${what}: ${status} on ${asOf}`, () => {
      const startDate = askedOn < '2026-02-01' ? askedOn : '2026-02-01'
      const position = positionOf([LENT, eased(askedOn, startDate, '2026-02-01', reduced)], asOf)
      assert.equal(position.arrangements[0]?.status, status)
    })
  }
})

describe('an arrangement covers', () => {
  const ROWS: [what: string, drafts: Draft[], asOf: string, rows: string[]][] = [
    [
      'a row that is past, and what was prepaid stays in it',
      [LENT, paid('2026-01-16', 10_000n), eased('2026-02-10', '2026-02-01', '2026-02-01')],
      '2026-02-10',
      [
        '2026-02-01 10000 0',
        '2026-03-01 29654 2249',
        '2026-04-01 29951 803',
        '2026-05-01 30250 504',
        '2026-06-01 20145 201',
      ],
    ],
    [
      'the row after one that was paid on the start date',
      [LENT, paid('2026-02-01', 30_754n), eased('2026-02-01', '2026-02-01', '2026-03-01')],
      '2026-02-01',
      [
        '2026-02-01 29554 1200',
        '2026-03-01 0 0',
        '2026-04-01 29850 1808',
        '2026-05-01 30148 606',
        '2026-06-01 30448 304',
      ],
    ],
    [
      'the last row on its due date',
      [
        LENT,
        paid('2026-02-01', 30_754n),
        paid('2026-03-01', 30_754n),
        paid('2026-04-01', 30_754n),
        eased('2026-05-01', '2026-05-01', '2026-05-01'),
      ],
      '2026-05-01',
      [
        '2026-02-01 29554 1200',
        '2026-03-01 29850 904',
        '2026-04-01 30148 606',
        '2026-05-01 0 0',
        '2026-06-01 30448 608',
      ],
    ],
  ]
  for (const [what, drafts, asOf, rows] of ROWS) {
    test(what, () => assert.deepEqual(rowsOf(positionOf(drafts, asOf)), rows))
  }

  test('no row that is due on the start date, when it was booked by the first rules', () => {
    const { firstDueDate: _, ...first } = eased('2026-03-01', '2026-03-01', '2026-03-01') as { firstDueDate?: string }
    const old = { ...first, rules: 1 } as Draft
    const [, second, third] = rowsOf(positionOf([LENT, paid('2026-02-01', 30_754n), old], '2026-03-01'))
    assert.deepEqual([second, third], ['2026-03-01 29850 904', '2026-04-01 0 0'])
  })
})

test('an extension of the term that is ended early gives back every row that it has added', () => {
  const longer = eased('2026-02-10', '2026-02-10', '2026-03-01', { type: 'TERM_EXTENSION', instalments: 2 })
  const end: Draft = { kind: 'HARDSHIP_ENDED', valueDate: '2026-03-10', arrangementId: 'arrangement' }
  const drafts = [LENT, paid('2026-02-01', 30_754n), longer, paid('2026-03-01', 18_635n)]
  assert.equal(positionOf(drafts, '2026-03-10').maturityDate, '2026-07-01')
  assert.equal(positionOf([...drafts, end], '2026-03-10').maturityDate, '2026-05-01')
  assert.equal(positionOf([...drafts, { ...end, rules: 1 } as Draft], '2026-03-10').maturityDate, '2026-06-01')
})

test('a flat loan is not overpaid while a row that was moved to an earlier day has a charge to come', () => {
  const moved: Draft = {
    kind: 'RESTRUCTURE',
    type: 'DUE_DATE_CHANGE',
    valueDate: '2026-01-10',
    effectiveDate: '2026-01-10',
    newDueDate: '2026-01-15',
  }
  const drafts = [LENT, charged('2026-01-05', '2026-02-01'), moved, paid('2026-01-15', 125_800n)]
  const { status, balances } = positionOf(drafts, '2026-01-15', { method: 'FLAT' })
  assert.deepEqual([status, balances.totalOutstandingMinor, balances.overpaymentMinor], ['CLOSED', 0n, 0n])
})

describe('a loan that was paid off is not owed once more', () => {
  const end: Draft = { kind: 'HARDSHIP_ENDED', valueDate: '2026-01-20', arrangementId: 'arrangement' }
  const waived = eased('2026-01-10', '2026-01-10', '2026-02-01', { interestTreatment: 'WAIVE' })
  const added = eased('2026-02-10', '2026-02-10', '2026-03-01', { interestTreatment: 'CAPITALISE' })
  const flat: Partial<Terms> = { method: 'FLAT', graceOnInterest: 1 }
  const ROWS: [what: string, drafts: Draft[], asOf: string, terms: Partial<Terms>, owed: bigint, overpaid: bigint][] = [
    ['when its arrangement ends', [LENT, waived, paid('2026-01-16', 130_000n), end], '2026-01-20', {}, 0n, 10_000n],
    // Five rows with 12.00 of interest. The row of the holiday has 12.00 more, which it passes on.
    ['when the holiday is over', [LENT, added, paid('2026-02-10', 130_000n)], '2026-04-01', flat, 0n, 4_000n],
    [
      'unless it was paid by earlier rules, which asked twice for interest that was passed on',
      [LENT, added, paid('2026-02-10', 130_000n, { rules: 2 })],
      '2026-04-01',
      flat,
      1_200n,
      4_000n,
    ],
  ]
  for (const [what, drafts, asOf, terms, owed, overpaid] of ROWS) {
    test(what, () => {
      const { balances } = positionOf(drafts, asOf, terms)
      assert.deepEqual([balances.totalOutstandingMinor, balances.overpaymentMinor], [owed, overpaid])
    })
  }
})

test('an arrangement from the day of a tranche leaves the down payment of the tranche alone', () => {
  const drafts = [LENT, lent(10_000n, '2026-02-01'), eased('2026-02-01', '2026-02-01', '2026-02-01')]
  const rows = rowsOf(positionOf(drafts, '2026-02-01', { downPayment: { percent: '10', auto: true } }))
  assert.deepEqual(rows, [
    '2026-01-01 12000 0',
    '2026-02-01 0 0',
    '2026-02-01 1000 0',
    '2026-03-01 26508 2250',
    '2026-04-01 29834 905',
    '2026-05-01 30132 607',
    '2026-06-01 30526 305',
  ])
})

test('REAMORTISE leaves arrears to the last row when no full row is left', () => {
  const reduced = { type: 'REDUCED_PAYMENT', reducedAmountMinor: 10_000n, instalments: 2 }
  const drafts: Draft[] = [
    LENT,
    eased('2026-02-10', '2026-02-10', '2026-03-01', reduced),
    paid('2026-02-10', 116_200n, { strategy: 'REDUCE_TERM' }),
    { kind: 'RESTRUCTURE', type: 'REAMORTISE', valueDate: '2026-03-20', effectiveDate: '2026-03-20' },
  ]
  const rows = rowsOf(positionOf(drafts, '2026-03-20', { method: 'EQUAL_PRINCIPAL' }))
  assert.deepEqual(rows, ['2026-02-01 30000 1200', '2026-03-01 85000 0', '2026-04-01 5000 470'])
})

test('a repayment on the day of a write-off is recovered when it arrives after it, and repays when it arrives before', () => {
  const writeOff: Draft = { kind: 'CLOSING', valueDate: '2026-02-01', reason: 'WRITTEN_OFF' }
  const pay = paid('2026-02-01', 30_754n)
  const parts = (drafts: readonly Draft[]) =>
    positionOf(drafts, '2026-02-01').transactions.map(
      ({ kind, allocation, perInstalment }) => `${kind} ${allocation.principal} ${perInstalment.length}`,
    )
  assert.deepEqual(parts([LENT, pay, writeOff]).slice(1), ['REPAYMENT 29554 1', 'CLOSING 90446 0'])
  assert.deepEqual(parts([LENT, writeOff, pay]).slice(1), ['CLOSING 120000 0', 'REPAYMENT 30754 0'])
})

test('agreed fees that a disbursement charges are due that day, in the first row', () => {
  const fees = [{ chargeId: 'agreed-fee-1', code: 'SETUP', amountMinor: 2_500n }]
  const position = positionOf([{ ...LENT, feesCharged: fees } as Draft], '2026-01-02')
  assert.deepEqual(rowsOf(position)[0], '2026-02-01 29554 1200 2500')
  const [charge] = position.charges
  assert.deepEqual([charge?.chargeId, charge?.dueDate, charge?.instalment], ['agreed-fee-1', '2026-01-01', 1])
  assert.equal(position.balances.totalOverdueMinor, 2_500n)
  assert.deepEqual(position.overdueInNextDue, { fees: 2_500n, penalties: 0n })
})

test('a balloon is never more than what is owed', () => {
  const rows = rowsOf(positionOf([lent(40_000n)], '2026-01-01', { balloonMinor: 50_000n }))
  assert.deepEqual(rows, ['2026-02-01 0 400', '2026-03-01 0 400', '2026-04-01 0 400', '2026-05-01 40000 400'])
})

test('rows of a payment holiday that ask for nothing are not due next', () => {
  const holiday: Draft = {
    kind: 'RESTRUCTURE',
    type: 'PAYMENT_HOLIDAY',
    valueDate: '2026-02-10',
    effectiveDate: '2026-02-10',
    graceOnPrincipal: 1,
    graceOnInterest: 1,
  }
  const position = positionOf([LENT, paid('2026-02-01', 30_754n), holiday], '2026-02-15')
  assert.equal(rowsOf(position)[1], '2026-03-01 0 0')
  assert.equal(position.nextDueDate, '2026-04-01')
})
