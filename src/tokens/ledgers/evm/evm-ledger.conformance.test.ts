// Needs a process of its own: its tests are those of the conformance suite, and the runner finds no others in this file.
// The EVM ledger keeps the contract of a digital ledger, on a chain process.

import { after } from 'node:test'
import { ChainProcess } from '../../../../test/support/evm/chain-process.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { ledgerConformance } from '../conformance/ledger-conformance.ts'
import { openWorld } from './evm-world.fixture.ts'

const started: ChainProcess[] = []
after(() => Promise.all(started.map((chain) => chain.close())))

async function startChain(): Promise<ChainProcess> {
  const chain = await ChainProcess.start()
  started.push(chain)
  return chain
}

onDatabase('on a chain', (_, open) => {
  ledgerConformance('the EVM ledger with instant finality', async () => {
    const { ledger, settle } = openWorld(await startChain(), (await open()).database)
    return { ledger, settle, isPrompt: true }
  })
})
