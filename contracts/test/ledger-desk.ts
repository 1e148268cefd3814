// A ledger on a chain, with the words of the tests: operations and actions in, results, accounts and events out.

import assert from 'node:assert/strict'
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbiParameters,
  parseEventLogs,
  toHex,
  zeroAddress,
} from 'viem'
import { tillgateLedgerAbi, tillgateLedgerBytecode } from '../artifacts/tillgate-ledger.ts'
import { tillgateTokenAbi } from '../artifacts/tillgate-token.ts'
import type { TestChain, TransactionResult } from './test-chain.ts'

const LEDGER_ABI = tillgateLedgerAbi
const EVERY_ABI = [...tillgateLedgerAbi, ...tillgateTokenAbi]

export const KINDS = ['ISSUE', 'BURN', 'TRANSFER', 'HOLD', 'CAPTURE', 'RELEASE', 'RESTRICT'] as const
export const REASONS = [
  'NONE',
  'INSUFFICIENT_BALANCE',
  'UNKNOWN_ACCOUNT',
  'UNKNOWN_ASSET',
  'UNKNOWN_HOLD',
  'HOLD_ENDED',
  'RESTRICTED',
  'AMOUNT',
  'CEILING',
  'DAILY_LIMIT',
  'UNLISTED',
  'MALFORMED',
] as const
export const OUTCOMES = ['NONE', 'APPLIED', 'HELD', 'CAPTURED', 'RELEASED', 'FAILED'] as const
export type Reason = (typeof REASONS)[number]
export type Outcome = (typeof OUTCOMES)[number]

export const MAX_AMOUNT = 2n ** 80n - 1n
export const NO_DEBIT = 1n
export const NO_CREDIT = 2n
export const ISSUE_LIMIT = 1_000_000n

export interface Action {
  readonly kind: number
  readonly asset: bigint
  readonly account: Hex
  readonly to: Hex
  readonly value: bigint
}

export interface Operation {
  readonly id: Hex
  readonly actions: readonly Action[]
}

type Functions = Extract<(typeof tillgateLedgerAbi)[number], { type: 'function' }>['name']

/** An address, or an id, of a name. */
export const idOf = (name: string): Hex => keccak256(toHex(name))
export const addressOf = (name: string): Hex => `0x${idOf(name).slice(-40)}`
export const assetOf = (name: string): bigint => BigInt(idOf(name)) >> 192n

export const ADMIN = addressOf('admin')
export const OPERATOR = addressOf('operator')
export const GUARDIAN = addressOf('guardian')
export const STRANGER = addressOf('stranger')

export const issue = (asset: bigint, account: Hex, value: bigint) => actionOf('ISSUE', { asset, account, value })
export const burn = (asset: bigint, account: Hex, value: bigint) => actionOf('BURN', { asset, account, value })
export const transfer = (asset: bigint, account: Hex, to: Hex, value: bigint) =>
  actionOf('TRANSFER', { asset, account, to, value })
export const hold = (asset: bigint, account: Hex, value: bigint) => actionOf('HOLD', { asset, account, value })
export const capture = (holdId: Hex, to: Hex = zeroAddress) => actionOf('CAPTURE', { to, value: BigInt(holdId) })
export const release = (holdId: Hex) => actionOf('RELEASE', { value: BigInt(holdId) })
export const restrict = (account: Hex, restrictions: bigint) => actionOf('RESTRICT', { account, value: restrictions })

/** What the contract keeps of the content of an operation. */
export function contentOf(actions: readonly Action[]): bigint {
  const type = parseAbiParameters(['(uint8 kind, uint64 asset, address account, address to, uint256 value)[] actions'])
  return BigInt(keccak256(encodeAbiParameters(type, [actions]))) % 2n ** 240n
}

function actionOf(kind: (typeof KINDS)[number], action: Partial<Action>): Action {
  return { kind: KINDS.indexOf(kind), asset: 0n, account: zeroAddress, to: zeroAddress, value: 0n, ...action }
}

export class LedgerDesk {
  readonly chain: TestChain
  readonly ledger: Hex

  private constructor(chain: TestChain, ledger: Hex) {
    this.chain = chain
    this.ledger = ledger
  }

  static async open(chain: TestChain): Promise<LedgerDesk> {
    const { created } = await deploy(chain, ADMIN, OPERATOR, GUARDIAN)
    assert.ok(created !== undefined, 'the ledger is deployed')
    const desk = new LedgerDesk(chain, created)
    await desk.done(ADMIN, 'setNewAssetLimits', [ISSUE_LIMIT, ISSUE_LIMIT])
    return desk
  }

  send(from: Hex, functionName: Functions, args: readonly unknown[], gasLimit?: bigint): Promise<TransactionResult> {
    return this.chain.send(from, this.ledger, call(functionName, args), gasLimit)
  }

  /** Must be applied. */
  async done(from: Hex, functionName: Functions, args: readonly unknown[]): Promise<TransactionResult> {
    const result = await this.send(from, functionName, args)
    assert.ok(result.isApplied, `${functionName}: ${errorIn(result)}`)
    return result
  }

