// tillgate evm tokens: every token of the contract, of which institution it is, how much there is, and how much more may be issued.
// Reads the chain and the database, and changes neither.

import { issuableMinor } from '../../../tokens/ledgers/evm/chain/chain-rules.ts'
import { assetsRead } from '../../../tokens/ledgers/evm/chain/contract-calls.ts'
import type { ChainRpc } from '../../../tokens/ledgers/evm/chain/rpc/chain-rpc.ts'
import { NodesRpc } from '../../../tokens/ledgers/evm/chain/rpc/nodes-rpc.ts'
import type { Hex } from '../../../tokens/ledgers/evm/evm-settings.ts'
import { nameSecretOf } from '../../../tokens/ledgers/evm/name-secret.ts'
import { OnChainNames } from '../../../tokens/ledgers/evm/on-chain-names.ts'
import { ConfigError } from '../../config/config-error.ts'
import { type OpenedStore, type Store, withUnchangedStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'
import { onChain } from './admin-key.ts'

interface Token {
  readonly institution: string
  readonly asset: string
  /** Null while it is not registered: its first account does that. */
  readonly token: Hex | null
  readonly supply: bigint
  readonly ceiling: bigint
  readonly dailyLimit: bigint
  readonly headroom: bigint
}

const PER_CALL = 500

export async function tokens({ json = false }: { readonly json?: boolean }, shell: Shell): Promise<void> {
  const found = await withUnchangedStore((store) => onChain(() => readTokens(store)), shell.env, { isReadOnly: true })
  if (json) shell.print(JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2))
  else if (found.length === 0) shell.print('the contract has no tokens')
  else for (const token of found) shell.print(lineOf(token))
}

async function readTokens({ config, database, secretBox }: OpenedStore): Promise<Token[]> {
  const { evm } = config
  if (evm === undefined) throw new ConfigError('EVM_RPC_URLS', 'is required: no chain is configured')
  const names = new OnChainNames(nameSecretOf(evm, secretBox))
  const { rows } = await database.query<{ name: string; asset_id: string }>(
    `SELECT name, institution_id || ':' || unnest(currencies) AS asset_id FROM digital_institutions
      WHERE ledger = 'evm' ORDER BY name, institution_id`,
  )
  const ours = rows.map((row) => ({ institution: row.name, asset: row.asset_id, number: names.asset(row.asset_id) }))
  const known = new Set(ours.map(({ number }) => number))
  const foreign = (await foreignAssets(database)).filter((number) => !known.has(number))
  const all = [
    ...ours,
    ...foreign.map((number) => ({ institution: 'not of the platform', asset: String(number), number })),
  ]
  const rpc = new NodesRpc(evm.rpcUrls)
  try {
    return await readOnChain(rpc, evm.ledgerAddress, all)
  } finally {
    rpc.close()
  }
}

/** Those that a gateway has found by the events of the contract. */
async function foreignAssets(database: Store['database']): Promise<bigint[]> {
  const { rows: tables } = await database.query<{ is_there: boolean }>(
    `SELECT to_regclass('evm_assets') IS NOT NULL AS is_there`,
  )
  if (tables[0]?.is_there !== true) return []
  const { rows } = await database.query<{ asset: string }>('SELECT asset::text FROM evm_assets ORDER BY asset')
  return rows.map(({ asset }) => BigInt(asset))
}

async function readOnChain(
  rpc: ChainRpc,
  ledger: Hex,
  assets: readonly { readonly institution: string; readonly asset: string; readonly number: bigint }[],
): Promise<Token[]> {
  const latest = await rpc.block('latest')
  if (latest === null) throw new ConfigError('EVM_RPC_URLS:', 'the node does not have the newest block')
  const found: Token[] = []
  for (let from = 0; from < assets.length; from += PER_CALL) {
    const some = assets.slice(from, from + PER_CALL)
    const data = assetsRead.call(some.map(({ number }) => number))
    const answers = assetsRead.answer(await rpc.call(ledger, data, { blockHash: latest.hash }))
    for (const [i, { institution, asset }] of some.entries()) {
      const onChainAsset = answers[i]
      if (onChainAsset === undefined) continue
      const { supplyMinor: supply, ceilingMinor: ceiling, dailyLimitMinor: dailyLimit } = onChainAsset
      const token = onChainAsset.isKnown ? onChainAsset.token : null
      const headroom = issuableMinor(onChainAsset, latest.timeMs)
      found.push({ institution, asset, token, supply, ceiling, dailyLimit, headroom })
    }
  }
  return found
}

function lineOf({ institution, asset, token, supply, ceiling, dailyLimit, headroom }: Token): string {
  return (
    `${institution}: ${asset}, ${token === null ? 'not registered yet' : `token ${token}`}, supply ${supply} of ${ceiling}, ` +
    `${dailyLimit} a day, ${headroom} can be issued now (minor units)`
  )
}
