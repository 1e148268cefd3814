// A transaction as viem writes it.

import type { TransactionSerializable } from 'viem'
import type { UnsignedTransaction } from './signer.ts'

export function serializable(transaction: UnsignedTransaction): TransactionSerializable {
  const { fees, gasLimit, to, data } = transaction
  const [chainId, nonce] = [Number(transaction.chainId), Number(transaction.nonce)]
  const content = { chainId, nonce, data, ...(to !== undefined && { to }), gas: gasLimit, value: 0n }
  if (fees.type === 'legacy') return { ...content, type: 'legacy', gasPrice: fees.maxFeeWei }
  return {
    ...content,
    type: 'eip1559',
    maxFeePerGas: fees.maxFeeWei,
    maxPriorityFeePerGas: fees.priorityFeeWei,
  }
}
