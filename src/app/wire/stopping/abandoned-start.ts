// A start that is given up because the process is told to stop. Whatever it waits for (the database, a lock, a migration, the
// seed) is left alone: the process ends, as safely as when it is killed.

export class AbandonedStart {
  readonly #stopping: AbortSignal | undefined
  #isServing = false

  constructor(stopping: AbortSignal | undefined) {
    this.#stopping = stopping
  }

  /** Settles as the start does, or rejects as soon as the process is told to stop. */
  async unlessStopped<Started>(start: Promise<Started>): Promise<Started> {
    const stopping = this.#stopping
    if (stopping === undefined) return start
    const stopped = Promise.withResolvers<never>()
    const giveUp = () => {
      if (!this.#isServing) stopped.reject(stopping.reason)
    }
    stopping.addEventListener('abort', giveUp, { once: true })
    try {
      if (stopping.aborted) giveUp()
      return await Promise.race([start, stopped.promise])
    } finally {
      stopping.removeEventListener('abort', giveUp)
    }
  }

  /** From here on clients are served: the start is finished, so that they are answered before the stop. */
  serving(): void {
    this.#stopping?.throwIfAborted()
    this.#isServing = true
  }
}
