// A token bucket per key. It refills at the key's rate and holds one second of requests unless `burst` says otherwise.
// The time is passed in.

/** Keys kept at once. An evicted key starts with a full bucket, which an idle one has anyway. */
const MAX_KEYS = 10_000

interface Bucket {
  tokens: number
  filledAtMs: number
}

/** Where requests take their tokens: this process's own buckets, or those that several processes share. */
export interface Limiter {
  /**
   * Takes a token. Returns 0 on success, otherwise the whole seconds until there is one; as a promise when another process
   * has to be asked.
   */
  take(key: string, ratePerSecond: number, nowMs: number, burst?: number): number | Promise<number>
}

/** Opens the limiter of one kind of limit: the same key has a bucket of its own in each. */
export type OpenLimiter = (name: string) => Limiter

export const openOwnLimiter: OpenLimiter = () => new RateLimiter()

/** One kind of limit has the same buckets wherever in this process it is opened. */
export function sharedLimiters(): OpenLimiter {
  const limiters = new Map<string, Limiter>()
  return (name) => {
    const limiter = limiters.get(name) ?? new RateLimiter()
    limiters.set(name, limiter)
    return limiter
  }
}

export class RateLimiter implements Limiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #maxKeys: number

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys
  }

  take(key: string, ratePerSecond: number, nowMs: number, burst = ratePerSecond): number {
    const { taken, waitMs } = this.takeUpTo(1, key, ratePerSecond, nowMs, burst)
    return taken === 1 ? 0 : wholeSeconds(waitMs)
  }

  /** Takes as many tokens as there are, at most `most`. Without any, `waitMs` is the time until there is one. */
  takeUpTo(
    most: number,
    key: string,
    ratePerSecond: number,
    nowMs: number,
    burst = ratePerSecond,
  ): { taken: number; waitMs: number } {
    const capacity = Math.max(1, burst)
    const bucket = this.#buckets.get(key) ?? this.#newBucket(key, capacity, nowMs)
    // If the clock is set back, the bucket must not stay empty until the old time is reached again.
    const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs)
    bucket.tokens = Math.min(capacity, bucket.tokens + (elapsedMs * ratePerSecond) / 1000)
    bucket.filledAtMs = nowMs
    const taken = Math.min(most, Math.floor(bucket.tokens))
    bucket.tokens -= taken
    return { taken, waitMs: taken > 0 ? 0 : (1000 * (1 - bucket.tokens)) / ratePerSecond }
  }

  get size(): number {
    return this.#buckets.size
  }

  #newBucket(key: string, capacity: number, nowMs: number): Bucket {
    if (this.#buckets.size >= this.#maxKeys) this.#forgetOldest()
    const bucket = { tokens: capacity, filledAtMs: nowMs }
    this.#buckets.set(key, bucket)
    return bucket
  }

  #forgetOldest(): void {
    // A map iterates in insertion order, so its first key is the oldest.
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key)
      return
    }
  }
}

/** For Retry-After. */
export function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000))
}
