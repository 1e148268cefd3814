// Calls of the contract TillgateLedger as bytes, and what it answers. Loaded only by gateways with an EVM ledger: viem is large.

import {
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem/utils'
import { tillgateLedgerAbi } from '../../../../../contracts/artifacts/tillgate-ledger.ts'
import { tillgateTokenAbi } from '../../../../../contracts/artifacts/tillgate-token.ts'
import type { LedgerAction } from '../../digital-ledger.ts'
import type { Hex } from '../evm-settings.ts'
import type { OnChainNames } from '../on-chain-names.ts'
import type { AssetContent } from '../placing/work-content.ts'
import { OUTCOMES, type Outcome } from './chain-rules.ts'

const NO_ADDRESS: Hex = '0x0000000000000000000000000000000000000000'
const KINDS: readonly LedgerAction['kind'][] = ['ISSUE', 'BURN', 'TRANSFER', 'HOLD', 'CAPTURE', 'RELEASE', 'RESTRICT']
const RESTRICTIONS = { NO_DEBIT: 1n, NO_CREDIT: 2n } as const
const KNOWN = 4

export interface NamedOp {
  readonly opId: string
  readonly actions: readonly LedgerAction[]
}

export function executeCall(names: OnChainNames, ops: readonly NamedOp[]): Hex {
  const operations = ops.map(({ opId, actions }) => ({
    id: names.operation(opId),
    actions: actions.map((action) => chainAction(names, action)),
  }))
  return encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'execute', args: [operations] })
}

const ACTIONS = parseAbiParameters(['(uint8 kind, uint64 asset, address account, address to, uint256 value)[] actions'])

/** What the contract keeps of an operation: the last 30 bytes of a hash. */
export function contentHash(names: OnChainNames, actions: readonly LedgerAction[]): bigint {
  const encoded = encodeAbiParameters(ACTIONS, [actions.map((action) => chainAction(names, action))])
  return BigInt.asUintN(240, BigInt(keccak256(encoded)))
}

function chainAction(names: OnChainNames, action: LedgerAction) {
  const empty = { kind: KINDS.indexOf(action.kind), asset: 0n, account: NO_ADDRESS, to: NO_ADDRESS, value: 0n }
  switch (action.kind) {
    case 'ISSUE':
    case 'BURN':
    case 'HOLD':
      return { ...empty, ...holding(names, action) }
    case 'TRANSFER':
      return { ...empty, ...holding(names, action), to: names.account(action.toAccountId) }
    case 'CAPTURE':
      return {
        ...empty,
        to: action.toAccountId === undefined ? NO_ADDRESS : names.account(action.toAccountId),
        value: BigInt(names.operation(action.holdId)),
      }
    case 'RELEASE':
      return { ...empty, value: BigInt(names.operation(action.holdId)) }
    case 'RESTRICT': {
      const value = action.restrictions.reduce((flags, restriction) => flags | RESTRICTIONS[restriction], 0n)
      return { ...empty, account: names.account(action.accountId), value }
    }
  }
}

type Holding = { readonly assetId: string; readonly accountId: string; readonly amountMinor: bigint }

function holding(names: OnChainNames, { assetId, accountId, amountMinor }: Holding) {
  return { asset: names.asset(assetId), account: names.account(accountId), value: amountMinor }
}

/** The most characters of an issuer's name in the name of its token. */
const MOST_NAME = 60

/** Name and symbol are public: the token is named after its issuer. */
export function registerAssetCall(
  names: OnChainNames,
  assetId: string,
  { currency, exponent, issuerName = 'Tillgate' }: AssetContent,
): Hex {
  const args = [names.asset(assetId), `${issuerName.slice(0, MOST_NAME)} ${currency}`, currency, exponent] as const
  return encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'registerAsset', args })
}

export function registerAccountsCall(
  names: OnChainNames,
  accounts: readonly { readonly accountId: string; readonly assetId: string }[],
): Hex {
  const added = accounts.map(({ accountId, assetId }) => ({
    account: names.account(accountId),
    asset: names.asset(assetId),
  }))
  return encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'registerAccounts', args: [added] })
}

// Reads. Each takes many names and answers in their order.

export interface OpResult {
  readonly outcome: Outcome
  readonly reason: number
  readonly amountMinor: bigint
}

export const resultsRead = {
  call: (ids: readonly Hex[]): Hex =>
    encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'resultsOf', args: [ids] }),
  answer: (data: Hex): OpResult[] =>
    decodeFunctionResult({ abi: tillgateLedgerAbi, functionName: 'resultsOf', data }).map(
      ({ outcome, reason, amount }) => ({ outcome: OUTCOMES[outcome] ?? 'NONE', reason, amountMinor: amount }),
    ),
}

