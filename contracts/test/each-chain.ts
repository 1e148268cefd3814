// The chains that the tests run on: two EVMs that were written independently, under the oldest
// and the newest rules that networks run by.

import { describe } from 'node:test'
import { EdrChain } from './edr-chain.ts'
import type { TestChain } from './test-chain.ts'
import { VmChain } from './vm-chain.ts'

type Chains = Readonly<Record<string, () => Promise<TestChain>>>

export const FAST_CHAIN: Chains = { 'Hardhat, Osaka': openFastChain }

/** An EVM each. The first is slow. */
export const BOTH_CHAINS: Chains = { '@ethereumjs/vm, London': () => VmChain.open('london'), ...FAST_CHAIN }

export const EVERY_CHAIN: Chains = { ...BOTH_CHAINS, '@ethereumjs/vm, Osaka': () => VmChain.open('osaka') }

/** Declares the tests for each chain. */
export function eachChain(title: string, chains: Chains, declare: (open: () => Promise<TestChain>) => void): void {
  for (const [name, open] of Object.entries(chains)) describe(`${title}, on ${name}`, () => declare(open))
}

/** For tests of many transactions: it is native code. */
export function openFastChain(): Promise<TestChain> {
  return EdrChain.open('osaka')
}
