// A worker's link to its primary: what it tells and what it is told. When the primary dies the link breaks, and the
// worker stops as if told to.

import cluster from 'node:cluster'
import type { OpenLimiter } from '../../edge/http/limits/rate-limit.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { RawMetric } from '../observability/metric-snapshots.ts'
import { LeasedLimiter, type TakeTokens } from './leased-limiter.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** The primary answers within a millisecond unless its machine is overloaded. Requests wait for it. */
const ANSWER_LIMIT_MS = 250

/** Requests that came while the port was being closed wait for it. */
const CLOSE_LIMIT_MS = 2_000

export class PrimaryLink {
  /** The number of this worker, from 1. A replacement has the number of the one it replaces. */
  readonly worker: number
  /** Resolves when this worker is to do what one worker does for all. */
  readonly duties: Promise<void>
  #isReplaced = false
  #isSilent: boolean | undefined
  readonly #stop = Promise.withResolvers<void>()
  readonly #portClosed = Promise.withResolvers<void>()
  readonly #asked = new Map<number, (answer: { taken: number; waitMs: number }) => void>()
  #lastId = 0

  readonly #workers: number

  constructor(worker: number, workers: number) {
    this.worker = worker
    this.#workers = workers
    const duties = Promise.withResolvers<void>()
    this.duties = duties.promise
    process.on('message', (message: ToWorker) => {
      switch (message.kind) {
        case 'stop':
          this.#isReplaced = message.isReplaced
          if (!message.isReplaced) this.#isSilent ??= false
          return this.#stop.resolve()
        case 'silent':
          this.#isSilent = true
          return
        case 'port-closed':
          return this.#portClosed.resolve()
        case 'duties':
          return duties.resolve()
        case 'ping':
          return this.#tell({ kind: 'pong' })
        case 'tokens':
          return this.#asked.get(message.id)?.(message)
      }
    })
    cluster.worker?.on('disconnect', () => {
      // Otherwise Node ends the process here, with requests under way.
      if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true
      this.#isSilent = true
      this.#portClosed.resolve()
      this.#stop.resolve()
    })
  }

  /** Resolves when this worker is to stop. */
  get stopAsked(): Promise<void> {
    return this.#stop.promise
  }

  /** Whether other workers accept connections while this one stops. */
  readonly isReplaced = (): boolean => this.#isReplaced

  /** Whether the primary, which accepts for this worker, has no connection left for it; undefined unless all workers stop. */
  readonly isSilent = (): boolean | undefined => this.#isSilent

  /** This worker answers no client until it has closed the port. */
  readonly holding = (): void => this.#tell({ kind: 'holding' })

  /** This worker listens no more. Resolves when none does, or one takes too long. */
  readonly closed = async (): Promise<void> => {
    if (this.#isSilent !== true) return
    this.#tell({ kind: 'closed' })
    await withTimeout(this.#portClosed.promise, CLOSE_LIMIT_MS).catch(() => {})
  }

  readonly openLimiter: OpenLimiter = (name) =>
    new LeasedLimiter({ name, workers: this.#workers, takeTokens: this.#takeTokens })

  ready(urls: Omit<Extract<FromWorker, { kind: 'ready' }>, 'kind'>): void {
    this.#tell({ kind: 'ready', ...urls })
  }

  /** It stops. If only this worker does, the primary replies that the others go on accepting. */
  leaving(): void {
    this.#tell({ kind: 'leaving' })
  }

  /** Resolves once the primary has it, or cannot. */
  counted(metrics: readonly RawMetric[]): Promise<void> {
    return new Promise((resolve) => this.#tell({ kind: 'counted', metrics }, () => resolve()))
  }

  readonly #takeTokens: TakeTokens = async (request) => {
    const id = ++this.#lastId
    const answer = new Promise<{ taken: number; waitMs: number }>((resolve) => this.#asked.set(id, resolve))
    this.#tell({ kind: 'take-tokens', id, ...request })
    try {
      return await withTimeout(answer, ANSWER_LIMIT_MS)
    } finally {
      this.#asked.delete(id)
    }
  }

  /** The primary may be gone, which the link reports by itself. */
  #tell(message: FromWorker, done: () => void = () => {}): void {
    if (process.connected) process.send?.(message, undefined, {}, done)
    else done()
  }
}
