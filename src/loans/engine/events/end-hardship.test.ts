// Ending an arrangement early. The loan is 1,200.00 at 12 % in six rows from 2026-01-01, the second of them due on 1 March.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DEFAULT_BUCKETS } from '../aging.ts'
import { foldLoan } from '../fold/fold-loan.ts'
import type { LoanPosition } from '../fold/loan-position.ts'
import type { HardshipStarted, LoanEvent } from '../loan-events.ts'
import type { LoanAgreement } from '../terms.ts'

const AGREEMENT: LoanAgreement = {
  currency: 'USD',
  principalApprovedMinor: 120_000n,
  interestRate: '12',
  term: { count: 6, unit: 'Months' },
  terms: {
    method: 'ANNUITY',
    dayCount: '30/360',
    repaymentEvery: 1,
    repaymentUnit: 'Months',
    graceOnPrincipal: 0,
    graceOnInterest: 0,
    balloonMinor: 0n,
    instalmentBasis: 'DISBURSED',
    rounding: 'HALF_EVEN',
    annuityRate: 'PER_PERIOD',
    allocation: 'HORIZONTAL',
    prepaymentDefault: 'REDUCE_INSTALMENT',
    settlementInterest: 'TO_DATE',
  },
  policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS },
  agreementDate: '2026-01-01',
  plannedDisbursement: '2026-01-01',
}

type Draft = LoanEvent extends infer Event ? Omit<Event, 'eventId' | 'sequence'> : never
const LENT = { kind: 'DISBURSEMENT', valueDate: '2026-01-01', amountMinor: 120_000n, feesDeductedMinor: 0n }
const PAID = { kind: 'REPAYMENT', valueDate: '2026-02-01', amountMinor: 20_706n }
const DUE = '2026-03-01'

function eased(valueDate: string, more: Partial<HardshipStarted>) {
  return {
    kind: 'HARDSHIP',
    valueDate,
    startDate: valueDate,
    firstDueDate: DUE,
    arrangementId: 'arrangement',
    type: 'PAYMENT_HOLIDAY',
    instalments: 2,
    interestTreatment: 'ACCRUE',
    atEnd: 'EXTEND_TERM',
    ...more,
  }
}

function ended(valueDate: string, more: object = {}) {
  return { kind: 'HARDSHIP_ENDED', valueDate, arrangementId: 'arrangement', ...more }
}

function positionOf(drafts: readonly object[], asOf = DUE): LoanPosition {
  const events = drafts.map((draft, i) => ({ ...(draft as Draft), eventId: `e${i + 1}`, sequence: i + 1 }) as LoanEvent)
  return foldLoan(AGREEMENT, events, asOf)
}

const KINDS: [what: string, more: Partial<HardshipStarted>][] = [
  ['a holiday', {}],
  ['a holiday whose interest is capitalised', { interestTreatment: 'CAPITALISE' }],
  ['a holiday whose interest is waived', { interestTreatment: 'WAIVE' }],
  ['a holiday within the term', { atEnd: 'SAME_TERM' }],
  ['a reduced payment', { type: 'REDUCED_PAYMENT', reducedAmountMinor: 5_000n }],
  ['interest only', { type: 'INTEREST_ONLY' }],
  ['a longer term', { type: 'TERM_EXTENSION' }],
]

describe('an arrangement that ends on the day of its beginning leaves the plan as it was', () => {
  for (const [what, more] of KINDS) {
    for (const [when, day] of [
      ['on the due date of its first row', DUE],
      ['before it', '2026-02-15'],
    ] as const) {
      test(`${what}, ${when}`, () => {
        const before = positionOf([LENT, PAID], day)
        const after = positionOf([LENT, PAID, eased(day, more), ended(day)], day)
        assert.deepEqual(after.instalments, before.instalments)
        assert.deepEqual(after.balances, before.balances)
        assert.deepEqual(after.transactions, before.transactions)
        assert.equal(after.arrangements[0]?.status, 'CANCELLED')
      })
    }
  }
})

describe("an arrangement that ends on the due date of one of its rows gives that day's row back", () => {
  // Row 2 of 1 March would ask for 207.06.
  for (const [what, more] of KINDS.filter(([, { type }]) => type !== 'TERM_EXTENSION')) {
    test(what, () => {
      const { instalments, transactions } = positionOf([LENT, PAID, eased('2026-02-15', more), ended(DUE)])
      const total = instalments.map((row) => row.principalMinor + row.interestMinor)
      assert.equal(instalments.length, 6)
      assert.equal(instalments[1]?.dueDate, DUE)
      assert.ok(total[1] !== undefined && total[1] >= 20_700n && total[1] <= 20_712n, `${total[1]}`)
      assert.equal(
        instalments.reduce((sum, row) => sum + row.principalMinor, 0n),
        120_000n,
      )
      assert.deepEqual(
        transactions.map(({ kind }) => kind),
        ['DISBURSEMENT', 'REPAYMENT'],
      )
    })
  }

  test('a row with something paid on it stays as it is', () => {
    const early = { kind: 'REPAYMENT', valueDate: '2026-02-20', amountMinor: 5_000n }
    const { instalments } = positionOf([LENT, PAID, eased('2026-02-15', {}), early, ended(DUE)])
    assert.equal(instalments[1]?.principalMinor, 5_000n)
    assert.equal(instalments.length, 7)
  })

  test('by the rules before, it stayed as it was', () => {
    const { instalments } = positionOf([LENT, PAID, eased('2026-02-15', { rules: 3 }), ended(DUE, { rules: 3 })])
    assert.equal(instalments[1]?.principalMinor, 0n)
    assert.equal(instalments.length, 7)
  })
})
