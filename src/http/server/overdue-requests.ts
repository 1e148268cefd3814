// Answers requests that have waited too long for their handler. A timer and an abort signal per request would cost as
// much as validating it, so one sweep a second looks at the oldest: a set keeps them in the order of their arrival.

import type { Socket } from 'node:net'
import { monotonicMs } from '../../kernel/clock.ts'
import { timedOut } from '../../kernel/problem.ts'

const SWEEP_MS = 1000

/** A request that waits for its handler. */
export interface WaitingRequest {
  /** Monotonic instant of its arrival. */
  readonly startedMs: number
  readonly socket: Socket
  refuse(error: unknown): void
}

export class OverdueRequests {
  readonly #waiting = new Set<WaitingRequest>()
  readonly #limitMs: number
  readonly #sweep: NodeJS.Timeout

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#sweep = setInterval(() => this.#answerOverdue(), Math.min(SWEEP_MS, limitMs)).unref()
  }

  begin(request: WaitingRequest): void {
    this.#waiting.add(request)
  }

  end(request: WaitingRequest): void {
    this.#waiting.delete(request)
  }

  *sockets(): Iterable<Socket> {
    for (const request of this.#waiting) yield request.socket
  }

  stop(): void {
    clearInterval(this.#sweep)
  }

  #answerOverdue(): void {
    const before = monotonicMs() - this.#limitMs
    for (const request of this.#waiting) {
      if (request.startedMs > before) return
      this.#waiting.delete(request)
      // The work goes on behind it, so the outcome is unknown rather than none.
      request.refuse(timedOut('the handler did not answer in time'))
    }
  }
}
