// The settings of a gateway on a chain process.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChainProcess, OPERATOR } from './chain-process.ts'

export interface GatewayChain {
  readonly chain: ChainProcess
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Each transaction gets a block at once, a block comes each second, and every block is final. */
export async function startGatewayChain(): Promise<GatewayChain> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-evm-'))
  const keyFile = join(folder, 'operator.key')
  writeFileSync(keyFile, OPERATOR.key)
  const chain = await ChainProcess.start()
  await chain.ask('evm_setAutomine', true)
  // A chain without new blocks is down.
  await chain.ask('evm_setIntervalMining', 1_000)
  return {
    chain,
    env: {
      EVM_RPC_URLS: chain.url,
      EVM_LEDGER_ADDRESS: chain.ledger,
      EVM_RAW_KEY_FILE: keyFile,
      EVM_FINALITY: 'instant',
      EVM_FEES: 'zero',
    },
    async close() {
      await chain.close()
      rmSync(folder, { recursive: true })
    },
  }
}
