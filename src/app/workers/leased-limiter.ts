// A rate limit that all workers share. The primary has the buckets; a worker takes some tokens ahead and spends them
// without asking. So a caller has its limit once, over any number of connections, and all of it on a single one. While the
// primary does not answer, a worker grants its share of each limit: all workers together then grant no more than the limit.

import { type Limiter, RateLimiter, wholeSeconds } from '../../edge/http/limits/rate-limit.ts'
import { monotonicMs } from '../../platform/kernel/time/clock.ts'
import type { TokenRequest } from './messages.ts'

/** A lease is a twentieth of a second's tokens: asking is rare, and little lies unused in other workers. */
const LEASES_PER_SECOND = 20
/** Unspent tokens are dropped: kept for long they would add up to more than the limit. */
const KEEP_MS = 1_000
/** After that the primary is asked again. */
const SILENT_MS = 1_000
/** As many as the primary keeps. */
const MAX_KEYS = 10_000

/** Rejects when the primary does not answer. */
export type TakeTokens = (request: TokenRequest) => Promise<{ readonly taken: number; readonly waitMs: number }>

interface Lease {
  tokens: number
  /** Until then the tokens may be spent; without tokens, there are none to be had. */
  untilMs: number
  asking: Promise<void> | undefined
}

export interface LeasedLimiterOptions {
  readonly name: string
  /** How many workers share the limits. */
  readonly workers: number
  readonly takeTokens: TakeTokens
  readonly now?: () => number
}

export class LeasedLimiter implements Limiter {
  readonly #name: string
  readonly #workers: number
  readonly #takeTokens: TakeTokens
  readonly #now: () => number
  readonly #leases = new Map<string, Lease>()
  /** The buckets while the primary is silent. */
  readonly #share = new RateLimiter(MAX_KEYS)
  /** Until then the primary, which did not answer, is not asked. */
  #silentUntilMs = Number.NEGATIVE_INFINITY

  constructor({ name, workers, takeTokens, now = monotonicMs }: LeasedLimiterOptions) {
    this.#name = name
    this.#workers = workers
    this.#takeTokens = takeTokens
    this.#now = now
  }

  take(key: string, ratePerSecond: number, _nowMs: number, burst = ratePerSecond): number | Promise<number> {
    const lease = this.#leaseOf(key)
    return this.#spend(lease) ?? this.#spendAfterAsking(lease, key, ratePerSecond, burst)
  }

  /** 0 when a token was spent, the seconds to wait while there is none, undefined when the primary has to be asked. */
  #spend(lease: Lease): number | undefined {
    const leftMs = lease.untilMs - this.#now()
    if (leftMs <= 0) return undefined
    if (lease.tokens === 0) return wholeSeconds(leftMs)
    lease.tokens -= 1
    // Spent: the next request asks.
    if (lease.tokens === 0) lease.untilMs = 0
    return 0
  }

  async #spendAfterAsking(lease: Lease, key: string, ratePerSecond: number, burst: number): Promise<number> {
    for (;;) {
      if (this.#now() < this.#silentUntilMs) return this.#takeShare(key, ratePerSecond, burst)
      lease.asking ??= this.#ask(lease, key, ratePerSecond, burst).finally(() => {
        lease.asking = undefined
      })
      try {
        await lease.asking
      } catch {
        this.#silentUntilMs = this.#now() + SILENT_MS
        continue
      }
      const seconds = this.#spend(lease)
      if (seconds !== undefined) return seconds
    }
  }

  #takeShare(key: string, ratePerSecond: number, burst: number): number {
    return this.#share.take(key, ratePerSecond / this.#workers, this.#now(), burst / this.#workers)
  }

  async #ask(lease: Lease, key: string, ratePerSecond: number, burst: number): Promise<void> {
    const most = Math.max(1, Math.floor(ratePerSecond / LEASES_PER_SECOND))
    const { taken, waitMs } = await this.#takeTokens({ limiter: this.#name, key, most, ratePerSecond, burst })
    lease.tokens = taken
    lease.untilMs = this.#now() + (taken > 0 ? KEEP_MS : Math.max(1, waitMs))
  }

  #leaseOf(key: string): Lease {
    let lease = this.#leases.get(key)
    if (lease === undefined) {
      const [oldest] = this.#leases.keys()
      if (oldest !== undefined && this.#leases.size >= MAX_KEYS) this.#leases.delete(oldest)
      lease = { tokens: 0, untilMs: 0, asking: undefined }
      this.#leases.set(key, lease)
    }
    return lease
  }
}
