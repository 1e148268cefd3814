// Reads what nodes answer. A node that answers with something else counts as one that gives no answer.

import type { Hex } from '../../evm-settings.ts'
import type { BlockRef, ChainBlock, ChainReceipt } from './chain-rpc.ts'
import { RpcFailure } from './json-rpc.ts'

export function hexOf(value: unknown): Hex {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value.toLowerCase() as Hex
  throw new RpcFailure('the answer has no hexadecimal value where there must be one', false)
}

export function numberOf(value: unknown): bigint {
  const hex = hexOf(value)
  return hex === '0x' ? 0n : BigInt(hex)
}

export function blockOf(value: unknown): ChainBlock | null {
  if (value === null) return null
  const block = fieldsOf(value)
  return {
    number: numberOf(block.number),
    hash: hexOf(block.hash),
    parentHash: hexOf(block.parentHash),
    timeMs: Number(numberOf(block.timestamp)) * 1_000,
    gasLimit: numberOf(block.gasLimit),
    baseFeeWei: block.baseFeePerGas === undefined ? null : numberOf(block.baseFeePerGas),
  }
}

export function receiptOf(value: unknown): ChainReceipt | null {
  if (value === null) return null
  const receipt = fieldsOf(value)
  const gasUsed = numberOf(receipt.gasUsed)
  return {
    transactionHash: hexOf(receipt.transactionHash),
    blockNumber: numberOf(receipt.blockNumber),
    blockHash: hexOf(receipt.blockHash),
    isApplied: numberOf(receipt.status) === 1n,
    gasUsed,
    // Some nodes tell no price before London.
    feeWei: gasUsed * (receipt.effectiveGasPrice === undefined ? 0n : numberOf(receipt.effectiveGasPrice)),
    contractAddress: receipt.contractAddress == null ? null : hexOf(receipt.contractAddress),
  }
}

export function topicsOf(value: unknown): readonly (readonly Hex[])[] {
  if (!Array.isArray(value)) throw new RpcFailure('the answer has no list where there must be one', false)
  return value.map((log) => {
    const { topics } = fieldsOf(log)
    if (!Array.isArray(topics)) throw new RpcFailure('the answer has no list where there must be one', false)
    return topics.map(hexOf)
  })
}

/** A number as JSON-RPC writes it. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** A block as parameter of a read. */
export function blockParameter(ref: BlockRef): unknown {
  if (typeof ref === 'bigint') return quantity(ref)
  return typeof ref === 'string' ? ref : { blockHash: ref.blockHash, requireCanonical: true }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new RpcFailure('the answer has no object where there must be one', false)
}
