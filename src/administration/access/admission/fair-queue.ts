// A queue with a lane per caller, served round robin: however long one lane is, every other lane waits for at most one
// item of each lane before it.

import { unavailable } from '../../../platform/kernel/problems/problem.ts'

interface Waiter {
  readonly start: () => void
}

export class FairQueue {
  readonly #atOnce: number
  /** The lanes with waiters; the first one is served next. A served lane moves to the end. */
  readonly #lanes = new Map<string, Waiter[]>()
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Waiters in all lanes. */
  get waiting(): number {
    let waiting = 0
    for (const lane of this.#lanes.values()) waiting += lane.length
    return waiting
  }

  /**
   * Runs the work when it is its turn. If the signal aborts before that, the work never runs, and the promise rejects
   * with a Problem `unavailable`.
   */
  async run<T>(laneOf: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted === true) throw gone()
    if (this.#running < this.#atOnce) this.#running++
    else await this.#turn(laneOf, signal)
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#remove(name, waiter)
        reject(gone())
      }
      const waiter: Waiter = {
        start() {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      const lane = this.#lanes.get(name)
      if (lane === undefined) this.#lanes.set(name, [waiter])
      else lane.push(waiter)
    })
  }

  /** Passes the place of finished work to the next lane. */
  #passOn(): void {
    for (const [name, lane] of this.#lanes) {
      const next = lane.shift() as Waiter
      this.#lanes.delete(name)
      if (lane.length > 0) this.#lanes.set(name, lane)
      next.start()
      return
    }
    this.#running--
  }

  #remove(name: string, waiter: Waiter): void {
    const lane = this.#lanes.get(name)?.filter((other) => other !== waiter) ?? []
    // Setting an existing key keeps its position in the map, so the lane keeps its turn.
    if (lane.length > 0) this.#lanes.set(name, lane)
    else this.#lanes.delete(name)
  }
}

function gone() {
  return unavailable('the caller hung up while it waited for its turn')
}
