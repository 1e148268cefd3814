// Answers requests that have waited too long for their handler. A timer and an abort signal per request would cost as
// much as validating it, so one sweep a second looks at the oldest.

import type { Socket } from 'node:net'
import { type Arrival, ArrivalList } from '../../kernel/arrival-list.ts'
import { monotonicMs } from '../../kernel/clock.ts'
import { timedOut } from '../../kernel/problem.ts'

const SWEEP_MS = 1000

/** A request that waits for its handler. */
export interface WaitingRequest extends Arrival<WaitingRequest> {
  /** Monotonic instant of its arrival. */
  readonly startedMs: number
  readonly socket: Socket
  refuse(error: unknown): void
}

export class OverdueRequests {
  readonly #waiting = new ArrivalList<WaitingRequest>()
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
    this.#waiting.remove(request)
  }

  *sockets(): Iterable<Socket> {
    for (const request of this.#waiting) yield request.socket
  }

  stop(): void {
    clearInterval(this.#sweep)
  }

  #answerOverdue(): void {
    const before = monotonicMs() - this.#limitMs
    for (let request = this.#waiting.oldest; request !== undefined; request = this.#waiting.oldest) {
      if (request.startedMs > before) return
      this.#waiting.remove(request)
      // The work goes on behind it, so the outcome is unknown rather than none.
      request.refuse(timedOut('the handler did not answer in time'))
    }
  }
}
