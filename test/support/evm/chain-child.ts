// The child of chain-process.ts: Hardhat's chain behind JSON-RPC on a free port of 127.0.0.1, with blocks by hand. Ends with its parent.

import { createHardhatRuntimeEnvironment } from 'hardhat/hre'

const { baseFeeWei, port, startedMs } = JSON.parse(process.argv[2] ?? '{}') as {
  baseFeeWei: string
  port: number
  startedMs: number
}
const runtime = await createHardhatRuntimeEnvironment({
  networks: {
    ledger: {
      type: 'edr-simulated',
      hardfork: 'osaka',
      initialBaseFeePerGas: BigInt(baseFeeWei),
      // Part of the hash of the first block.
      initialDate: new Date(startedMs),
      allowBlocksWithSameTimestamp: true,
      throwOnTransactionFailures: false,
      mining: { auto: false, interval: 0, mempool: { order: 'priority' } },
    },
  },
})
const server = await runtime.network.createServer({ network: 'ledger' }, '127.0.0.1', port)
const { port: listeningOn } = await server.listen()
process.once('disconnect', () => process.exit(0))
process.send?.({ url: `http://127.0.0.1:${listeningOn}` })
