import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Rounding } from '../engine/terms.ts'
import { assessFees, feeTotals, percentOf } from './offer-fees.ts'

describe('a percentage of an amount', () => {
  const ROWS: [amount: bigint, percent: string, rounding: Rounding, minor: bigint][] = [
    [100_000n, '2.5', 'HALF_EVEN', 2_500n],
    [1n, '50', 'HALF_EVEN', 0n],
    [3n, '50', 'HALF_EVEN', 2n],
    [1n, '50', 'HALF_UP', 1n],
    [101n, '1', 'UP', 2n],
    [101n, '1', 'DOWN', 1n],
    [100n, '1', 'UP', 1n],
    [2n ** 60n, '0.0001', 'HALF_EVEN', 1_152_921_504_607n],
    [100n, '0', 'UP', 0n],
  ]
  for (const [amount, percent, rounding, minor] of ROWS) {
    test(`${percent} % of ${amount} is ${minor} ${rounding}`, () => {
      assert.equal(percentOf(amount, percent, rounding), minor)
    })
  }
})

describe('the fees of an offer', () => {
  const assess = (fees: Parameters<typeof assessFees>[0], capPercent = '25') =>
    assessFees(fees, 100_000n, { rounding: 'HALF_EVEN', capPercent })

  test('are amounts or percentages, financed or prepaid', () => {
    const fees = assess([
      { code: 'ORIGINATION', percent: '1.5', financed: true },
      { code: 'STAMP', amountMinor: 2_000n, financed: false },
    ])
    assert.deepEqual(fees, [
      { code: 'ORIGINATION', amountMinor: 1_500n, percent: '1.5', financed: true },
      { code: 'STAMP', amountMinor: 2_000n, financed: false },
    ])
    assert.deepEqual(feeTotals(fees), { totalMinor: 3_500n, financedMinor: 1_500n, prepaidMinor: 2_000n })
  })

  test('may reach the cap of the product together, and not exceed it', () => {
    const upTo = (amountMinor: bigint) => [
      { code: 'A', amountMinor, financed: false },
      { code: 'B', percent: '10', financed: true },
    ]
    assert.equal(feeTotals(assess(upTo(2_500n), '12.5')).totalMinor, 12_500n)
    assert.throws(() => assess(upTo(2_501n), '12.5'), { reason: 'origination.fee-cap-exceeded' })
  })
})
