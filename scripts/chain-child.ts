// The chain of chain.ts: Hardhat's node on 127.0.0.1. A transaction gets a block at once, and a block comes each second.

import { createHardhatRuntimeEnvironment } from 'hardhat/hre'

const runtime = await createHardhatRuntimeEnvironment({
  networks: {
    ledger: {
      type: 'edr-simulated',
      allowBlocksWithSameTimestamp: true,
      throwOnTransactionFailures: false,
      mining: { auto: true, interval: 1_000 },
    },
  },
})
const server = await runtime.network.createServer({ network: 'ledger' }, '127.0.0.1', Number(process.argv[2]))
const { address, port } = await server.listen()
// Ctrl+C goes to the whole group: the gateway ends first.
process.on('SIGINT', () => {})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
process.send?.({ url: `http://${address}:${port}` })
