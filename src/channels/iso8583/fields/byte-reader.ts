// Reads a message from its first byte to its last and never beyond.

import { Iso8583Error } from '../iso8583-error.ts'

export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Where the next byte is. */
  get at(): number {
    return this.#at
  }

  /** Reads on from an earlier place. */
  goTo(at: number): void {
    this.#at = at
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  take(count: number): Buffer {
    if (count > this.left) throw new Iso8583Error(`needs ${count} bytes at byte ${this.#at}, ${this.left} are left`)
    const from = this.#at
    this.#at += count
    return this.#bytes.subarray(from, this.#at)
  }
}
