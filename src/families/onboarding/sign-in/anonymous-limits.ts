// How often one address may call without signing in.
//
// A sign-in takes some 35 ms of a core for the hash and 10 ms for each of its two decryptions, on a slow machine: two
// cores manage about 35 a second. One address gets less than a third of that.

import type { Call } from '../../../edge/http/call.ts'
import { clientNetworkOf } from '../../../edge/http/limits/client-network.ts'
import { type Limiter, type OpenLimiter, openOwnLimiter } from '../../../edge/http/limits/rate-limit.ts'
import type { AnonymousCost } from '../../../edge/resource/access.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'

export interface AnonymousRates {
  /** All anonymous calls. */
  readonly perSecond: number
  /** Guarded and hashing calls: more than an office needs, too few to guess a secret. */
  readonly signInsPerSecond: number
  /** How many of those may come at once after a quiet period. */
  readonly signInBurst: number
}

const RATES: AnonymousRates = { perSecond: 300, signInsPerSecond: 10, signInBurst: 20 }

export class AnonymousLimits {
  readonly #clock: Clock
  readonly #rates: AnonymousRates
  readonly #all: Limiter
  readonly #signIns: Limiter

  constructor(clock: Clock, rates: AnonymousRates = RATES, openLimiter: OpenLimiter = openOwnLimiter) {
    this.#all = openLimiter('anonymous')
    this.#signIns = openLimiter('sign-ins')
    this.#clock = clock
    this.#rates = rates
  }

  /** Rejects with a Problem `rate-limited` when the address has called too often. */
  async check(call: Call, cost: AnonymousCost): Promise<void> {
    const network = clientNetworkOf(call.ip)
    const nowMs = this.#clock.now()
    const { perSecond, signInsPerSecond, signInBurst } = this.#rates
    refuseFor(await this.#all.take(network, perSecond, nowMs))
    if (cost !== 'cheap') refuseFor(await this.#signIns.take(network, signInsPerSecond, nowMs, signInBurst))
  }
}

function refuseFor(waitSeconds: number): void {
  if (waitSeconds === 0) return
  throw new Problem('rate-limited', 'Too many requests from this address', { retryAfterSeconds: waitSeconds })
}
