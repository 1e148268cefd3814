import type { Hex } from 'viem'

export interface TransactionResult {
  /** False when it was reverted or ran out of gas. */
  readonly isApplied: boolean
  /** What a reverted one said, as far as the chain tells. */
  readonly returned: Hex
  readonly gas: bigint
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[]
  readonly created?: Hex
}

/** What the tests need of a chain. Keys are not needed: it takes the word of the caller for who sends. */
export interface TestChain {
  send(from: Hex, to: Hex | undefined, data: Hex, gasLimit?: bigint): Promise<TransactionResult>
  call(from: Hex, to: Hex, data: Hex): Promise<Hex>
  codeAt(address: Hex): Promise<Hex>
  passSeconds(seconds: number): Promise<void>
  close(): Promise<void>
}
