// What the tests need of a chain.

import type { Hex } from 'viem'

export interface TransactionResult {
  /** False when it was reverted or ran out of gas. */
  readonly isApplied: boolean
  /** What a reverted transaction returned. */
  readonly returned: Hex
  readonly gas: bigint
  readonly logs: readonly ChainLog[]
  /** The address of the contract that it deployed. */
  readonly created?: Hex | undefined
}

export interface ChainLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** It takes the caller's word for the sender: there are no keys. Each transaction gets a block of its own. */
export interface TestChain {
  send(from: Hex, to: Hex | undefined, data: Hex, gasLimit?: bigint): Promise<TransactionResult>
  call(to: Hex, data: Hex): Promise<Hex>
  codeAt(address: Hex): Promise<Hex>
  passSeconds(seconds: number): Promise<void>
  /** Undoes what `work` has changed. */
  undone<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
