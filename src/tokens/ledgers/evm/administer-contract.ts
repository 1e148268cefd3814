// What the admin of the contract does: deploys it, sets limits, gives the operator's role to another key, lifts a pause.

import { setTimeout as delay } from 'node:timers/promises'
import { encodeDeployData, encodeFunctionData, keccak256, stringToHex } from 'viem/utils'
import { tillgateLedgerAbi, tillgateLedgerBytecode } from '../../../../contracts/artifacts/tillgate-ledger.ts'
import { monotonicMs } from '../../../kernel/clock.ts'
import { unavailable } from '../../../kernel/problem.ts'
import type { FeeSettings, Hex } from './evm-settings.ts'
import { chooseFees } from './fees.ts'
import type { Signer } from './keys/signer.ts'
import type { ChainReceipt, ChainRpc } from './rpc/chain-rpc.ts'

export interface Admin {
  readonly rpc: ChainRpc
  readonly signer: Signer
  readonly fees: FeeSettings
  /** How long a transaction may take until it is in a block. */
  readonly limitMs: number
}

export interface Roles {
  readonly operator: Hex
  readonly guardian: Hex
}

/** In minor units of the asset's currency. */
export interface IssueLimits {
  readonly ceiling: bigint
  readonly dailyLimit: bigint
}

const POLL_MS = 250
const OPERATOR_ROLE = keccak256(stringToHex('OPERATOR_ROLE'))

/** The contract's address. The signer becomes its admin. */
export async function deployLedger(admin: Admin, { operator, guardian }: Roles): Promise<Hex> {
  const args = [admin.signer.address, operator, guardian] as const
  const data = encodeDeployData({ abi: tillgateLedgerAbi, bytecode: tillgateLedgerBytecode, args })
  const { contractAddress } = await transact(admin, undefined, data)
  if (contractAddress === null) throw unavailable('the node does not tell where the contract is')
  return contractAddress
}

export async function setNewAssetLimits(admin: Admin, ledger: Hex, limits: IssueLimits): Promise<void> {
  const args = [limits.ceiling, limits.dailyLimit] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'setNewAssetLimits', args }))
}

export async function setLimits(admin: Admin, ledger: Hex, asset: bigint, limits: IssueLimits): Promise<void> {
  const args = [asset, limits.ceiling, limits.dailyLimit] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'setLimits', args }))
}

export async function grantOperator(admin: Admin, ledger: Hex, operator: Hex): Promise<void> {
  const args = [OPERATOR_ROLE, operator] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'grantRole', args }))
}

export async function revokeOperator(admin: Admin, ledger: Hex, operator: Hex): Promise<void> {
  const args = [OPERATOR_ROLE, operator] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'revokeRole', args }))
}

/** By the guardian. */
export async function pause(admin: Admin, ledger: Hex): Promise<void> {
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'pause' }))
}

export async function unpause(admin: Admin, ledger: Hex): Promise<void> {
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'unpause' }))
}

/** Sends one transaction and waits until it is in a block. */
async function transact({ rpc, signer, fees, limitMs }: Admin, to: Hex | undefined, data: Hex): Promise<ChainReceipt> {
  const [chainId, nonce, market, gas] = await Promise.all([
    rpc.chainId(),
    rpc.nonce(signer.address, 'latest'),
    rpc.fees(),
    // Fails here, without costs, when the key lacks the role.
    rpc.estimateGas(signer.address, to, data),
  ])
  const chosen = chooseFees(market, fees)
  if (chosen.isCapped) throw unavailable('the market is above EVM_MAX_FEE_GWEI')
  const bytes = await signer.sign({ chainId, nonce, to, data, gasLimit: (gas * 6n) / 5n, fees: chosen.fees })
  const hash = keccak256(bytes)
  const startedAtMs = monotonicMs()
  // Sent again while it waits: a node may not have taken it, and the same bytes are one transaction.
  for (;;) {
    await rpc.sendRaw(bytes)
    const receipt = await rpc.receipt(hash)
    if (receipt !== null) {
      if (!receipt.isApplied) throw unavailable('the contract reverted the transaction')
      return receipt
    }
    if (monotonicMs() - startedAtMs > limitMs) {
      throw unavailable(`transaction ${hash} is in no block yet; it may still come to be in one`)
    }
    await delay(POLL_MS)
  }
}
