import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { arrangeHardship } from './arrange-hardship.ts'
import { DISBURSED, decided, paid, type Sketch, standing } from './standing.fixture.ts'

describe('a hardship arrangement covers the first row from its start date that is not fully paid', () => {
  const ROWS: [what: string, asOf: string, startDate: string, events: Sketch['events'], first: string][] = [
    ['the next row', '2026-01-10', '2026-01-10', [], '2026-02-01'],
    ['a row to come', '2026-01-10', '2026-02-15', [], '2026-03-01'],
    ["today's row", '2026-02-01', '2026-02-01', [], '2026-02-01'],
    ["today's row, paid in part", '2026-02-01', '2026-02-01', [paid('2026-02-01', 10_661n)], '2026-02-01'],
    ["the row after today's, which is paid", '2026-02-01', '2026-02-01', [paid('2026-02-01', 10_662n)], '2026-03-01'],
    ['a row that is past', '2026-03-10', '2026-02-01', [], '2026-02-01'],
    ['a past row after one that is paid', '2026-03-10', '2026-01-15', [paid('2026-02-01', 10_662n)], '2026-03-01'],
    ['none after the last due date', '2027-01-05', '2027-01-02', [], 'loans.nothing-to-restructure'],
  ]
  for (const [what, asOf, startDate, events = [], first] of ROWS) {
    test(what, () => {
      const { decide } = arrangeHardship({
        arrangementId: 'arrangement',
        type: 'PAYMENT_HOLIDAY',
        startDate,
        instalments: 1,
        interestTreatment: 'ACCRUE',
        atEnd: 'EXTEND_TERM',
        reason: 'illness',
      })
      const agreement = { policy: { chargeOffDays: 400, buckets: [] } }
      const draft = decided(decide, standing({ asOf, events: [DISBURSED, ...events], agreement }))
      assert.equal(typeof draft === 'string' || draft.kind !== 'HARDSHIP' ? draft : draft.firstDueDate, first)
    })
  }
})
