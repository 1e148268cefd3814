// Finds every asset of the contract by its events AssetRegistered, up to the final block. A key that was stolen can register assets
// of its own: no book has them, so nothing else would show them.

import type { LedgerRow } from '../evm-rows.ts'
import type { Hex } from '../evm-settings.ts'
import type { EvmStore } from '../evm-store.ts'
import { assetRegisteredTopic } from './contract-calls.ts'
import type { ChainRpc } from './rpc/chain-rpc.ts'

/** Nodes limit the blocks of one question; one that refuses is asked for fewer. */
const MOST_BLOCKS = 10_000n
/** Of one run: an old chain is caught up with in several. */
const QUESTIONS = 20

export interface AssetScanParts {
  readonly store: EvmStore
  readonly rpc: ChainRpc
  readonly ledgerAddress: Hex
}

export class AssetScan {
  readonly #parts: AssetScanParts
  #blocks = MOST_BLOCKS

  constructor(parts: AssetScanParts) {
    this.#parts = parts
  }

  /** The assets that were found so far. */
  async read({ final, scannedBlock }: LedgerRow): Promise<readonly bigint[]> {
    const { store } = this.#parts
    let from = (scannedBlock ?? -1n) + 1n
    for (let asked = 0; asked < QUESTIONS && from <= final.number; asked++) {
      const last = from + this.#blocks - 1n
      const to = last < final.number ? last : final.number
      const found = await this.#ask(from, to)
      if (found === undefined) continue
      await store.noteAssets(found, to)
      from = to + 1n
    }
    return store.chainAssets()
  }

  /** Undefined when a node finds it too much. */
  async #ask(from: bigint, to: bigint): Promise<readonly bigint[] | undefined> {
    const { rpc, ledgerAddress } = this.#parts
    const answer = await rpc.topics(ledgerAddress, assetRegisteredTopic, from, to)
    if (answer !== null) return answer.map((topics) => BigInt(topics[1] ?? 0))
    this.#blocks = this.#blocks > 1n ? this.#blocks / 2n : 1n
    return undefined
  }
}
