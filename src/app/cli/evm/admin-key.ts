// What the commands for the contract's admin have in common: the key and the chain.

import type { Environment } from '../../../platform/kernel/environment.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Admin, IssueLimits } from '../../../tokens/ledgers/evm/administer-contract.ts'
import { NodesRpc } from '../../../tokens/ledgers/evm/chain/rpc/nodes-rpc.ts'
import type { Hex } from '../../../tokens/ledgers/evm/evm-settings.ts'
import { type FileKey, openKeyThread } from '../../../tokens/ledgers/evm/keys/key-thread.ts'
import { readEnvironment } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { readEvmChain } from '../../config/config-evm.ts'
import type { Shell } from '../shell.ts'

export interface AdminOptions {
  readonly key?: string
  readonly password?: string
  readonly rawKey?: string
}

export interface LimitOptions {
  readonly ceiling?: string
  readonly dailyLimit?: string
}

/** A block may take a while on a public chain. */
const TRANSACTION_MS = 5 * 60_000
/** The contract keeps amounts in 80 bits. */
const MOST_AMOUNT = 2n ** 80n - 1n

export async function withAdmin<T>(
  options: AdminOptions,
  shell: Shell,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const { rpcUrls, fees } = readEvmChain((name) => shell.env[name]?.trim() || undefined)
  const names = { keystore: '--key', password: '--password', raw: '--raw-key' }
  const signer = await openKeyThread(keyOf(options, shell), names)
  const rpc = new NodesRpc(rpcUrls)
  try {
    return await onChain(() => work({ rpc, signer, fees, limitMs: TRANSACTION_MS }))
  } finally {
    rpc.close()
    await signer.close()
  }
}

/** Faults of the chain are told as such: other commands ask only the database. */
export async function onChain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unavailable') throw new ConfigError('EVM_RPC_URLS:', error.message)
    throw error
  }
}

export function limitsOf({ ceiling, dailyLimit }: LimitOptions): IssueLimits | undefined {
  if (ceiling === undefined && dailyLimit === undefined) return undefined
  if (ceiling === undefined) throw new ConfigError('--ceiling', 'is required with --daily-limit')
  if (dailyLimit === undefined) throw new ConfigError('--daily-limit', 'is required with --ceiling')
  return { ceiling: amountOf('--ceiling', ceiling), dailyLimit: amountOf('--daily-limit', dailyLimit) }
}

/** Whoever has the operator's key can register assets, so limits that new ones have by themselves are for chains without value. */
export function checkNewAssetLimits({ ceiling, dailyLimit }: IssueLimits, shell: Shell): void {
  if (ceiling === 0n || dailyLimit === 0n || environmentOf(shell) === 'sandbox') return
  throw new ConfigError('--ceiling', 'without --asset is for the sandbox only: give each token limits of its own')
}

export function addressOf(option: string, value: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value))
    throw new ConfigError(option, 'takes an address: 0x and 40 hexadecimal digits')
  return value.toLowerCase() as Hex
}

/** These commands need no other setting of the process. */
export function environmentOf(shell: Shell): Environment {
  const isSet = (name: string) => (shell.env[name]?.trim() ?? '') !== ''
  return readEnvironment(
    shell.env.ENVIRONMENT?.trim() || undefined,
    isSet('DATABASE_URL') || isSet('DATABASE_URL_FILE'),
  )
}

function keyOf({ key, password, rawKey }: AdminOptions, shell: Shell): FileKey {
  if (rawKey !== undefined && key === undefined) {
    if (environmentOf(shell) !== 'sandbox') throw new ConfigError('--raw-key', 'is for the sandbox only')
    return { kind: 'raw', file: rawKey }
  }
  if (key === undefined || rawKey !== undefined) throw new ConfigError('--key', 'or --raw-key is required: one of them')
  if (password === undefined) throw new ConfigError('--password', 'is required with --key')
  return { kind: 'keystore', file: key, passwordFile: password }
}

function amountOf(option: string, value: string): bigint {
  const amount = /^\d{1,25}$/.test(value) ? BigInt(value) : -1n
  if (amount < 0n || amount > MOST_AMOUNT) {
    throw new ConfigError(option, `takes a whole number of minor units, at most ${MOST_AMOUNT}`)
  }
  return amount
}
