// What the ledger asks of a chain's nodes.

import type { Hex } from '../../evm-settings.ts'
import type { FeeMarket } from '../fees.ts'

/** A height, a tag, or a block by its hash, which must be on the chain that the node follows. */
export type BlockRef = bigint | 'latest' | 'finalized' | { readonly blockHash: Hex }

export interface ChainBlock {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timeMs: number
  readonly gasLimit: bigint
  /** Null before London. */
  readonly baseFeeWei: bigint | null
}

export interface ChainReceipt {
  readonly transactionHash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** False when the transaction was reverted. */
  readonly isApplied: boolean
  readonly gasUsed: bigint
  /** What the key paid. */
  readonly feeWei: bigint
  /** The contract that it deployed. */
  readonly contractAddress: Hex | null
}

export interface ChainCall {
  readonly to: Hex
  readonly data: Hex
}

/** Tells one chain from another, also from a fresh one with the same id. */
export interface ChainIdentity {
  readonly chainId: bigint
  readonly genesisHash: Hex
}

export interface NodeStatus {
  /** Its place in EVM_RPC_URLS, from 1: addresses are shown nowhere. */
  readonly node: number
  readonly state: 'usable' | 'unreachable' | 'lagging' | 'other chain'
  /** Its last block, when it has told. */
  readonly height: bigint | undefined
}

/**
 * Reads throw `unavailable` when no node can answer. A node that is down, behind the known final block or on another chain is
 * passed over.
 */
export interface ChainRpc {
  /** From now on only nodes of this chain are used. Until then the first that answers decides. */
  expect(identity: ChainIdentity): void
  /** Nodes whose last block is before this one are passed over. A lower height than before changes nothing. */
  noteFinal(height: bigint): void
  call(to: Hex, data: Hex, at: BlockRef): Promise<Hex>
  /** All by one node; in batches. */
  callMany(calls: readonly ChainCall[], at: BlockRef): Promise<readonly Hex[]>
  block(ref: BlockRef): Promise<ChainBlock | null>
  /** The topics of a contract's events of one kind, in their order; null when the node finds that too much. */
  topics(address: Hex, topic: Hex, from: bigint, to: bigint): Promise<readonly (readonly Hex[])[] | null>
  receipt(transactionHash: Hex): Promise<ChainReceipt | null>
  receipts(transactionHashes: readonly Hex[]): Promise<readonly (ChainReceipt | null)[]>
  /**
   * Sends to every usable node. `known`: a node has it already. `unsure`: it may have been sent or not, or was refused (a low
   * fee, a used nonce, an empty key); an error is never proof that it was not sent. Does not throw.
   */
  sendRaw(bytes: Hex): Promise<'sent' | 'known' | 'unsure'>
  nonce(address: Hex, at: BlockRef): Promise<bigint>
  balance(address: Hex, at?: BlockRef): Promise<bigint>
  code(address: Hex, at?: BlockRef): Promise<Hex>
  /** With `to` undefined it deploys a contract. */
  estimateGas(from: Hex, to: Hex | undefined, data: Hex): Promise<bigint>
  fees(): Promise<FeeMarket>
  chainId(): Promise<bigint>
  genesisHash(): Promise<Hex>
  /** As of the last use; asks nothing. */
  nodes(): readonly NodeStatus[]
  close(): void
}
