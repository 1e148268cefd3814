// What accounts, operations and assets are called on the chain: keyed hashes of their ids. A chain is read by many; without
// the secret an account's id does not lead to its balance. Amounts, and who paid whom, stay visible under these names.

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Hex } from './evm-settings.ts'

const LEAST_SECRET_BYTES = 32
const ADDRESS_BYTES = 20

/** The same names as long as the secret is the same: it must never change once a name is on the chain. */
export class OnChainNames {
  readonly #key: KeyObject

  constructor(secret: Uint8Array) {
    if (secret.length < LEAST_SECRET_BYTES) throw new TypeError('the secret of names on chain takes at least 32 bytes')
    this.#key = createSecretKey(secret)
  }

  /** A bytes32; a hold has the name of its operation. */
  operation(opId: string): Hex {
    return hex(this.#hash('operation', opId))
  }

  /** An address to which no key is known. */
  account(accountId: string): Hex {
    return hex(this.#hash('account', accountId).subarray(0, ADDRESS_BYTES))
  }

  /** A uint64 above zero, which stands for "no asset" on the chain. */
  asset(assetId: string): bigint {
    const name = this.#hash('asset', assetId).readBigUInt64BE()
    return name === 0n ? 1n : name
  }

  /** Tells whether the secret is the one of before, and nothing else about it. */
  fingerprint(): string {
    return this.#hash('fingerprint', '').toString('base64url')
  }

  #hash(kind: 'operation' | 'account' | 'asset' | 'fingerprint', id: string): Buffer {
    return createHmac('sha256', this.#key).update(`tillgate evm ${kind}\0${id}`).digest()
  }
}

function hex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`
}
