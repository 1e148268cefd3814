// Opens a keystore of version 3 ("Web3 Secret Storage"), as geth, Besu's tools and Clef write it.

import { createDecipheriv, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { scrypt } from '@noble/hashes/scrypt.js'
import { keccak256 } from 'viem/utils'

/** A fault of the file or the password. The text has no part of either. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError'
}

const KEY_BYTES = 32
/** Keystores of geth take 256 MB; the bound keeps a broken file from taking all memory. */
const MOST_SCRYPT_BYTES = 1024 * 1024 * 1024
const MOST_ROUNDS = 10_000_000

type Fields = Readonly<Record<string, unknown>>

/** The 32 bytes of the key. Throws KeystoreError. */
export async function openKeystore(text: string, password: Buffer): Promise<Buffer> {
  const keystore = fieldsIn(parsed(text))
  const sealed = fieldsIn(keystore.crypto ?? keystore.Crypto)
  if (Number(keystore.version) !== 3) throw new KeystoreError('is not a keystore of version 3')
  if (sealed.cipher !== 'aes-128-ctr') throw new KeystoreError('has a cipher other than aes-128-ctr')
  const ciphertext = bytesIn(sealed.ciphertext)
  const derived = await deriveKey(sealed, password)
  try {
    const mac = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), 'bytes')
    const stated = bytesIn(sealed.mac)
    if (stated.length !== mac.length || !timingSafeEqual(stated, mac)) {
      throw new KeystoreError('does not open with the password')
    }
    const iv = bytesIn(fieldsIn(sealed.cipherparams).iv)
    const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
    const key = Buffer.concat([decipher.update(ciphertext), decipher.final()])
    if (key.length !== KEY_BYTES) throw new KeystoreError('has a key that is not 32 bytes long')
    return key
  } finally {
    derived.fill(0)
  }
}

/** A second or more for stock parameters, so it runs in the key's thread. */
async function deriveKey(sealed: Fields, password: Buffer): Promise<Buffer> {
  const parameters = fieldsIn(sealed.kdfparams)
  const salt = bytesIn(parameters.salt)
  const dkLen = numberIn(parameters.dklen, 32, 64)
  if (sealed.kdf === 'scrypt') {
    const N = numberIn(parameters.n, 2, 2 ** 24)
    const r = numberIn(parameters.r, 1, 64)
    const p = numberIn(parameters.p, 1, 64)
    const neededBytes = 128 * r * (N + p)
    if (neededBytes > MOST_SCRYPT_BYTES || (N & (N - 1)) !== 0) throw new KeystoreError('has parameters out of bounds')
    // OpenSSL refuses n = 262144 with r = 1, which many tools write.
    return Buffer.from(scrypt(password, salt, { N, r, p, dkLen, maxmem: neededBytes + 1024 * 1024 }))
  }
  if (sealed.kdf === 'pbkdf2' && parameters.prf === 'hmac-sha256') {
    return promisify(pbkdf2)(password, salt, numberIn(parameters.c, 1, MOST_ROUNDS), dkLen, 'sha256')
  }
  throw new KeystoreError('derives its key in a way other than scrypt, or pbkdf2 with hmac-sha256')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own error would quote the file.
    throw new KeystoreError('is not JSON')
  }
}

function fieldsIn(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return value as Fields
  throw new KeystoreError('is not a keystore of version 3')
}

function bytesIn(value: unknown): Buffer {
  const digits = typeof value === 'string' ? value.replace(/^0x/, '') : ''
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(digits)) throw new KeystoreError('lacks a hexadecimal value')
  return Buffer.from(digits, 'hex')
}

function numberIn(value: unknown, least: number, most: number): number {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value)
  throw new KeystoreError('has parameters out of bounds')
}
