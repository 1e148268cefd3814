// A token bucket per key. It refills at the key's rate and holds one second of requests unless `burst` says otherwise.
// The time is passed in.

/** Keys kept at once. An evicted key starts with a full bucket, which an idle one has anyway. */
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

  /** Takes a token. Returns 0 on success, otherwise the whole seconds until there is one. */
  take(key: string, ratePerSecond: number, nowMs: number, burst = ratePerSecond): number {
    const capacity = Math.max(1, burst)
    const bucket = this.#buckets.get(key) ?? this.#newBucket(key, capacity, nowMs)
    // If the clock is set back, the bucket must not stay empty until the old time is reached again.
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
    // A map iterates in insertion order, so its first key is the oldest.
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key)
      return
    }
  }
}
