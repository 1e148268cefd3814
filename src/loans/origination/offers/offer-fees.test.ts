import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assessFees, feeTotals } from './offer-fees.ts'

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

  test('are rounded as the loan rounds', () => {
    const fee = [{ code: 'A', percent: '0.0125', financed: true }]
    const minorOf = (rounding: 'HALF_EVEN' | 'UP') =>
      assessFees(fee, 100_000n, { rounding, capPercent: '25' })[0]?.amountMinor
    assert.deepEqual([minorOf('HALF_EVEN'), minorOf('UP')], [12n, 13n])
  })

  test('may reach the cap of the product together, and not exceed it', () => {
    const upTo = (amountMinor: bigint) => [
      { code: 'A', amountMinor, financed: false },
      { code: 'B', percent: '10', financed: true },
    ]
    assert.equal(feeTotals(assess(upTo(2_500n), '12.5')).totalMinor, 12_500n)
    assert.throws(() => assess(upTo(2_501n), '12.5'), { reason: 'loans.fee-cap-exceeded' })
  })
})
