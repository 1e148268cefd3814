// What the admin of the contract does: deploys it, sets limits, gives roles to other keys, lists addresses, lifts a pause.

import { setTimeout as delay } from 'node:timers/promises'
import { encodeDeployData, encodeFunctionData, keccak256, stringToHex } from 'viem/utils'
import { tillgateLedgerAbi, tillgateLedgerBytecode } from '../../../../contracts/artifacts/tillgate-ledger.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { chooseFees } from './chain/fees.ts'
import type { ChainReceipt, ChainRpc } from './chain/rpc/chain-rpc.ts'
import type { FeeSettings, Hex } from './evm-settings.ts'
import type { Signer } from './keys/signer.ts'

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

/** `admin` is the contract's own name for none: it is the default. */
const ROLES = {
  operator: keccak256(stringToHex('OPERATOR_ROLE')),
  guardian: keccak256(stringToHex('GUARDIAN_ROLE')),
  admin: `0x${'0'.repeat(64)}`,
} as const
export type Role = keyof typeof ROLES

export async function grantRole(admin: Admin, ledger: Hex, role: Role, address: Hex): Promise<void> {
  const args = [ROLES[role], address] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'grantRole', args }))
}

export async function revokeRole(admin: Admin, ledger: Hex, role: Role, address: Hex): Promise<void> {
  const args = [ROLES[role], address] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'revokeRole', args }))
}

/** Its owner may hold the asset, and move it with the token's own functions. */
export async function listAddress(admin: Admin, ledger: Hex, address: Hex, asset: bigint): Promise<void> {
  const args = [address, asset] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'listAddress', args }))
}

export async function delistAddress(admin: Admin, ledger: Hex, address: Hex): Promise<void> {
  const args = [address] as const
  await transact(admin, ledger, encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'delistAddress', args }))
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
