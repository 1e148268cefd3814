// How work is cut into transactions: within the gas, the bytes and the number of items that one may have. Gas that is not used
// is not paid, so limits are estimated generously: with every slot cold and every byte of a name set.

import type { LedgerAction } from '../../digital-ledger.ts'

export type WorkKind = 'ASSET' | 'ACCOUNT' | 'OP'

/** What an item adds to a transaction. */
export interface Weight {
  readonly gas: bigint
  readonly bytes: number
}

export interface PlacingLimits {
  /** The least of 2^24, which a transaction may have since Osaka, and the gas of a block. */
  readonly gas: bigint
  readonly bytes: number
  readonly count: number
}

/** Nodes take at most 128 KB into their pool; the signature and the other fields take some of it. */
export const MAX_BYTES = 128 * 1024 - 1024
export const MAX_GAS = 2n ** 24n
export const MAX_ITEMS = 300
/** The contract refuses more. */
export const MAX_ACTIONS = 100
/** Nonces per key that are not mined yet. Few, so that a lost one holds up little. */
export const MAX_OPEN = 4
/** Transactions that are mined and not final, or open: bounds the work of one turn after a long outage. */
export const MAX_UNSETTLED = 512

const BASE_GAS = 60_000n
const OP_GAS = 36_000n
const ACTION_GAS: Readonly<Record<LedgerAction['kind'], bigint>> = {
  // The first issue of an asset writes a slot that was empty.
  ISSUE: 42_000n,
  BURN: 26_000n,
  TRANSFER: 30_000n,
  HOLD: 26_000n,
  CAPTURE: 36_000n,
  RELEASE: 28_000n,
  RESTRICT: 14_000n,
}
const ASSET_GAS = 1_600_000n
const ACCOUNT_GAS = 32_000n

const HEAD_BYTES = 4 + 2 * 32
const OP_BYTES = 128
const ACTION_BYTES = 160
const ACCOUNT_BYTES = 64
/** Name and symbol have at most 64 characters. */
const ASSET_BYTES = 512

/** Doubled with every time that the transaction was reverted: its gas may not have sufficed. */
export function weightOf(kind: WorkKind, actions: readonly Pick<LedgerAction, 'kind'>[], tries: number): Weight {
  const { gas, bytes } = firstWeight(kind, actions)
  return { gas: gas << BigInt(Math.min(tries, 10)), bytes }
}

function firstWeight(kind: WorkKind, actions: readonly Pick<LedgerAction, 'kind'>[]): Weight {
  if (kind === 'ASSET') return { gas: ASSET_GAS, bytes: ASSET_BYTES }
  if (kind === 'ACCOUNT') return { gas: ACCOUNT_GAS, bytes: ACCOUNT_BYTES }
  return {
    gas: actions.reduce((gas, action) => gas + ACTION_GAS[action.kind], OP_GAS),
    bytes: OP_BYTES + ACTION_BYTES * actions.length,
  }
}

export interface Placing {
  /** Items from the front of the queue. */
  readonly count: number
  readonly gasLimit: bigint
}

/** How many of the waiting items, which are of one kind, go into the next transaction: at least one if there is any. */
export function placeItems(kind: WorkKind, weights: readonly Weight[], limits: PlacingLimits): Placing {
  let [gas, bytes, count] = [BASE_GAS, HEAD_BYTES, 0]
  const most = kind === 'ASSET' ? 1 : limits.count
  for (const weight of weights) {
    const isFull = gas + weight.gas > limits.gas || bytes + weight.bytes > limits.bytes || count === most
    // An item that was estimated at more than there is gets all there is.
    if (isFull && count > 0) break
    gas += weight.gas
    bytes += weight.bytes
    count++
    if (isFull) break
  }
  return { count, gasLimit: gas < limits.gas ? gas : limits.gas }
}

/**
 * How long work waits after its transaction was reverted or has lost its nonce, doubled each time, so that a lasting reason does not
 * cost fees without end.
 */
export const FIRST_WAIT_MS = 500
export const LONGEST_WAIT_MS = 60_000
