// Times out requests whose handler takes too long. A timer and an abort signal per request would cost as much as
// validating it, so a sweep once a second checks the oldest.

import type { Socket } from 'node:net'
import { timedOut } from '../../../platform/kernel/problems/problem.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { type Arrival, ArrivalList } from '../../../platform/kernel/work/arrival-list.ts'

const SWEEP_MS = 1000

/** A request waiting for its handler. */
export interface WaitingRequest extends Arrival<WaitingRequest> {
  /** Monotonic instant of arrival. */
  readonly startedMs: number
  readonly socket: Socket
  refuse(error: unknown): void
}

export class HandlerTimeouts {
  readonly #waiting = new ArrivalList<WaitingRequest>()
  readonly #limitMs: number
  readonly #sweep: NodeJS.Timeout

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#sweep = setInterval(() => this.#sweepTimedOut(), Math.min(SWEEP_MS, limitMs)).unref()
  }

  begin(request: WaitingRequest): void {
    this.#waiting.add(request)
  }

  end(request: WaitingRequest): void {
    this.#waiting.remove(request)
  }

  get isBusy(): boolean {
    return this.#waiting.oldest !== undefined
  }

  *sockets(): Iterable<Socket> {
    for (const request of this.#waiting) yield request.socket
  }

  stop(): void {
    clearInterval(this.#sweep)
  }

  #sweepTimedOut(): void {
    const before = monotonicMs() - this.#limitMs
    for (let request = this.#waiting.oldest; request !== undefined; request = this.#waiting.oldest) {
      if (request.startedMs > before) return
      this.#waiting.remove(request)
      // The handler is still running, so the outcome is unknown (504), not "nothing was done" (503).
      request.refuse(timedOut('the handler did not answer in time'))
    }
  }
}
