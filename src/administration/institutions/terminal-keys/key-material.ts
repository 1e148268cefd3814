// The key itself: 32 random bytes, and the check value by which people compare keys without seeing them.

import { createHmac } from 'node:crypto'
// Node offers no CMAC (docs/decisions/0045).
import { cmac } from '@noble/ciphers/aes.js'
import { newSecret } from '../../../platform/kernel/secrets/secrets.ts'

export const KEY_ALGORITHMS = ['AES256', 'HMAC_SHA256'] as const
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number]

const ZEROS = Buffer.alloc(16)
const CHECK_DIGITS = 6

export function newKey(): Buffer {
  return Buffer.from(newSecret(), 'base64url')
}

/** The first six hex digits of the MAC of 16 zero bytes: AES-CMAC, or HMAC-SHA-256 for a key of that algorithm. */
export function keyCheckValue(key: Buffer, algorithm: KeyAlgorithm): string {
  const mac = algorithm === 'AES256' ? Buffer.from(cmac(ZEROS, key)) : createHmac('sha256', key).update(ZEROS).digest()
  return mac.toString('hex').slice(0, CHECK_DIGITS)
}

/** The context under which a key is sealed: the sealed key of one record does not open as another's. */
export function keyContext(id: string): string {
  return `terminal_keys.app_key ${id}`
}
