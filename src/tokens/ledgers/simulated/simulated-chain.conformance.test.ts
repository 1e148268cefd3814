// Needs a process of its own: its tests are those of the conformance suite, and the runner finds no others in this file.
// The simulated chain keeps the contract of a digital ledger: without faults, with each of them, with all, and without the
// capabilities that a chain may lack. Not with `refused`: the suite expects that valid operations succeed.

import { onDatabase } from '../../../../test/support/machine/database.ts'
import { cases } from '../../../../test/support/runner/extent.ts'
import type { LedgerUnderTest } from '../conformance/ledger-client.ts'
import { ledgerConformance } from '../conformance/ledger-conformance.ts'
import type { ChainStore } from './chain-rows.ts'
import type { ChainSettings } from './chain-settings.ts'
import { DatabaseChainStore } from './chain-store.ts'
import { MemoryChainStore } from './memory-chain-store.fixture.ts'
import { openTestChain } from './simulated-chain.fixture.ts'

const ALL_FAULTS: Partial<ChainSettings> = {
  lostRequest: 0.2,
  lostReply: 0.2,
  duplicateEvent: 0.3,
  reorderedEvent: 0.3,
  reorg: 0.4,
  outage: 0.2,
  depth: 3,
}

type Chain = readonly [title: string, settings: Partial<ChainSettings>]

const CHAINS: readonly Chain[] = [
  ['no faults', {}],
  ['no depth', { depth: 0 }],
  ['all faults', { ...ALL_FAULTS, seed: 'one' }],
  ['no native holds', { ...ALL_FAULTS, nativeHolds: false }],
  ['no atomic batches', { ...ALL_FAULTS, atomicBatches: false }],
  ['neither holds nor batches', { nativeHolds: false, atomicBatches: false }],
]
/** A fault alone, and all of them at other times. */
const MORE_CHAINS: readonly Chain[] = [
  ['lost requests', { lostRequest: 0.4 }],
  ['lost replies', { lostReply: 0.4 }],
  ['duplicate and reordered events', { duplicateEvent: 0.5, reorderedEvent: 0.5 }],
  ['reorganisations', { reorg: 0.6, depth: 4 }],
  ['outages', { outage: 0.4 }],
  ['all faults and another seed', { ...ALL_FAULTS, seed: 'two' }],
  ['all faults and a third seed', { ...ALL_FAULTS, seed: 'three' }],
]

function underTest(settings: Partial<ChainSettings>, store: ChainStore): LedgerUnderTest {
  const test = openTestChain(settings, { store })
  const { depth, outageMs } = test.settings
  return {
    ledger: test.chain,
    // Past every reorganisation and held back event, and into another period of outages.
    async settle() {
      test.blocks(5 * depth + 12)
      test.clock.nowMs += outageMs
    },
    isPrompt: true,
  }
}

for (const [title, settings] of cases(CHAINS, [...CHAINS, ...MORE_CHAINS])) {
  ledgerConformance(`a simulated chain with ${title}`, async () => underTest(settings, new MemoryChainStore()))
}

// A chain with faults runs every statement that one without does.
const IN_DATABASE = { 'all faults': ALL_FAULTS }

onDatabase('in a database', (_engine, open) => {
  for (const [title, settings] of Object.entries(IN_DATABASE)) {
    ledgerConformance(`a simulated chain with ${title}`, async () =>
      underTest(settings, new DatabaseChainStore((await open()).database)),
    )
  }
})
