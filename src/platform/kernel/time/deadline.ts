// A timeout for many promises under the same limit. They expire in the order they began, so one timer, set for the oldest,
// serves all of them; a timer for each would cost more than most of the work. For a single promise see timeout.ts.

import { type Arrival, ArrivalList } from '../work/arrival-list.ts'
import { monotonicMs } from './clock.ts'

interface Waiting extends Arrival<Waiting> {
  readonly expiresAtMs: number
  reject(error: Error): void
}

export class Deadline {
  readonly #limitMs: number
  readonly #late: () => Error
  readonly #waiting = new ArrivalList<Waiting>()
  #timer: NodeJS.Timeout | undefined

  constructor(limitMs: number, late: () => Error) {
    this.#limitMs = limitMs
    this.#late = late
  }

  /** Settles like `work`, or rejects at the limit. The work itself is not cancelled, but its result is dropped. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const expiresAtMs = monotonicMs() + this.#limitMs
      const waiting: Waiting = { expiresAtMs, reject, older: undefined, newer: undefined }
      this.#begin(waiting)
      work.then(
        (answer) => {
          this.#end(waiting)
          resolve(answer)
        },
        (error: unknown) => {
          this.#end(waiting)
          reject(error)
        },
      )
    })
  }

  #begin(waiting: Waiting): void {
    if (this.#timer === undefined) this.#setTimer(this.#limitMs)
    else if (this.#waiting.oldest === undefined) this.#timer.ref()
    this.#waiting.add(waiting)
  }

  #end(waiting: Waiting): void {
    this.#waiting.remove(waiting)
    // Keep the timer for the next promise, but do not let it keep an idle process alive.
    if (this.#waiting.oldest === undefined) this.#timer?.unref()
  }

  #setTimer(delayMs: number): void {
    this.#timer = setTimeout(() => this.#expire(), delayMs)
  }

  #expire(): void {
    this.#timer = undefined
    const nowMs = monotonicMs()
    for (let waiting = this.#waiting.oldest; waiting !== undefined; waiting = this.#waiting.oldest) {
      // Timers may fire a fraction of a millisecond early.
      const leftMs = Math.ceil(waiting.expiresAtMs - nowMs)
      if (leftMs > 0) {
        this.#setTimer(leftMs)
        return
      }
      this.#waiting.remove(waiting)
      waiting.reject(this.#late())
    }
  }
}
