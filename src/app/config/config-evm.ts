// Settings of the EVM ledger. Addresses of nodes and signers may carry credentials, so no error shows a value.

import { accessSync, constants } from 'node:fs'
import type { Environment } from '../../platform/kernel/environment.ts'
import { ConfigError } from './config-error.ts'

type Hex = `0x${string}`

/** What it takes to talk to a chain. */
export interface EvmChainConfig {
  readonly rpcUrls: readonly string[]
  readonly fees: { readonly mode: 'eip1559' | 'legacy' | 'zero'; readonly maxFeeWei: bigint }
}

export type EvmKeyConfig =
  | { readonly kind: 'keystore'; readonly file: string; readonly passwordFile: string }
  | { readonly kind: 'raw'; readonly file: string }
  | { readonly kind: 'remote'; readonly url: string; readonly address: Hex }

export interface EvmConfig extends EvmChainConfig {
  readonly ledgerAddress: Hex
  readonly key: EvmKeyConfig
  readonly finality:
    | { readonly kind: 'instant' }
    | { readonly kind: 'finalized' }
    | { readonly kind: 'depth'; readonly blocks: number }
  readonly nameSecretFile?: string
}

const NAMES = [
  'EVM_RPC_URLS',
  'EVM_LEDGER_ADDRESS',
  'EVM_KEY_FILE',
  'EVM_KEY_PASSWORD_FILE',
  'EVM_RAW_KEY_FILE',
  'EVM_SIGNER_URL',
  'EVM_SIGNER_ADDRESS',
  'EVM_FINALITY',
  'EVM_FEES',
  'EVM_MAX_FEE_GWEI',
  'EVM_NAME_SECRET_FILE',
] as const
type EvmVariable = (typeof NAMES)[number]
/** The trimmed value; undefined when it is not set. */
export type ReadEvm = (name: EvmVariable) => string | undefined

const MOST_RPC_URLS = 10
const WEI_PER_GWEI_DIGITS = 9
const MOST_DEPTH = 10_000

/** Undefined when no chain is named: then there is no EVM ledger. */
export function readEvm(read: ReadEvm, environment: Environment): EvmConfig | undefined {
  if (read('EVM_RPC_URLS') === undefined) {
    const stray = NAMES.find((name) => read(name) !== undefined)
    if (stray !== undefined) throw new ConfigError('EVM_RPC_URLS', `is required when ${stray} is set`)
    return undefined
  }
  const chain = readEvmChain(read)
  const key = readEvmKey(read, environment)
  if (key === undefined) {
    throw new ConfigError('EVM_KEY_FILE', '(or EVM_SIGNER_URL) is required when EVM_RPC_URLS is set')
  }
  const nameSecretFile = read('EVM_NAME_SECRET_FILE')
  return {
    ...chain,
    ledgerAddress: readAddress('EVM_LEDGER_ADDRESS', read('EVM_LEDGER_ADDRESS')),
    key,
    finality: readFinality(read('EVM_FINALITY')),
    ...(nameSecretFile !== undefined && { nameSecretFile: readable('EVM_NAME_SECRET_FILE', nameSecretFile) }),
  }
}

/** Without the contract and the key: for the command that deploys it. */
export function readEvmChain(read: ReadEvm): EvmChainConfig {
  const rpcUrls = (read('EVM_RPC_URLS') ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  if (rpcUrls.length === 0 || rpcUrls.length > MOST_RPC_URLS || !rpcUrls.every(isHttpUrl)) {
    throw new ConfigError(
      'EVM_RPC_URLS',
      `takes 1 to ${MOST_RPC_URLS} http:// or https:// addresses, separated by commas`,
    )
  }
  const mode = ([undefined, 'eip1559', 'legacy', 'zero'] as const).find((choice) => choice === read('EVM_FEES'))
  if (mode === undefined && read('EVM_FEES') !== undefined) {
    throw new ConfigError('EVM_FEES', 'takes one of eip1559, legacy, zero')
  }
  return { rpcUrls, fees: { mode: mode ?? 'eip1559', maxFeeWei: readGwei(read('EVM_MAX_FEE_GWEI') ?? '100') } }
}

/** Undefined when no key is named. */
export function readEvmKey(read: ReadEvm, environment: Environment): EvmKeyConfig | undefined {
  const [file, passwordFile, raw] = [read('EVM_KEY_FILE'), read('EVM_KEY_PASSWORD_FILE'), read('EVM_RAW_KEY_FILE')]
  const [url, address] = [read('EVM_SIGNER_URL'), read('EVM_SIGNER_ADDRESS')]
  if ([file, raw, url].filter((each) => each !== undefined).length > 1) {
    throw new ConfigError('EVM_KEY_FILE', 'EVM_RAW_KEY_FILE and EVM_SIGNER_URL exclude each other; set one of them')
  }
  if ((file === undefined) !== (passwordFile === undefined)) {
    throw new ConfigError(
      file === undefined ? 'EVM_KEY_FILE' : 'EVM_KEY_PASSWORD_FILE',
      `is required when ${file === undefined ? 'EVM_KEY_PASSWORD_FILE' : 'EVM_KEY_FILE'} is set`,
    )
  }
  if (file !== undefined && passwordFile !== undefined) {
    return {
      kind: 'keystore',
      file: readable('EVM_KEY_FILE', file),
      passwordFile: readable('EVM_KEY_PASSWORD_FILE', passwordFile),
    }
  }
  if (raw !== undefined) {
    if (environment !== 'sandbox') throw new ConfigError('EVM_RAW_KEY_FILE', 'is for the sandbox only')
    return { kind: 'raw', file: readable('EVM_RAW_KEY_FILE', raw) }
  }
  if (url === undefined) {
    if (address !== undefined) throw new ConfigError('EVM_SIGNER_URL', 'is required when EVM_SIGNER_ADDRESS is set')
    return undefined
  }
  if (!isHttpUrl(url)) throw new ConfigError('EVM_SIGNER_URL', 'takes an http:// or https:// address')
  return { kind: 'remote', url, address: readAddress('EVM_SIGNER_ADDRESS', address) }
}

function readFinality(value = 'finalized'): EvmConfig['finality'] {
  if (value === 'instant' || value === 'finalized') return { kind: value }
  const blocks = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (blocks < 1 || blocks > MOST_DEPTH) {
    throw new ConfigError('EVM_FINALITY', `takes instant, finalized or a number of blocks from 1 to ${MOST_DEPTH}`)
  }
  return { kind: 'depth', blocks }
}

function readGwei(value: string): bigint {
  const match = /^(\d{1,7})(?:\.(\d{1,9}))?$/.exec(value)
  if (match === null) throw new ConfigError('EVM_MAX_FEE_GWEI', 'takes a number of gwei per gas, such as 100 or 0.5')
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(WEI_PER_GWEI_DIGITS, '0')}`)
}

function readAddress(name: EvmVariable, value: string | undefined): Hex {
  if (value === undefined || !/^0x[0-9a-fA-F]{40}$/.test(value) || /^0x0+$/.test(value)) {
    throw new ConfigError(name, 'takes an address: 0x and 40 hexadecimal digits')
  }
  return value.toLowerCase() as Hex
}

function isHttpUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && canBeDecoded(url.username + url.password)
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function readable(name: EvmVariable, file: string): string {
  try {
    accessSync(file, constants.R_OK)
    return file
  } catch {
    throw new ConfigError(name, `takes the path of a file that this process can read; ${file} is not`)
  }
}
