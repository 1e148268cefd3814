// Needs a process of its own: its tests are those of the conformance suite, and the runner finds no others in this file.
// The simulated chain keeps the contract of a digital ledger: without faults, with each of them, with all, and without the
// capabilities that a chain may lack. Not with `refused`: the suite expects that valid operations succeed.

import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { LedgerUnderTest } from '../conformance/desk.ts'
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

const CHAINS: [title: string, settings: Partial<ChainSettings>][] = [
  ['no faults', {}],
  ['no depth', { depth: 0 }],
  ['lost requests', { lostRequest: 0.4 }],
  ['lost replies', { lostReply: 0.4 }],
  ['duplicate and reordered events', { duplicateEvent: 0.5, reorderedEvent: 0.5 }],
  ['reorganisations', { reorg: 0.6, depth: 4 }],
  ['outages', { outage: 0.4 }],
  ['all faults', { ...ALL_FAULTS, seed: 'one' }],
  ['all faults and another seed', { ...ALL_FAULTS, seed: 'two' }],
  ['all faults and a third seed', { ...ALL_FAULTS, seed: 'three' }],
  ['no native holds', { ...ALL_FAULTS, nativeHolds: false }],
  ['no atomic batches', { ...ALL_FAULTS, atomicBatches: false }],
  ['neither holds nor batches', { nativeHolds: false, atomicBatches: false }],
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

for (const [title, settings] of CHAINS) {
  ledgerConformance(`a simulated chain with ${title}`, async () => underTest(settings, new MemoryChainStore()))
}

// A chain with faults runs every statement that one without does, so PGlite takes only the former.
const IN_DATABASE = {
  pglite: { 'all faults': ALL_FAULTS },
  postgres: { 'no faults': {}, 'all faults': ALL_FAULTS },
}

onDatabase('in a database', (engine, open) => {
  for (const [title, settings] of Object.entries(IN_DATABASE[engine])) {
    ledgerConformance(`a simulated chain with ${title}`, async () =>
      underTest(settings, new DatabaseChainStore((await open()).database)),
    )
  }
})
