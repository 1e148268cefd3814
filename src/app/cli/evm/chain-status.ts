// What the chain says without our database: for `evm status` beside a gateway that has its embedded database to itself.

import {
  keepsContentsRead,
  newAssetLimitsRead,
  operatorRead,
  pausedRead,
} from '../../../tokens/ledgers/evm/chain/contract-calls.ts'
import { NodesRpc } from '../../../tokens/ledgers/evm/chain/rpc/nodes-rpc.ts'
import { openSigner } from '../../../tokens/ledgers/evm/keys/open-signer.ts'
import { readConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { Shell } from '../shell.ts'
import { onChain } from './admin-key.ts'
import { contractLines } from './contract-lines.ts'

export async function chainStatus(json: boolean, shell: Shell): Promise<void> {
  const { evm } = readConfig(shell.env)
  if (evm === undefined) throw new ConfigError('EVM_RPC_URLS', 'is required: no chain is configured')
  const { key } = evm
  const address = key.kind === 'remote' ? key.address : await addressOfKey(key)
  const rpc = new NodesRpc(evm.rpcUrls)
  try {
    const found = await onChain(async () => {
      const [chainId, genesisHash, latest, balanceWei, [paused, operator, keeps, limits]] = await Promise.all([
        rpc.chainId(),
        rpc.genesisHash(),
        rpc.block('latest'),
        rpc.balance(address),
        rpc.callMany(
          [pausedRead.call(), operatorRead.call(address), keepsContentsRead.call(), newAssetLimitsRead.call()].map(
            (data) => ({ to: evm.ledgerAddress, data }),
          ),
          'latest',
        ),
      ])
      const isThere = paused !== undefined && paused !== '0x' && operator !== undefined
      const traits =
        isThere && keeps !== undefined && limits !== undefined
          ? {
              address: evm.ledgerAddress,
              keepsContents: keepsContentsRead.answer(keeps),
              newAssets: newAssetLimitsRead.answer(limits),
            }
          : undefined
      return {
        database: 'in use by a running gateway',
        chainId: String(chainId),
        genesisHash,
        latestBlock: String(latest?.number ?? '?'),
        key: address,
        balanceWei: String(balanceWei),
        contract: traits ?? 'none at EVM_LEDGER_ADDRESS',
        isPaused: isThere && pausedRead.answer(paused),
        isOperator: isThere && operatorRead.answer(operator),
        nodes: rpc.nodes().map(({ node, state, height }) => `node ${node} ${state}, block ${height ?? '?'}`),
      }
    })
    if (json) shell.print(JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2))
    else
      for (const [what, value] of Object.entries(found)) {
        const lines =
          typeof value === 'object' && !Array.isArray(value)
            ? contractLines(value)
            : [[what, Array.isArray(value) ? value.join('; ') : value]]
        for (const [name, text] of lines) shell.print(`${String(name).padEnd(16)} ${text}`)
      }
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
