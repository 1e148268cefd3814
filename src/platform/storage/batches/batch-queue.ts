// Collects items into batches. An idle queue starts at once; a busy one lets the next batch grow until a slot is free, so
// batches are small when latency matters and large when throughput does.
//
// Slots share the load evenly. Answered callers send their next request at once, so a batch that took nearly everything
// would be followed by another like it: one slot would carry the load alone, and we and the database would wait for each
// other in turn. So a batch takes no more than its share of all items, and does not start next to others of more than
// twice its size, unless those take longer than SLOT_WAIT_MS.

import { unavailable } from '../../kernel/problems/problem.ts'

export interface BatchQueueOptions<Item, Result> {
  readonly maxBatch: number
  /** Batches in flight at once. */
  readonly maxInFlight: number
  /** Items that may wait; further ones are refused, so that a stalled database cannot fill the memory. */
  readonly maxQueued: number
  /** Fewer items than this stay together: splitting them saves no time and costs each part a journey. */
  readonly smallestShare?: number
  /** Answers every item, in order. A rejection is the answer of all of them. */
  run(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]>
}

const SMALLEST_SHARE = 16
/** How long a small batch waits for more items while a slot is free. */
const SLOT_WAIT_MS = 10

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

export class BatchQueue<Item, Result> {
  readonly #options: BatchQueueOptions<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  #inFlight = 0
  #itemsInFlight = 0
  #scheduled = false
  #timer: NodeJS.Timeout | undefined
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
    // Requests of the same turn of the event loop share a batch.
    setImmediate(() => {
      this.#scheduled = false
      this.#start()
    })
  }

  #start(): void {
    while (this.#inFlight < this.#options.maxInFlight && this.#waiting.length > 0) {
      if (!this.#isWorthASlot()) {
        this.#timer ??= setTimeout(() => this.#startNext(), SLOT_WAIT_MS)
        return
      }
      this.#startNext()
    }
  }

  #startNext(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#waiting.splice(0, this.#share())
    this.#inFlight++
    this.#itemsInFlight += batch.length
    this.#runBatch(batch).finally(() => {
      this.#inFlight--
      this.#itemsInFlight -= batch.length
      if (this.#waiting.length > 0) this.#schedule()
      else if (this.#inFlight === 0) this.#becomeIdle()
    })
  }

  /** Next to other batches, only one of at least half their size: fewer items wait for more, or for those to finish. */
  #isWorthASlot(): boolean {
    return (
      this.#waiting.length >= this.#options.maxBatch || 2 * this.#waiting.length * this.#inFlight >= this.#itemsInFlight
    )
  }

  #share(): number {
    const { maxInFlight, maxBatch, smallestShare = SMALLEST_SHARE } = this.#options
    const share = Math.ceil((this.#waiting.length + this.#itemsInFlight) / maxInFlight)
    return Math.min(Math.max(share, smallestShare), maxBatch)
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