/** The last 30 bytes of the hash of each operation's content; zero for an id that is not used. */
export const contentsRead = {
  call: (ids: readonly Hex[]): Hex =>
    encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'contentsOf', args: [ids] }),
  answer: (data: Hex): readonly bigint[] =>
    decodeFunctionResult({ abi: tillgateLedgerAbi, functionName: 'contentsOf', data }),
}

const CONTENTS_OF = toFunctionSelector('contentsOf(bytes32[])')

/** Whether the contract has `contentsOf`: its first version has not. */
export const keepsContentsRead = {
  call: (): Hex =>
    encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'supportsInterface', args: [CONTENTS_OF] }),
  answer: (data: Hex): boolean =>
    decodeFunctionResult({ abi: tillgateLedgerAbi, functionName: 'supportsInterface', data }),
}

export const newAssetLimitsRead = {
  call: (): Hex => encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'newAssetLimits' }),
  answer: (data: Hex): { readonly ceilingMinor: bigint; readonly dailyLimitMinor: bigint } => {
    const [ceilingMinor, dailyLimitMinor] = decodeFunctionResult({
      abi: tillgateLedgerAbi,
      functionName: 'newAssetLimits',
      data,
    })
    return { ceilingMinor, dailyLimitMinor }
  },
}

/** Asked of a token. */
export const symbolRead = {
  call: (): Hex => encodeFunctionData({ abi: tillgateTokenAbi, functionName: 'symbol' }),
  answer: (data: Hex): string => decodeFunctionResult({ abi: tillgateTokenAbi, functionName: 'symbol', data }),
}

export const decimalsRead = {
  call: (): Hex => encodeFunctionData({ abi: tillgateTokenAbi, functionName: 'decimals' }),
  answer: (data: Hex): number => decodeFunctionResult({ abi: tillgateTokenAbi, functionName: 'decimals', data }),
}

export interface AccountOnChain {
  readonly isKnown: boolean
  readonly asset: bigint
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
}

export const accountsRead = {
  call: (accounts: readonly Hex[]): Hex =>
    encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'accountsOf', args: [accounts] }),
  answer: (data: Hex): AccountOnChain[] =>
    decodeFunctionResult({ abi: tillgateLedgerAbi, functionName: 'accountsOf', data }).map(
      ({ balance, held, asset, flags }) => ({
        isKnown: (flags & KNOWN) !== 0,
        asset,
        balanceMinor: balance,
        heldMinor: held,
      }),
    ),
}

export interface AssetOnChain {
  readonly isKnown: boolean
  readonly token: Hex
  readonly supplyMinor: bigint
  readonly ceilingMinor: bigint
  readonly dailyLimitMinor: bigint
  /** On the day `today`, which may be over. */
  readonly issuedTodayMinor: bigint
  /** Days since 1970, modulo 2^16. */
  readonly today: number
}

export const assetsRead = {
  call: (assets: readonly bigint[]): Hex =>
    encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'assetsOf', args: [assets] }),
  answer: (data: Hex): AssetOnChain[] =>
    decodeFunctionResult({ abi: tillgateLedgerAbi, functionName: 'assetsOf', data }).map((asset) => ({
      isKnown: asset.token !== NO_ADDRESS,
      token: asset.token,
      supplyMinor: asset.supply,
      ceilingMinor: asset.ceiling,
      dailyLimitMinor: asset.dailyLimit,
      issuedTodayMinor: asset.issuedToday,
      today: asset.today,
    })),
}

export const pausedRead = {
  call: (): Hex => encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'paused' }),
  answer: (data: Hex): boolean => decodeFunctionResult({ abi: tillgateLedgerAbi, functionName: 'paused', data }),
}

const OPERATOR_ROLE = keccak256(new TextEncoder().encode('OPERATOR_ROLE'))

export const operatorRead = {
  call: (key: Hex): Hex =>
    encodeFunctionData({ abi: tillgateLedgerAbi, functionName: 'hasRole', args: [OPERATOR_ROLE, key] }),
  answer: (data: Hex): boolean => decodeFunctionResult({ abi: tillgateLedgerAbi, functionName: 'hasRole', data }),
}

/** The event that tells of a new asset; its number is the first topic after this one. */
export const assetRegisteredTopic = keccak256(new TextEncoder().encode('AssetRegistered(uint64,address)'))

export function transactionHash(raw: Hex): Hex {
  return keccak256(raw)
}
