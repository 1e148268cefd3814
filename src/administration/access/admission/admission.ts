// Limits password hashing and decryption, and decides their order. Both take tens of milliseconds of a thread and need
// no sign-in: without limits a flood of sign-ins would make everybody wait. A request takes a place before anything is
// decrypted and keeps it to its end; its work then runs in turns that are shared fairly between networks.

import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { FairQueue } from './fair-queue.ts'

/** Half of the thread pool: verifying tokens and encrypting links need threads too. */
const AT_ONCE = 2
/** Concurrent requests of one network. Enough for an office that signs in at nine, too few for guessing. */
const PLACES_PER_NETWORK = 20
/** Concurrent requests of all networks. Any more would wait longer than callers do. */
const PLACES = 200

/** Runs costly work when there is capacity. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** For work that no anonymous caller can trigger: commands, seeds. */
export const UNLIMITED: Turns = { run: (work) => work() }

export interface AdmissionLimits {
  readonly atOnce?: number
  readonly placesPerNetwork?: number
  readonly places?: number
}

export class Admission {
  readonly #queue: FairQueue
  readonly #placesPerNetwork: number
  readonly #places: number
  readonly #taken = new Map<string, number>()
  #takenInAll = 0

  constructor(limits: AdmissionLimits = {}) {
    this.#queue = new FairQueue(limits.atOnce ?? AT_ONCE)
    this.#placesPerNetwork = limits.placesPerNetwork ?? PLACES_PER_NETWORK
    this.#places = limits.places ?? PLACES
  }

  /**
   * Takes a place; the signal aborts when the caller disconnects, which ends its waiting. Throws a Problem
   * `rate-limited` when the network has no place left, and `unavailable` when there is none at all.
   */
  enter(network: string, signal?: AbortSignal): Place {
    const taken = this.#taken.get(network) ?? 0
    if (taken >= this.#placesPerNetwork) {
      throw new Problem('rate-limited', 'Too many requests from this address are under way', { retryAfterSeconds: 1 })
    }
    if (this.#takenInAll >= this.#places) throw unavailable('too many passwords are being checked')
    this.#taken.set(network, taken + 1)
    this.#takenInAll++
    return new Place(
      (work) => this.#queue.run(network, work, signal),
      () => this.#leave(network),
    )
  }

  #leave(network: string): void {
    this.#takenInAll--
    const left = (this.#taken.get(network) ?? 0) - 1
    if (left > 0) this.#taken.set(network, left)
    else this.#taken.delete(network)
  }
}

/** The place of one request. */
export class Place implements Turns {
  readonly run: Turns['run']
  readonly #leave: () => void
  #hasLeft = false

  constructor(run: Turns['run'], leave: () => void) {
    this.run = run
    this.#leave = leave
  }

  /** Releases the place; repeated calls do nothing. */
  leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#leave()
  }
}
