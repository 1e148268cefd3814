// What the tests need of a chain, and the chains that they run on: two EVMs that were written independently, under the oldest
// and the newest rules that networks run by.

import { describe } from 'node:test'
import type { Hex } from 'viem'
import { EdrChain } from './edr-chain.ts'
import { VmChain } from './vm-chain.ts'

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

type Chains = Readonly<Record<string, () => Promise<TestChain>>>

/** An EVM each. The first is slow. */
export const BOTH_CHAINS: Chains = {
  '@ethereumjs/vm, London': () => VmChain.open('london'),
  'Hardhat, Osaka': openFastChain,
}

export const EVERY_CHAIN: Chains = { ...BOTH_CHAINS, '@ethereumjs/vm, Osaka': () => VmChain.open('osaka') }

/** Declares the tests for each chain. */
export function eachChain(title: string, chains: Chains, declare: (open: () => Promise<TestChain>) => void): void {
  for (const [name, open] of Object.entries(chains)) describe(`${title}, on ${name}`, () => declare(open))
}

/** For tests of many transactions: it is native code. */
export function openFastChain(): Promise<TestChain> {
  return EdrChain.open('osaka')
}