  /** The error's name and arguments. */
  async refused(from: Hex, functionName: Functions, args: readonly unknown[]): Promise<string> {
    const result = await this.send(from, functionName, args)
    assert.ok(!result.isApplied, `${functionName} was applied`)
    return errorIn(result)
  }

  execute(...operations: readonly Operation[]): Promise<TransactionResult> {
    return this.done(OPERATOR, 'execute', [operations])
  }

  async register(asset: bigint, ...accounts: readonly Hex[]): Promise<void> {
    await this.done(OPERATOR, 'registerAsset', [asset, 'Bank A dollar', 'USD', 2])
    if (accounts.length > 0) await this.registerAccounts(accounts.map((account) => ({ account, asset })))
  }

  registerAccounts(added: readonly { account: Hex; asset: bigint }[]): Promise<TransactionResult> {
    return this.done(OPERATOR, 'registerAccounts', [added])
  }

  async results(...ids: readonly Hex[]) {
    const results = decodeFunctionResult({
      abi: LEDGER_ABI,
      functionName: 'resultsOf',
      data: await this.chain.call(this.ledger, call('resultsOf', [ids])),
    })
    return results.map(({ outcome, reason, amount, account }) => ({
      outcome: OUTCOMES[outcome] as Outcome,
      reason: REASONS[reason] as Reason,
      amount,
      account: account.toLowerCase() as Hex,
    }))
  }

  async contents(...ids: readonly Hex[]): Promise<readonly bigint[]> {
    return decodeFunctionResult({
      abi: LEDGER_ABI,
      functionName: 'contentsOf',
      data: await this.chain.call(this.ledger, call('contentsOf', [ids])),
    })
  }

  /** FAILED with its reason, or the outcome. */
  async outcome(id: Hex): Promise<Outcome | Reason> {
    const [result] = await this.results(id)
    return result?.outcome === 'FAILED' ? result.reason : (result?.outcome ?? 'NONE')
  }

  async accounts(...accounts: readonly Hex[]) {
    return decodeFunctionResult({
      abi: LEDGER_ABI,
      functionName: 'accountsOf',
      data: await this.chain.call(this.ledger, call('accountsOf', [accounts])),
    })
  }

  async assets(...assets: readonly bigint[]) {
    return decodeFunctionResult({
      abi: LEDGER_ABI,
      functionName: 'assetsOf',
      data: await this.chain.call(this.ledger, call('assetsOf', [assets])),
    })
  }

  async tokenOf(asset: bigint): Promise<Hex> {
    const [found] = await this.assets(asset)
    return (found?.token ?? zeroAddress).toLowerCase() as Hex
  }

  /** What a token says. */
  async ask(asset: bigint, functionName: string, ...args: readonly unknown[]): Promise<unknown> {
    const data = encodeFunctionData({ abi: EVERY_ABI, functionName, args } as never)
    const returned = await this.chain.call(await this.tokenOf(asset), data)
    return decodeFunctionResult({ abi: EVERY_ABI, functionName, data: returned } as never)
  }

  /** A call of a token by the owner of an address. */
  async asOwner(from: Hex, asset: bigint, functionName: string, ...args: readonly unknown[]) {
    const data = encodeFunctionData({ abi: EVERY_ABI, functionName, args } as never)
    const result = await this.chain.send(from, await this.tokenOf(asset), data)
    return { ...result, error: result.isApplied ? undefined : errorIn(result) }
  }
}

export function deploy(chain: TestChain, admin: Hex, operator: Hex, guardian: Hex): Promise<TransactionResult> {
  const args = [admin, operator, guardian] as const
  return chain.send(ADMIN, undefined, encodeDeployData({ abi: LEDGER_ABI, bytecode: tillgateLedgerBytecode, args }))
}

export function call(functionName: Functions, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: LEDGER_ABI, functionName, args } as never)
}

/** Such as `Refused(UNLISTED)`; empty for an error without a name. */
export function errorIn({ returned }: Pick<TransactionResult, 'returned'>): string {
  if (returned === '0x') return ''
  const { errorName, args } = decodeErrorResult({ abi: EVERY_ABI, data: returned })
  const shown = errorName === 'Refused' ? [REASONS[(args as readonly number[])[0] ?? 0]] : (args ?? [])
  return `${errorName}(${shown.join(', ')})`
}

/** Each as its name and arguments in the order of the contract, with `names` in place of addresses and ids. */
export function eventsIn({ logs }: TransactionResult, names: Readonly<Record<string, string>>): string[] {
  const byValue = new Map(Object.entries(names).map(([value, name]) => [value.toLowerCase(), name]))
  return parseEventLogs({ abi: EVERY_ABI, logs: logs as never }).map(({ eventName, args }) => {
    const shown = Object.values(args as object).map((value) => byValue.get(String(value).toLowerCase()) ?? value)
    return `${eventName} ${shown.join(' ')}`
  })
}
