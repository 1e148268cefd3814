// A simulated chain on a clock that the test moves.

import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { balanceOf, ensureOne, submitOne } from '../conformance/single-calls.fixture.ts'
import type { Asset, LedgerAccount, LedgerAction, LedgerOp } from '../digital-ledger.ts'
import type { ChainStore } from './chain-rows.ts'
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS } from './chain-settings.ts'
import { MemoryChainStore } from './memory-chain-store.fixture.ts'
import { SimulatedChain } from './simulated-chain.ts'

/** At the start of a block of any length that tests use. */
const START_MS = Date.parse('2026-03-10T12:00:00Z')

export class TestClock implements Clock {
  nowMs = START_MS

  now(): number {
    return this.nowMs
  }
}

export interface TestChain {
  readonly chain: SimulatedChain
  readonly clock: TestClock
  /** Those in force; they may be changed. */
  settings: ChainSettings
  /** Moves the clock by some blocks. */
  blocks(count: number): void
}

export function openTestChain(
  given: Partial<ChainSettings> = {},
  { store = new MemoryChainStore(), clock = new TestClock() }: { store?: ChainStore; clock?: TestClock } = {},
): TestChain {
  const test: TestChain = {
    chain: new SimulatedChain(store, { clock, settings: () => test.settings }),
    clock,
    settings: { ...DEFAULT_CHAIN_SETTINGS, ...given },
    blocks(count) {
      clock.nowMs += count * test.settings.blockMs
    },
  }
  return test
}

export const DOLLARS: Asset = { assetId: 'bank:USD', issuerId: 'bank', currency: 'USD', exponent: 2 }
export const ANNA: LedgerAccount = { accountId: 'anna', assetId: DOLLARS.assetId }
export const BELA: LedgerAccount = { accountId: 'bela', assetId: DOLLARS.assetId }

/** Makes both accounts ready and gives Anna some tokens, without faults. */
export async function openAccounts(test: TestChain, openingMinor = 100n): Promise<void> {
  const { settings } = test
  test.settings = { ...DEFAULT_CHAIN_SETTINGS, blockMs: settings.blockMs, depth: settings.depth }
  await test.chain.ensureAsset(DOLLARS)
  for (const account of [ANNA, BELA]) await ensureOne(test.chain, account)
  test.blocks(settings.depth + 1)
  for (const account of [ANNA, BELA]) await ensureOne(test.chain, account)
  if (openingMinor > 0n) await submitOne(test.chain, issue('opening', openingMinor))
  test.blocks(settings.depth + 1)
  await balanceOf(test.chain, ANNA, 'FINAL')
  test.settings = settings
}

type Amount = number | bigint
type SingleOp = { readonly opId: string } & LedgerAction

export function issue(opId: string, amount: Amount, { assetId, accountId } = ANNA): SingleOp {
  return { opId, kind: 'ISSUE', assetId, accountId, amountMinor: BigInt(amount) }
}

export function burn(opId: string, amount: Amount, { assetId, accountId } = ANNA): SingleOp {
  return { opId, kind: 'BURN', assetId, accountId, amountMinor: BigInt(amount) }
}

export function hold(opId: string, amount: Amount, { assetId, accountId } = ANNA): SingleOp {
  return { opId, kind: 'HOLD', assetId, accountId, amountMinor: BigInt(amount) }
}

export function transfer(opId: string, amount: Amount, { assetId, accountId } = ANNA, to = BELA): SingleOp {
  return { opId, kind: 'TRANSFER', assetId, accountId, toAccountId: to.accountId, amountMinor: BigInt(amount) }
}

export function batch(opId: string, ...actions: readonly LedgerAction[]): LedgerOp {
  return { opId, kind: 'BATCH', actions }
}
