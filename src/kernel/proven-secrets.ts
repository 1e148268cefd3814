// Checks secrets against their stored hashes and remembers which were right, because the same few clients send the same
// secrets thousands of times a second and the keyed hash that proves one costs five times as much as a plain digest.
//
// A secret itself is never kept: only a digest of it under a key that this process draws for itself and forgets at its
// end. A digest counts for the stored hash it was proven against and for no other, so a rotated secret is wrong at once.

import { equalInConstantTime, fingerprintOf, newSecret, type SecretBox } from './secrets.ts'

/** Secrets remembered at once. A forgotten one is proven again. */
const MAX_PROVEN = 10_000
/** Compared with when nothing was proven yet, so that an unknown secret takes as long as a wrong one. */
const NOTHING_PROVEN = '-'.repeat(43)

export class ProvenSecrets {
  readonly #secretBox: SecretBox
  readonly #maxProven: number
  readonly #processKey = newSecret()
  /** Digests of secrets by the stored hash that each has matched. */
  readonly #proven = new Map<string, string>()

  constructor(secretBox: SecretBox, maxProven = MAX_PROVEN) {
    this.#secretBox = secretBox
    this.#maxProven = maxProven
  }

  /** True when `secret` is the one whose look-up hash in this context is `storedHash`. */
  matches(secret: string, context: string, storedHash: string): boolean {
    const digest = fingerprintOf(`${this.#processKey}\0${context}\0${secret}`)
    if (equalInConstantTime(digest, this.#proven.get(storedHash) ?? NOTHING_PROVEN)) return true
    const isRight = equalInConstantTime(this.#secretBox.lookupHash(secret, context), storedHash)
    if (isRight) this.#remember(storedHash, digest)
    return isRight
  }

  get size(): number {
    return this.#proven.size
  }

  #remember(storedHash: string, digest: string): void {
    if (this.#proven.size >= this.#maxProven) this.#forgetOldest()
    this.#proven.set(storedHash, digest)
  }

  #forgetOldest(): void {
    // A map iterates in the order of insertion, so its first key is the one known longest.
    for (const storedHash of this.#proven.keys()) {
      this.#proven.delete(storedHash)
      return
    }
  }
}
