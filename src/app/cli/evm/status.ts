// tillgate evm status: on which chain the ledger is, how far it is, what its key owns and what is under way.

import { DataDirectoryInUse } from '../../../platform/storage/embedded/data-directory.ts'
import type { FeeMarket } from '../../../tokens/ledgers/evm/chain/fees.ts'
import type { NodeStatus } from '../../../tokens/ledgers/evm/chain/rpc/chain-rpc.ts'
import type { ContractTraits, EvmFigures } from '../../../tokens/ledgers/evm/evm-figures.ts'
import type { OpenEvmLedger } from '../../../tokens/ledgers/evm/open-evm-ledger.ts'
import type { Shell } from '../shell.ts'
import { contractLines } from './contract-lines.ts'
import { withUnchangedEvmLedger } from './open-ledger.ts'

interface Status {
  readonly isUsable: boolean
  readonly chainId: bigint
  readonly genesisHash: string
  readonly market: FeeMarket
  readonly nodes: readonly NodeStatus[]
  readonly figures: EvmFigures
  /** Undefined when there is none at the address. */
  readonly contract: ContractTraits | undefined
}

export async function status({ json = false }: { readonly json?: boolean }, shell: Shell): Promise<void> {
  const found = await withUnchangedEvmLedger(shell, readStatus).catch((error: unknown) => {
    if (!(error instanceof DataDirectoryInUse)) throw error
    return undefined
  })
  // An embedded database is its gateway's alone; the chain can be asked all the same.
  if (found === undefined) return (await import('./chain-status.ts')).chainStatus(json, shell)
  if (json) shell.print(JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2))
  else for (const [what, value] of linesOf(found)) shell.print(`${what.padEnd(16)} ${value}`)
  if (!found.isUsable) process.exitCode = 1
}

async function readStatus({ ledger, rpc }: OpenEvmLedger): Promise<Status> {
  const isUsable = await ledger.health().then(
    () => true,
    () => false,
  )
  const [chainId, genesisHash, market] = await Promise.all([rpc.chainId(), rpc.genesisHash(), rpc.fees()])
  // A contract that is not ours, or none, answers with nothing that can be read.
  const contract = isUsable ? await ledger.contract() : await ledger.contract().catch(() => undefined)
  return { isUsable, chainId, genesisHash, market, nodes: rpc.nodes(), figures: await ledger.figures(), contract }
}

function linesOf({
  isUsable,
  chainId,
  genesisHash,
  market,
  nodes,
  figures,
  contract,
}: Status): [what: string, value: string][] {
  const { latestBlock, finalBlock, finalTimeMs, nextNonce, minedNonce, oldestMs } = figures
  const lag = latestBlock === undefined || finalBlock === undefined ? '' : `, ${latestBlock - finalBlock} behind`
  const finalAt = finalTimeMs === undefined ? '' : ` of ${new Date(finalTimeMs).toISOString()}`
  const since = oldestMs === undefined ? '' : `, the oldest since ${new Date(oldestMs).toISOString()}`
  return [
    ['ledger', isUsable ? 'can be used' : `cannot be used: ${figures.trouble ?? 'see the log'}`],
    ['chain', `${chainId}, first block ${genesisHash}`],
    ...(contract === undefined ? [] : contractLines(contract)),
    ...nodes.map(({ node, state, height }): [string, string] => [`node ${node}`, `${state}, block ${height ?? '?'}`]),
    ['final block', `${finalBlock ?? '?'}${finalAt}${lag}`],
    ['key', figures.address],
    ['nonce', `next ${nextNonce ?? '?'}, in blocks ${minedNonce ?? '?'}`],
    ['balance', `${ether(figures.keyBalanceWei)} ETH, ${ether(figures.neededBalanceWei)} ETH recommended`],
    [
      'fees',
      `base ${gwei(market.baseFeeWei)}, tip ${gwei(market.priorityFeeWei)}, price ${gwei(market.gasPriceWei)} gwei`,
    ],
    ['waiting', String(figures.waiting)],
    ['in transactions', `${figures.placed} in ${figures.open}${since}`],
    ['so far', `${figures.gasUsed} gas, ${ether(figures.feesWei)} ETH`],
  ]
}

function ether(wei: bigint | undefined): string {
  return wei === undefined ? '?' : decimal(wei, 18)
}

function gwei(wei: bigint | null): string {
  return wei === null ? 'none' : decimal(wei, 9)
}

/** Without zeros at the end. */
function decimal(wei: bigint, digits: number): string {
  const text = wei.toString().padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '')
}
