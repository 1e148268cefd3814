// AES-CMAC (RFC 4493, NIST SP 800-38B) from AES blocks: Node offers no CMAC of its own.

import { createCipheriv } from 'node:crypto'

const BLOCK_BYTES = 16
/** The constant of the doubling in GF(2^128). */
const RB = 0x87

/** The 16 bytes of the CMAC. The key has 16, 24 or 32 bytes. */
export function aesCmac(key: Buffer, message: Buffer): Buffer {
  const encrypt = blockCipher(key)
  const subkey = doubled(encrypt(Buffer.alloc(BLOCK_BYTES)))
  const blocks = Math.max(1, Math.ceil(message.length / BLOCK_BYTES))
  const last = message.subarray((blocks - 1) * BLOCK_BYTES)
  let state: Buffer = Buffer.alloc(BLOCK_BYTES)
  for (let block = 0; block < blocks - 1; block++) {
    state = encrypt(xor(state, message.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES)))
  }
  const ending = last.length === BLOCK_BYTES ? xor(last, subkey) : xor(padded(last), doubled(subkey))
  return encrypt(xor(state, ending))
}

/** Encrypts single blocks. */
function blockCipher(key: Buffer): (block: Buffer) => Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null)
  cipher.setAutoPadding(false)
  return (block) => cipher.update(block)
}

function doubled(block: Buffer): Buffer {
  const result = Buffer.alloc(BLOCK_BYTES)
  for (let index = 0; index < BLOCK_BYTES; index++) {
    const carry = (block[index + 1] ?? 0) >> 7
    result[index] = ((block[index] as number) << 1) | carry
  }
  if ((block[0] as number) & 0x80) result[BLOCK_BYTES - 1] = (result[BLOCK_BYTES - 1] as number) ^ RB
  return result
}

function padded(part: Buffer): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  part.copy(block)
  block[part.length] = 0x80
  return block
}

function xor(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ (right[index] as number)))
}
