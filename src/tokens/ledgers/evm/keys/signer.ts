// Signs transactions with the operator's key. The key itself is in no interface: a thread of its own or a remote signer has it.

import type { TransactionFees } from '../chain/fees.ts'
import type { Hex } from '../evm-settings.ts'

export interface UnsignedTransaction {
  readonly chainId: bigint
  readonly nonce: bigint
  /** Undefined deploys a contract. */
  readonly to: Hex | undefined
  readonly data: Hex
  readonly gasLimit: bigint
  readonly fees: TransactionFees
}

export interface Signer {
  /** In lower case. */
  readonly address: Hex
  /** The bytes to send. Throws `unavailable` when the signer cannot be reached or refuses. */
  sign(transaction: UnsignedTransaction): Promise<Hex>
  close(): Promise<void>
}
