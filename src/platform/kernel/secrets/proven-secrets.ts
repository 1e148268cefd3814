// Checks secrets against their stored hashes and caches those that matched: the same few clients send the same secrets
// thousands of times a second, and the keyed hash costs fifty times as much as a comparison.
//
// The cache holds the secret's bytes outside the JavaScript heap: a heap snapshot does not show them, and they are
// overwritten on eviction. An entry is valid only for the stored hash and context it was proven against, so an old secret
// is refused as soon as it is rotated.

import { equalInConstantTime, type SecretBox } from './secrets.ts'

/** Size of the cache. An evicted secret is proven again. */
const MAX_PROVEN = 10_000

interface Proven {
  readonly context: string
  readonly bytes: Uint8Array
}

export class ProvenSecrets {
  readonly #secretBox: SecretBox
  readonly #maxProven: number
  /** By the stored hash that each has matched. */
  readonly #proven = new Map<string, Proven>()

  constructor(secretBox: SecretBox, maxProven = MAX_PROVEN) {
    this.#secretBox = secretBox
    this.#maxProven = maxProven
  }

  /** True when `secret` is the one whose look-up hash in this context is `storedHash`. */
  matches(secret: string, context: string, storedHash: string): boolean {
    if (this.#isProven(secret, context, storedHash)) return true
    const isRight = equalInConstantTime(this.#secretBox.lookupHash(secret, context), storedHash)
    if (isRight) this.#remember(storedHash, context, secret)
    return isRight
  }

  /** The same of two hashes; a secret that was proven before is not hashed again, whichever is its own. */
  matchesEither(secret: string, context: string, [one, other]: readonly [string, string]): boolean {
    if (this.#isProven(secret, context, one) || this.#isProven(secret, context, other)) return true
    return this.matches(secret, context, one) || this.matches(secret, context, other)
  }

  get size(): number {
    return this.#proven.size
  }

  #isProven(secret: string, context: string, storedHash: string): boolean {
    const proven = this.#proven.get(storedHash)
    return proven !== undefined && proven.context === context && isText(secret, proven.bytes)
  }

  #remember(storedHash: string, context: string, secret: string): void {
    // Headers are one byte per character. Other text is not cached.
    const bytes = Uint8Array.from(secret, (character) => character.charCodeAt(0))
    if (!isText(secret, bytes)) return
    if (this.#proven.size >= this.#maxProven) this.#forgetOldest()
    this.#proven.set(storedHash, { context, bytes })
  }

  #forgetOldest(): void {
    // A Map iterates in insertion order, so its first key is the oldest.
    for (const [storedHash, { bytes }] of this.#proven) {
      bytes.fill(0)
      this.#proven.delete(storedHash)
      return
    }
  }
}

/** Compares in constant time; only a difference in length may show. */
function isText(text: string, bytes: Uint8Array): boolean {
  if (text.length !== bytes.length) return false
  let difference = 0
  for (let i = 0; i < bytes.length; i++) difference |= text.charCodeAt(i) ^ (bytes[i] as number)
  return difference === 0
}
