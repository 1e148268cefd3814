// The secret box: values that must be read back are encrypted with AES-256-GCM, values that are only looked up or compared
// are stored as an HMAC, and what must be proven later is signed. All keys derive from one master key. Keys have versions, so
// that a new one can encrypt while older ones still decrypt.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'

export interface MasterKey {
  readonly version: number
  readonly bytes: Buffer
  /** True for a key the sandbox made for itself; no other environment accepts one. */
  readonly sandbox: boolean
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** PKCS#8 of an Ed25519 key (RFC 8410), up to its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads master keys as configured: base64 of 32 bytes, or several as `2:<base64>,1:<base64>`; the highest version seals.
 * Throws a TypeError that says what is expected, without the value.
 */
export function parseMasterKeys(text: string): MasterKey[] {
  const keys = text
    .trim()
    .split(',')
    .map((part) => {
      const match = /^(sandbox-)?(?:(\d{1,4}):)?([A-Za-z0-9+/_-]{43}=?)$/.exec(part.trim())
      const bytes = Buffer.from(match?.[3] ?? '', 'base64')
      if (match === null || bytes.length !== KEY_BYTES) {
        throw new TypeError('takes base64 of 32 bytes, or several as "2:<base64>,1:<base64>"')
      }
      return { version: Number(match[2] ?? 1), bytes, sandbox: match[1] !== undefined }
    })
  if (new Set(keys.map((key) => key.version)).size !== keys.length) throw new TypeError('names a key version twice')
  return keys.sort((a, b) => b.version - a.version)
}

/** A fresh key for a sandbox, in the form that parseMasterKeys reads. */
export function generateSandboxMasterKey(): string {
  return `sandbox-1:${randomBytes(KEY_BYTES).toString('base64')}`
}

export class SecretBox {
  readonly #masters: ReadonlyMap<number, Buffer>
  readonly #sealing: ReadonlyMap<number, Buffer>
  readonly #newest: number
  /** A key object: wrapping a buffer into one costs more than the hash itself, and every card look-up needs it. */
  readonly #lookup: KeyObject

  constructor(keys: readonly MasterKey[]) {
    const [newest] = keys
    const oldest = keys.at(-1)
    if (newest === undefined || oldest === undefined) throw new TypeError('a secret box needs a master key')
    this.#masters = new Map(keys.map((key) => [key.version, key.bytes]))
    this.#sealing = new Map(keys.map((key) => [key.version, derive(key.bytes, 'tillgate seal')]))
    this.#newest = newest.version
    // Look-ups must find what was stored years ago, so they keep using the oldest key.
    this.#lookup = createSecretKey(derive(oldest.bytes, 'tillgate look-up'))
  }

  /** Encrypts a text. `context` names what it is (table and column) and must be the same to open it. */
  seal(plaintext: string, context: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(this.#newest), iv)
    cipher.setAAD(Buffer.from(context))
    const sealed = Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `v${this.#newest}.${sealed.toString('base64url')}`
  }

  /** Decrypts what seal() made. Throws when it was tampered with, has another context, or its key is missing. */
  open(sealed: string, context: string): string {
    const match = /^v(\d+)\.([A-Za-z0-9_-]+)$/.exec(sealed)
    if (match === null) throw new TypeError('not a sealed value')
    const bytes = Buffer.from(match[2] as string, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOf(Number(match[1])), bytes.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }

  /** A keyed hash for finding equal values without storing them. Values of different contexts never match. */
  lookupHash(value: string, context: string): string {
    return createHmac('sha256', this.#lookup).update(`${context}\0${value}`).digest('base64url')
  }

  /** Signs a text (Ed25519). Texts of different purposes have different keys. */
  sign(text: string, purpose: string): string {
    const signature = sign(null, Buffer.from(text), this.#signingKey(this.#newest, purpose))
    return `v${this.#newest}.${signature.toString('base64url')}`
  }

  /** False when the text was changed, was signed for another purpose or elsewhere, or its key is not configured. */
  isSignature(signature: string, text: string, purpose: string): boolean {
    const match = /^v(\d+)\.([A-Za-z0-9_-]+)$/.exec(signature)
    if (match === null || !this.#masters.has(Number(match[1]))) return false
    const key = createPublicKey(this.#signingKey(Number(match[1]), purpose))
    return verify(null, Buffer.from(text), key, Buffer.from(match[2] as string, 'base64url'))
  }

  /** The public half of the newest signing key, as PEM: with it a signature can be checked elsewhere. */
  publicKey(purpose: string): string {
    return createPublicKey(this.#signingKey(this.#newest, purpose)).export({ type: 'spki', format: 'pem' }).toString()
  }

  #signingKey(version: number, purpose: string): KeyObject {
    const seed = derive(keyOf(this.#masters, version), `tillgate sign ${purpose}`)
    return createPrivateKey({ key: Buffer.concat([ED25519_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  }

  #keyOf(version: number): Buffer {
    return keyOf(this.#sealing, version)
  }
}

function keyOf(keys: ReadonlyMap<number, Buffer>, version: number): Buffer {
  const key = keys.get(version)
  if (key === undefined) throw new TypeError(`master key version ${version} is not configured`)
  return key
}

/** Compares two texts in constant time; only a difference in length may show. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** An unkeyed digest for comparing content. Do not use it on a guessable secret without adding a key. */
export function fingerprintOf(content: string): string {
  return hash('sha256', content, 'base64url')
}

function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, KEY_BYTES))
}

/** 32 random bytes, as text that fits a header. */
export function newSecret(): string {
  return randomBytes(KEY_BYTES).toString('base64url')
}
