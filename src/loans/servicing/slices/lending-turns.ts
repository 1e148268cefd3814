// Whose turn it is to compute on the main thread. Computations of large loans take tens of milliseconds: they run one at a
// time, in slices, with a rest after each slice in which everything else goes on. Partners take turns, so that one with many
// requests does not hold up another, and each may have only so many waiting.

import { type Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { unattended } from '../../../platform/kernel/work/unattended.ts'

/** A slice ends at the first cut point after this time; with the step before the cut point it stays within 10 ms. */
const SLICE_MS = 5
/** Computations that are together shorter than this follow each other without a rest. */
const LIGHT_MS = 2
/** The rest after a slice, as a multiple of its time: computations have at most a third of the thread. */
const REST_SHARE = 2
const MOST_WAITING = 32

export interface TurnsParts {
  /** Monotonic. */
  readonly nowMs: () => number
  /** Lets other work in for at least so long. */
  readonly rest: (ms: number) => Promise<void>
  /** Computations of one partner that may wait. */
  readonly mostWaiting: number
}

/** The right to compute for a while. */
export interface Turn {
  /** A cut point. Undefined: go on; else wait for the next slice. Rejects once the caller has gone. */
  pause(): Promise<void> | undefined
}

interface Waiting {
  start(): void
}

export class LendingTurns {
  readonly #parts: TurnsParts
  /** By partner, in the order in which their turn comes. */
  readonly #queues = new Map<string, Waiting[]>()
  #isTaken = false
  /** Since the last rest. */
  #busyMs = 0

  constructor(parts: Partial<TurnsParts> = {}) {
    this.#parts = { nowMs: monotonicMs, rest, mostWaiting: MOST_WAITING, ...parts }
  }

  /**
   * Runs a computation in slices; it may wait only at its cut points. Refusals: `unavailable` when too many of the
   * partner's wait, or the caller has gone.
   */
  async run<Result>(
    partnerId: string,
    signal: AbortSignal | undefined,
    compute: (turn: Turn) => Promise<Result> | Result,
  ): Promise<Result> {
    const { nowMs, mostWaiting } = this.#parts
    if ((this.#queues.get(partnerId)?.length ?? 0) >= mostWaiting)
      throw unavailable('too many computations of loans are waiting')
    await this.#take(partnerId, signal, 'last')
    let startedMs: number | undefined = nowMs()
    const giveBack = () => {
      if (startedMs === undefined) return
      const tookMs = nowMs() - startedMs
      startedMs = undefined
      this.#givenBack(tookMs)
    }
    const nextSlice = async () => {
      giveBack()
      // Before other computations of the partner, which have not begun.
      await this.#take(partnerId, signal, 'first')
      startedMs = nowMs()
    }
    try {
      return await compute({
        pause() {
          if (signal?.aborted === true) return Promise.reject(callerGone())
          return startedMs !== undefined && nowMs() - startedMs < SLICE_MS ? undefined : nextSlice()
        },
      })
    } finally {
      giveBack()
    }
  }

  async #take(partnerId: string, signal: AbortSignal | undefined, place: 'first' | 'last'): Promise<void> {
    if (signal?.aborted === true) throw callerGone()
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#remove(partnerId, waiting)
        reject(callerGone())
      }
      const waiting: Waiting = {
        start() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      const queue = this.#queues.get(partnerId) ?? []
      this.#queues.set(partnerId, place === 'first' ? [waiting, ...queue] : [...queue, waiting])
    })
  }

  #remove(partnerId: string, waiting: Waiting): void {
    const queue = this.#queues.get(partnerId)?.filter((one) => one !== waiting) ?? []
    if (queue.length === 0) this.#queues.delete(partnerId)
    else this.#queues.set(partnerId, queue)
  }

  #givenBack(tookMs: number): void {
    this.#busyMs += tookMs
    if (this.#busyMs < LIGHT_MS) {
      this.#startNext()
      return
    }
    const restMs = this.#busyMs * REST_SHARE
    this.#busyMs = 0
    unattended(this.#parts.rest(restMs).then(() => this.#startNext()))
  }

  /** The next of the partner whose turn it is; that partner is then the last. */
  #startNext(): void {
    const [next] = this.#queues
    if (next === undefined) {
      this.#isTaken = false
      return
    }
    const [partnerId, [first, ...others]] = next
    this.#queues.delete(partnerId)
    if (others.length > 0) this.#queues.set(partnerId, others)
    first?.start()
  }
}

function callerGone(): Problem {
  return unavailable('the caller has gone')
}

/** A timer waits for at least a round of the event loop, in which waiting replies and requests are handled. */
function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
