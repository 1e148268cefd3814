// An unpaid loan is charged off by the clock on 2026-07-31. Events of days before that still happen.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { arrangeHardship } from './arrange-hardship.ts'
import { assessFee } from './assess-fee.ts'
import { closeLoan } from './close-loan.ts'
import { disburse } from './disburse.ts'
import { restructureLoan } from './restructure-loan.ts'
import { DISBURSED, outcome, type Sketch, standing } from './standing.fixture.ts'
import type { Decide } from './standing.ts'

const SKETCH: Sketch = { events: [{ ...DISBURSED, amountMinor: 60_000n }], asOf: '2026-11-15' }
const EARLIER = '2026-03-10'
const SINCE = '2026-08-10'

const tranche = (valueDate: string) => disburse({ amountMinor: 1n, deductFees: false, agreedFees: [], valueDate })
const fee = (dueDate: string) =>
  assessFee({ feeId: 'fee', code: 'X', kind: 'FEE', amountMinor: 100n, dueDate, capPercent: '25' })
const reage = (effectiveDate: string) =>
  restructureLoan({ type: 'REAGE', effectiveDate, startDate: '2026-04-01', instalments: 6 }).decide
const holiday = (startDate: string) =>
  arrangeHardship({
    arrangementId: 'arrangement',
    type: 'PAYMENT_HOLIDAY',
    startDate,
    instalments: 2,
    interestTreatment: 'ACCRUE',
    atEnd: 'EXTEND_TERM',
    reason: 'x',
  }).decide
const chargeOff = (effectiveDate: string) => closeLoan({ reason: 'CHARGED_OFF', effectiveDate }).decide

const ROWS: [what: string, decide: (date: string) => Decide, earlier: string, since: string][] = [
  ['a tranche', tranche, 'DISBURSEMENT 1', 'invalid-state'],
  // The costs of collecting are charged after a charge-off too.
  ['a fee', fee, 'CHARGE 100', 'CHARGE 100'],
  ['a restructure', reage, 'RESTRUCTURE', 'loans.charged-off'],
  ['a hardship arrangement', holiday, 'HARDSHIP', 'loans.charged-off'],
  ['a charge-off', chargeOff, 'CLOSING', 'loans.invalid-state'],
]

describe('of a loan that is charged off by now', () => {
  for (const [what, decide, earlier, since] of ROWS) {
    test(`${what} before that day is ${earlier}, one since then ${since}`, () => {
      const at = standing(SKETCH)
      assert.equal(at.position.status, 'CHARGED_OFF')
      assert.equal(outcome(decide(EARLIER), at), earlier)
      assert.equal(outcome(decide(SINCE), at), since)
    })
  }
})
