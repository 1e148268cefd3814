import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FeeSettings } from '../evm-settings.ts'
import { chooseFees, type FeeMarket, neededBalanceWei, raiseFees, type TransactionFees } from './fees.ts'

const settings = (mode: FeeSettings['mode'], cap: bigint): FeeSettings => ({ mode, maxFeeWei: cap })
const market = (base: bigint | null, priority: bigint, price = (base ?? 0n) + priority): FeeMarket => ({
  baseFeeWei: base,
  priorityFeeWei: priority,
  gasPriceWei: price,
})
const eip1559 = (max: bigint, priority: bigint): TransactionFees => ({
  type: 'eip1559',
  maxFeeWei: max,
  priorityFeeWei: priority,
})
const legacy = (price: bigint): TransactionFees => ({ type: 'legacy', maxFeeWei: price, priorityFeeWei: price })

describe('the fees of a new transaction', () => {
  const rows: [title: string, FeeSettings, FeeMarket, TransactionFees, isCapped: boolean][] = [
    ['leave room for the base fee to double', settings('eip1559', 1000n), market(100n, 2n), eip1559(202n, 2n), false],
    ['end at the cap', settings('eip1559', 150n), market(100n, 2n), eip1559(150n, 2n), false],
    ['wait when the market is above the cap', settings('eip1559', 50n), market(100n, 2n), eip1559(50n, 2n), true],
    ['have a tip of at most the whole fee', settings('eip1559', 5n), market(1n, 90n), eip1559(5n, 5n), true],
    ['are one price on a chain before London', settings('eip1559', 100n), market(null, 0n, 7n), legacy(7n), false],
    ['are one price when so chosen', settings('legacy', 100n), market(5n, 1n, 7n), legacy(7n), false],
    ['are one price up to the cap', settings('legacy', 6n), market(5n, 1n, 7n), legacy(6n), true],
    ['are zero when so chosen', settings('zero', 100n), market(5n, 1n), legacy(0n), false],
  ]
  for (const [title, chosen, now, fees, isCapped] of rows)
    test(title, () => assert.deepEqual(chooseFees(now, chosen), { fees, isCapped }))
})

describe('the fees of a replacement', () => {
  const rows: [string, TransactionFees, FeeSettings, FeeMarket, TransactionFees | undefined][] = [
    ['both rise by an eighth', eip1559(800n, 80n), settings('eip1559', 9999n), market(1n, 1n), eip1559(901n, 91n)],
    ['rise to the market', eip1559(800n, 80n), settings('eip1559', 9999n), market(700n, 90n), eip1559(1490n, 91n)],
    ['rise from zero', eip1559(0n, 0n), settings('eip1559', 9999n), market(0n, 0n), eip1559(1n, 1n)],
    ['end at the cap', eip1559(800n, 80n), settings('eip1559', 950n), market(700n, 90n), eip1559(950n, 91n)],
    ['do not exist above the cap', eip1559(900n, 80n), settings('eip1559', 1000n), market(1n, 1n), undefined],
    ['keep one price', legacy(80n), settings('legacy', 1000n), market(10n, 1n, 200n), legacy(200n)],
    ['keep the type of before', legacy(80n), settings('eip1559', 1000n), market(10n, 1n, 12n), legacy(91n)],
    ['do not exist without fees', legacy(0n), settings('zero', 1000n), market(0n, 0n), undefined],
  ]
  for (const [title, before, chosen, now, fees] of rows)
    test(title, () => assert.deepEqual(raiseFees(before, now, chosen), fees))
})

test('a key needs the gas limits of all open transactions at the cap', () => {
  assert.equal(neededBalanceWei([21_000n, 1_000n], settings('eip1559', 10n)), 220_000n)
  assert.equal(neededBalanceWei([21_000n], settings('zero', 10n)), 0n)
})
