// Work gathered while earlier work is under way. There is no timer: an idle queue starts at once, a busy one lets the
// next batch grow until a slot is free, so batches are small when latency matters and large when throughput does.

import { unavailable } from '../kernel/problem.ts'

export interface BatchQueueOptions<Item, Result> {
  readonly maxBatch: number
  /** Batches under way at once. */
  readonly maxInFlight: number
  /** Items waiting; one more is refused, so that a stalled database cannot fill the memory. */
  readonly maxQueued: number
  /** Answers every item, in order. A rejection is the answer of all of them. */
  run(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]>
}

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

export class BatchQueue<Item, Result> {
  readonly #options: BatchQueueOptions<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  #inFlight = 0
  #scheduled = false
  #idle: (() => void)[] = []

  constructor(options: BatchQueueOptions<Item, Result>) {
    this.#options = options
  }

  get depth(): number {
    return this.#waiting.length
  }

  submit(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#options.maxQueued) {
      return Promise.reject(unavailable('too many requests are waiting'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  /** Resolves once everything submitted so far is answered. */
  drained(): Promise<void> {
    if (this.#inFlight === 0 && this.#waiting.length === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight) return
    this.#scheduled = true
    // After the requests that arrived in the same turn of the event loop, so that they share a batch.
    setImmediate(() => {
      this.#scheduled = false
      this.#start()
    })
  }

  #start(): void {
    while (this.#inFlight < this.#options.maxInFlight && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.maxBatch)
      this.#inFlight++
      this.#runBatch(batch).finally(() => {
        this.#inFlight--
        if (this.#waiting.length > 0) this.#schedule()
        else if (this.#inFlight === 0) this.#becomeIdle()
      })
    }
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map((waiting) => waiting.item))
      for (const [i, waiting] of batch.entries()) {
        const result = results[i]
        if (result?.status === 'fulfilled') waiting.resolve(result.value)
        else waiting.reject(result?.reason ?? new Error('the batch left an item unanswered'))
      }
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  #becomeIdle(): void {
    const waiting = this.#idle
    this.#idle = []
    for (const resolve of waiting) resolve()
  }
}
