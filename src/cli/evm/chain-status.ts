// What the chain says without our database: for `evm status` beside a gateway that has its embedded database to itself.

import { readConfig } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { operatorRead, pausedRead } from '../../tokens/ledgers/evm/contract-calls.ts'
import { openSigner } from '../../tokens/ledgers/evm/keys/open-signer.ts'
import { NodesRpc } from '../../tokens/ledgers/evm/rpc/nodes-rpc.ts'
import type { Shell } from '../shell.ts'
import { onChain } from './admin-key.ts'

export async function chainStatus(json: boolean, shell: Shell): Promise<void> {
  const { evm } = readConfig(shell.env)
  if (evm === undefined) throw new ConfigError('EVM_RPC_URLS', 'is required: no chain is configured')
  const { key } = evm
  const address = key.kind === 'remote' ? key.address : await addressOfKey(key)
  const rpc = new NodesRpc(evm.rpcUrls)
  try {
    const found = await onChain(async () => {
      const [chainId, genesisHash, latest, balanceWei, [paused, operator]] = await Promise.all([
        rpc.chainId(),
        rpc.genesisHash(),
        rpc.block('latest'),
        rpc.balance(address),
        rpc.callMany(
          [pausedRead.call(), operatorRead.call(address)].map((data) => ({ to: evm.ledgerAddress, data })),
          'latest',
        ),
      ])
      const isThere = paused !== undefined && paused !== '0x' && operator !== undefined
      return {
        database: 'in use by a running gateway',
        chainId: String(chainId),
        genesisHash,
        latestBlock: String(latest?.number ?? '?'),
        key: address,
        balanceWei: String(balanceWei),
        contract: isThere ? evm.ledgerAddress : 'none at EVM_LEDGER_ADDRESS',
        isPaused: isThere && pausedRead.answer(paused),
        isOperator: isThere && operatorRead.answer(operator),
        nodes: rpc.nodes().map(({ node, state, height }) => `node ${node} ${state}, block ${height ?? '?'}`),
      }
    })
    if (json) shell.print(JSON.stringify(found, null, 2))
    else
      for (const [what, value] of Object.entries(found))
        shell.print(`${what.padEnd(16)} ${Array.isArray(value) ? value.join('; ') : value}`)
    if (!found.isOperator || found.isPaused) process.exitCode = 1
  } finally {
    rpc.close()
  }
}

async function addressOfKey(key: Parameters<typeof openSigner>[0]) {
  const signer = await openSigner(key)
  await signer.close()
  return signer.address
}
