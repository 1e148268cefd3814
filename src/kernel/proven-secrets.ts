// Checks secrets against their stored hashes and remembers which were right, because the same few clients send the same
// secrets thousands of times a second, and the keyed hash that proves one costs fifty times as much as a comparison.
//
// What is remembered is the secret's bytes, in memory outside the JavaScript heap: a heap snapshot does not show them,
// and they are overwritten when they are forgotten. They count for the stored hash and the context they were proven
// against and for no other, so a rotated secret is wrong at once.

import { equalInConstantTime, type SecretBox } from './secrets.ts'

/** Secrets remembered at once. A forgotten one is proven again. */
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
    const proven = this.#proven.get(storedHash)
    if (proven !== undefined && proven.context === context && isText(secret, proven.bytes)) return true
    const isRight = equalInConstantTime(this.#secretBox.lookupHash(secret, context), storedHash)
    if (isRight) this.#remember(storedHash, context, secret)
    return isRight
  }

  get size(): number {
    return this.#proven.size
  }

  #remember(storedHash: string, context: string, secret: string): void {
    // Headers are bytes, one per character. Text that is not is proven each time.
    const bytes = Uint8Array.from(secret, (character) => character.charCodeAt(0))
    if (!isText(secret, bytes)) return
    if (this.#proven.size >= this.#maxProven) this.#forgetOldest()
    this.#proven.set(storedHash, { context, bytes })
  }

  #forgetOldest(): void {
    // A map iterates in the order of insertion, so its first key is the one known longest.
    for (const [storedHash, { bytes }] of this.#proven) {
      bytes.fill(0)
      this.#proven.delete(storedHash)
      return
    }
  }
}

/** Compares without telling by its duration where the two differ; only that their lengths do may show. */
function isText(text: string, bytes: Uint8Array): boolean {
  if (text.length !== bytes.length) return false
  let difference = 0
  for (let i = 0; i < bytes.length; i++) difference |= text.charCodeAt(i) ^ (bytes[i] as number)
  return difference === 0
}
