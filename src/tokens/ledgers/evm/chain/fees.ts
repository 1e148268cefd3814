// Fees of a transaction. A stuck transaction is replaced under its nonce; nodes take the replacement only when both of its
// fees are at least a tenth above those before.

import type { FeeSettings } from '../evm-settings.ts'

/** Wei per gas. A legacy transaction has one price, which is both. */
export interface TransactionFees {
  readonly type: 'eip1559' | 'legacy'
  readonly maxFeeWei: bigint
  readonly priorityFeeWei: bigint
}

/** What the node says of the market. */
export interface FeeMarket {
  /** Null before London. */
  readonly baseFeeWei: bigint | null
  readonly priorityFeeWei: bigint
  /** The price of a legacy transaction. */
  readonly gasPriceWei: bigint
}

export interface ChosenFees {
  readonly fees: TransactionFees
  /** The market is above the cap: the transaction waits until it falls. */
  readonly isCapped: boolean
}

/** Fees for a new transaction. With room for the base fee to double, which takes at least six full blocks. */
export function chooseFees(market: FeeMarket, settings: FeeSettings): ChosenFees {
  if (settings.mode === 'zero') return { fees: legacy(0n), isCapped: false }
  const cap = settings.maxFeeWei
  if (settings.mode === 'legacy' || market.baseFeeWei === null) {
    return { fees: legacy(least(market.gasPriceWei, cap)), isCapped: market.gasPriceWei > cap }
  }
  const needed = market.baseFeeWei + market.priorityFeeWei
  const maxFeeWei = least(2n * market.baseFeeWei + market.priorityFeeWei, cap)
  return {
    fees: { type: 'eip1559', maxFeeWei, priorityFeeWei: least(market.priorityFeeWei, maxFeeWei) },
    isCapped: needed > cap,
  }
}

/**
 * Fees for the replacement of a stuck transaction: an eighth above those before, and what a new one would pay when that is
 * more. Undefined when the cap leaves no room: then the same bytes are sent again. A transaction keeps its type, because its
 * nonce may be replaced by several nodes with different settings.
 */
export function raiseFees(
  before: TransactionFees,
  market: FeeMarket,
  settings: FeeSettings,
): TransactionFees | undefined {
  const raised = { max: anEighthMore(before.maxFeeWei), priority: anEighthMore(before.priorityFeeWei) }
  if (settings.mode === 'zero' || raised.max > settings.maxFeeWei) return undefined
  const { fees } = chooseFees(market, { ...settings, mode: before.type })
  const maxFeeWei = most(raised.max, fees.maxFeeWei)
  if (before.type === 'legacy') return legacy(maxFeeWei)
  return {
    type: 'eip1559',
    maxFeeWei,
    priorityFeeWei: least(most(raised.priority, fees.priorityFeeWei), maxFeeWei),
  }
}

/** What a key must own so that the open transactions can be paid whatever they cost: the sum of their gas limits at the cap. */
export function neededBalanceWei(gasLimits: readonly bigint[], settings: FeeSettings): bigint {
  if (settings.mode === 'zero') return 0n
  return gasLimits.reduce((sum, gasLimit) => sum + gasLimit, 0n) * settings.maxFeeWei
}

function legacy(gasPriceWei: bigint): TransactionFees {
  return { type: 'legacy', maxFeeWei: gasPriceWei, priorityFeeWei: gasPriceWei }
}

/** Rounded up, and at least one more. */
function anEighthMore(wei: bigint): bigint {
  return wei + wei / 8n + 1n
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
