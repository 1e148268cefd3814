// Answers requests that have waited too long for their handler. A timer and an abort signal per request would cost as
// much as validating it, so one sweep a second looks at the oldest: a map keeps them in the order of their arrival.

import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../../kernel/clock.ts'
import { timedOut } from '../../kernel/problem.ts'

const SWEEP_MS = 1000

export class OverdueRequests {
  readonly #waiting = new Map<FastifyRequest, FastifyReply>()
  readonly #limitMs: number
  readonly #sweep: NodeJS.Timeout

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#sweep = setInterval(() => this.#answerOverdue(), Math.min(SWEEP_MS, limitMs)).unref()
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    this.#waiting.set(request, reply)
  }

  end(request: FastifyRequest): void {
    this.#waiting.delete(request)
  }

  /** Of the requests that wait for their handler. */
  *sockets(): Iterable<Socket> {
    for (const request of this.#waiting.keys()) yield request.raw.socket
  }

  stop(): void {
    clearInterval(this.#sweep)
  }

  #answerOverdue(): void {
    const before = monotonicMs() - this.#limitMs
    for (const [request, reply] of this.#waiting) {
      if (request.call.startedMs > before) return
      this.#waiting.delete(request)
      // The work goes on behind it, so the outcome is unknown rather than none.
      reply.send(timedOut('the handler did not answer in time'))
    }
  }
}
