// A token bucket per key: each holds one second's worth of requests, unless said, and fills at the key's rate. Pure apart from its
// own map; the time is handed in.

/** Keys remembered at once. A forgotten key starts with a full bucket, which is what an idle one has anyway. */
const MAX_KEYS = 10_000

interface Bucket {
  tokens: number
  filledAtMs: number
}

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #maxKeys: number

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys
  }

  /** Takes a token: 0 when there was one, otherwise the whole seconds after which there will be. */
  take(key: string, ratePerSecond: number, nowMs: number, burst = ratePerSecond): number {
    const capacity = Math.max(1, burst)
    const bucket = this.#buckets.get(key) ?? this.#newBucket(key, capacity, nowMs)
    // A clock that was set back must not leave the bucket dry until the old hour returns.
    const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs)
    bucket.tokens = Math.min(capacity, bucket.tokens + (elapsedMs * ratePerSecond) / 1000)
    bucket.filledAtMs = nowMs
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      return 0
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / ratePerSecond))
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
    // A map iterates in the order of insertion, so its first key is the one known longest.
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key)
      return
    }
  }
}
