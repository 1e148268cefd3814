// What a row of the schedule says about its interest.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementOf } from '../fold/random-histories.fixture.ts'
import { planSchedule } from '../plan-schedule.ts'
import type { Terms } from '../terms.ts'

const terms: Terms = {
  method: 'ANNUITY',
  dayCount: '30/360',
  repaymentEvery: 1,
  repaymentUnit: 'Months',
  graceOnPrincipal: 2,
  graceOnInterest: 1,
  balloonMinor: 0n,
  instalmentBasis: 'DISBURSED',
  rounding: 'HALF_EVEN',
  annuityRate: 'PER_PERIOD',
  allocation: 'HORIZONTAL',
  prepaymentDefault: 'REDUCE_INSTALMENT',
  settlementInterest: 'TO_DATE',
}

test('a row that collects the interest of the row before it explains its own days alone', () => {
  const rows = planSchedule(agreementOf({ terms, principal: 120_000n, rate: '12', rows: 4 }))
  assert.deepEqual(
    rows.map(({ interestMinor, explain }) => [interestMinor, explain.map((stretch) => stretch.interestMinor)]),
    [
      [0n, [1_200n]],
      [2_400n, [1_200n]],
      [1_200n, [1_200n]],
      [603n, [603n]],
    ],
  )
})
