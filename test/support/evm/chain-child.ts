// The child of chain-process.ts: Hardhat's chain behind JSON-RPC on a free port of 127.0.0.1, with blocks by hand. Ends with its parent.

import { createHardhatRuntimeEnvironment } from 'hardhat/hre'

const runtime = await createHardhatRuntimeEnvironment({
  networks: {
    ledger: {
      type: 'edr-simulated',
      hardfork: 'osaka',
      initialBaseFeePerGas: 0,
      // Part of the hash of the first block.
      initialDate: new Date(Number(process.argv[2])),
      allowBlocksWithSameTimestamp: true,
      throwOnTransactionFailures: false,
      mining: { auto: false, interval: 0, mempool: { order: 'priority' } },
    },
  },
})
const server = await runtime.network.createServer({ network: 'ledger' }, '127.0.0.1', 0)
const { port } = await server.listen()
process.once('disconnect', () => process.exit(0))
process.send?.({ url: `http://127.0.0.1:${port}` })
