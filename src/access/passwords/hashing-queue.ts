// Password hashing in turns. A hash takes a thread of the process's pool for a while, and so do the verification of tokens
// and the encryption of links: without a limit a flood of sign-ins would make everything else wait behind it, and whoever
// waits inside a transaction would keep a connection. What is beyond the queue is refused before it costs anything.

import { unavailable } from '../../kernel/problem.ts'

/** Half of the pool's four threads. */
const AT_ONCE = 2
const MAX_WAITING = 200

export class HashingQueue {
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maxWaiting = MAX_WAITING) {
    this.#maxWaiting = maxWaiting
  }

  /** Runs the work when its turn has come; rejects with a Problem `unavailable` when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= this.#maxWaiting) throw unavailable('too many passwords are being checked')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      // Whoever is next takes over the place.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
