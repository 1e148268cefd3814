// Message authentication codes of DE 64 and DE 128: ANSI X9.19 (two DES keys) and AES-CMAC.

import { createCipheriv, timingSafeEqual } from 'node:crypto'
import type { MacSpec } from './dialect.ts'
import { Iso8583Error } from './iso8583-error.ts'

/** Bytes of the field; a shorter code is followed by zeros. */
export const MAC_FIELD_BYTES = 8

const DES_BLOCK = 8
const AES_BLOCK = 16

export type MacFunction = (message: Buffer) => Buffer

/** What computes the content of the field. The key: 16 bytes for X9.19; 16, 24 or 32 for AES-CMAC. */
export function macFunction({ algorithm, bytes }: MacSpec, key: Buffer): MacFunction {
  const lengths = algorithm === 'X9.19' ? [16] : [16, 24, 32]
  if (!lengths.includes(key.length)) {
    throw new Iso8583Error(`A key for ${algorithm} has ${lengths.join(', ')} bytes`)
  }
  const compute = algorithm === 'X9.19' ? retailMac : aesCmac
  return (message) => {
    const field = Buffer.alloc(MAC_FIELD_BYTES)
    compute(message, key).copy(field, 0, 0, bytes)
    return field
  }
}

export function sameMac(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** DES-CBC with the first key; the last block also goes through the second key and the first again. Padded with zeros. */
function retailMac(message: Buffer, key: Buffer): Buffer {
  const blocks = padded(message, DES_BLOCK)
  const [first, second] = [key.subarray(0, 8), key.subarray(8)]
  // OpenSSL counts single DES as a thing of the past; three times the same key is the same.
  const before = blocks.subarray(0, -DES_BLOCK)
  const chained =
    before.length === 0
      ? Buffer.alloc(DES_BLOCK)
      : encrypt('des-ede3-cbc', Buffer.concat([first, first, first]), before).subarray(-DES_BLOCK)
  return encrypt('des-ede3-cbc', Buffer.concat([first, second, first]), blocks.subarray(-DES_BLOCK), chained)
}

/** RFC 4493. */
function aesCmac(message: Buffer, key: Buffer): Buffer {
  const name = `aes-${key.length * 8}-cbc`
  const isWhole = message.length > 0 && message.length % AES_BLOCK === 0
  const once = doubled(encrypt(name, key, Buffer.alloc(AES_BLOCK)))
  const mask = isWhole ? once : doubled(once)
  const blocks = isWhole ? Buffer.from(message) : padded(Buffer.concat([message, Buffer.from([0x80])]), AES_BLOCK)
  const last = blocks.subarray(-AES_BLOCK)
  for (let i = 0; i < AES_BLOCK; i++) last[i] = (last[i] as number) ^ (mask[i] as number)
  return encrypt(name, key, blocks).subarray(-AES_BLOCK)
}

/** Twice the number in GF(2^128). */
function doubled(block: Buffer): Buffer {
  const result = Buffer.alloc(AES_BLOCK)
  for (let i = 0; i < AES_BLOCK; i++) {
    result[i] = (((block[i] as number) << 1) | ((block[i + 1] ?? 0) >> 7)) & 0xff
  }
  if (((block[0] as number) & 0x80) !== 0) result[AES_BLOCK - 1] = (result[AES_BLOCK - 1] as number) ^ 0x87
  return result
}

function padded(bytes: Buffer, block: number): Buffer {
  return Buffer.concat([bytes], Math.max(1, Math.ceil(bytes.length / block)) * block)
}

function encrypt(name: string, key: Buffer, blocks: Buffer, start?: Buffer): Buffer {
  const size = name.startsWith('aes') ? AES_BLOCK : DES_BLOCK
  const cipher = createCipheriv(name, key, start ?? Buffer.alloc(size)).setAutoPadding(false)
  return Buffer.concat([cipher.update(blocks), cipher.final()])
}
