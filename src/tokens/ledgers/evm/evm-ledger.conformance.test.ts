// Needs a process of its own: its tests are those of the conformance suite, and the runner finds no others in this file.
// The EVM ledger keeps the contract of a digital ledger, on a chain process: with nodes that answer, and with nodes that lose, delay
// and repeat calls and disagree about the final block.

import { after } from 'node:test'
import { ChainProcess } from '../../../../test/support/evm/chain-process.ts'
import { FaultyNode } from '../../../../test/support/evm/faulty-node.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { cases } from '../../../../test/support/runner/extent.ts'
import { LEDGER_CASES, ledgerConformance } from '../conformance/ledger-conformance.ts'
import { RANDOM_CASES } from '../conformance/random-cases.ts'
import { openWorld } from './evm-world.fixture.ts'

const FAULTS = { lostRequest: 0.06, lostReply: 0.06, repeated: 0.1, delayed: 0.1, finalLag: 2 }

const started: { close(): unknown }[] = []
after(() => Promise.all(started.map((one) => one.close())))

async function startChain(): Promise<ChainProcess> {
  const chain = await ChainProcess.start()
  started.push(chain)
  return chain
}

onDatabase('on a chain', (_, open) => {
  ledgerConformance('the EVM ledger with instant finality', async () => {
    const { ledger, settle } = openWorld(await startChain(), (await open()).database)
    return { ledger, settle, isPrompt: true, randomRuns: 1 }
  })

  const withFaultyNodes = async () => {
    const chain = await startChain()
    const nodes = await Promise.all([1, 2].map((seed) => FaultyNode.start(chain.url, FAULTS, seed)))
    started.push(...nodes)
    const { ledger, settle } = openWorld(chain, (await open()).database, {
      urls: nodes.map(({ url }) => url),
      finality: { kind: 'finalized' },
    })
    return { ledger, settle, isPrompt: true, randomRuns: 1 }
  }
  // All of them take five times as long as with nodes that answer; random operations meet every fault.
  ledgerConformance('the EVM ledger with faulty nodes', withFaultyNodes, cases(RANDOM_CASES, LEDGER_CASES))
})
