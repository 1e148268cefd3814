// The primary: starts the workers, replaces those that end, restarts them one by one on SIGHUP, and stops them. It opens no
// database and answers no partner. Node's cluster module accepts connections here and hands them to the workers in turn; one
// that does not take a connection gets no further ones (docs/decisions/0055).
//
//   starting ──ready──▶ ready ──stop, or leaving by itself──▶ leaving ──▶ ended
//       └────────────────────────── dies ──────────────────────────────────┘

import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { RateLimiter } from '../../edge/http/limits/rate-limit.ts'
import { untilQuiet } from '../../edge/http/server/quiet-port.ts'
import { monotonicMs } from '../../platform/kernel/time/clock.ts'
import { unattended } from '../../platform/kernel/work/unattended.ts'
import type { RawMetric } from '../observability/metric-snapshots.ts'
import type { FromWorker } from './messages.ts'
import { type WorkerEnd, type WorkerEvents, WorkerProcess } from './worker-process.ts'

/** Also leaves time for the signal that stops the whole group to arrive here. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** A worker that lived this long did not fail because of its start. */
const STABLE_MS = 60_000
const PING_MS = 5_000
/** A worker whose event loop stands still for a minute is replaced. A large heap dump takes less. */
const MOST_UNANSWERED = 12
/** A worker ends itself after 25 seconds; the rest is for its last words. */
const WORKER_STOP_LIMIT_MS = 26_000
/** A worker that has not served yet gives its start up within a second, unless it is still being loaded. */
const START_STOP_LIMIT_MS = 800
/** The stop of all must be over before the primary's own limit of 25 seconds. */
const STOP_LIMIT_MS = 23_000

/** The first worker could not start, and has said why. */
export class FirstWorkerFailed extends Error {
  readonly exitCode: number

  constructor({ code, signal }: WorkerEnd) {
    super(`the first worker did not start: ${signal ?? `exit code ${code}`}`)
    this.exitCode = code === null || code === 0 ? 1 : code
  }
}

export interface PrimaryObserver {
  /** A worker has ended without being told to. */
  lost(): void
  /** The last counters of a worker that ends. */
  counted(worker: WorkerProcess, metrics: readonly RawMetric[]): void
  ended(worker: WorkerProcess): void
}

export interface PrimaryOptions {
  readonly workers: number
  readonly log: Logger
  readonly observer: PrimaryObserver
}

export class Primary {
  readonly #options: PrimaryOptions
  /** The worker that has each number. */
  readonly #current = new Map<number, WorkerProcess>()
  /** Every process that has not ended. */
  readonly #alive = new Set<WorkerProcess>()
  readonly #failures = new Map<number, number>()
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #limiters = new Map<string, RateLimiter>()
  /** Numbers whose successor is being started by a rolling restart. */
  readonly #succeeded = new Set<number>()
  #onDuty: WorkerProcess | undefined
  #isStopping = false
  #rolling: Promise<void> | undefined
  #rollsAgain = false
  #pings: NodeJS.Timeout | undefined

  constructor(options: PrimaryOptions) {
    this.#options = options
  }

  /**
   * The first worker starts alone: it migrates, seeds, and finds out what is wrong. The others follow. Resolves to the
   * addresses that they share.
   */
  async start(): Promise<{ publicUrl: string; switchesUrl: string | undefined }> {
    const first = this.#fork(1)
    this.#current.set(1, first)
    await first.settled
    if (first.state === 'ended') throw new FirstWorkerFailed(await first.ended)
    const followers = this.#isStopping ? 0 : this.#options.workers - 1
    const others = Array.from({ length: followers }, (_, i) => this.#take(i + 2))
    this.#pings = setInterval(() => this.#ping(), PING_MS).unref()
    await Promise.all(others.map((worker) => worker.settled))
    return { publicUrl: first.publicUrl, switchesUrl: first.switchesUrl }
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  get workers(): number {
    return this.#options.workers
  }

  /** The workers that serve, by number. */
  ready(): WorkerProcess[] {
    return [...this.#current.values()]
      .filter(({ state }) => state === 'ready')
      .sort((one, other) => one.number - other.number)
  }

  /** Replaces the workers one by one. A call while that is under way makes another round. */
  roll(): void {
    if (this.#isStopping) return
    this.#rollsAgain = true
    this.#rolling ??= this.#rounds().finally(() => {
      this.#rolling = undefined
    })
  }

  /** Ends all workers in order. Rejects if one had to be killed or failed to stop. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#pings)
    for (const pause of this.#pauses) clearTimeout(pause)
    const ends = Array.from(this.#alive, (worker) => this.#end(worker, { isReplaced: false }, STOP_LIMIT_MS))
    unattended(this.#announceSilence())
    const failed = (await Promise.all(ends)).filter(({ code, hasServed }) => code !== 0 && hasServed)
    if (failed.length > 0) throw new Error(`${failed.length} workers did not stop in order`)
  }

  /**
   * The workers close the port once no connection waits for one of them, which they cannot know: it may be in the system's
   * queue, or here, while this process gets no turn. Clients whose requests the workers hold open no further ones.
   */
  async #announceSilence(): Promise<void> {
    while (![...this.#alive].every(({ isHolding }) => isHolding)) await delay(1)
    const lastHandedMs = () => Math.max(...Array.from(this.#alive, (worker) => worker.lastHandedMs()))
    await untilQuiet(lastHandedMs)
    for (const worker of this.#alive) worker.tell({ kind: 'silent' })
    while (![...this.#alive].every(({ hasClosed }) => hasClosed)) await delay(1)
    for (const worker of this.#alive) worker.tell({ kind: 'port-closed' })
  }

  async #rounds(): Promise<void> {
    const { log } = this.#options
    while (this.#rollsAgain && !this.#isStopping) {
      this.#rollsAgain = false
      log.info({ workers: this.workers }, 'the workers are restarted one by one')
      for (let number = 1; number <= this.workers && !this.#isStopping; number++) {
        if (await this.#succeed(number)) continue
        if (!this.#isStopping) log.error({}, 'the restart of the workers has ended: a new worker did not start')
        return
      }
      log.info({ workers: this.workers }, 'all workers were restarted')
    }
  }

  /** Starts a worker and, once it serves, ends its predecessor. False when it did not start: the predecessor goes on. */
  async #succeed(number: number): Promise<boolean> {
    this.#succeeded.add(number)
    const next = this.#fork(number)
    await next.settled
    this.#succeeded.delete(number)
    const last = this.#current.get(number)
    if (next.state !== 'ready') {
      if (last === undefined) this.#replace(number)
      return false
    }
    this.#current.set(number, next)
    this.#failures.delete(number)
    if (last !== undefined) await this.#end(last, { isReplaced: true }, WORKER_STOP_LIMIT_MS)
    return true
  }

  async #end(
    worker: WorkerProcess,
    how: { readonly isReplaced: boolean },
    limitMs: number,
  ): Promise<WorkerEnd & { readonly hasServed: boolean }> {
    if (worker.state !== 'ended') worker.state = 'leaving'
    this.#assignDuties()
    worker.tell({ kind: 'stop', ...how })
    const hasServed = () => worker.readyAtMs !== undefined
    const unserved = setTimeout(() => hasServed() || worker.kill(), START_STOP_LIMIT_MS)
    const late = setTimeout(() => worker.kill(), limitMs)
    const end = await worker.ended
    clearTimeout(unserved)
    clearTimeout(late)
    return { ...end, hasServed: hasServed() }
  }

  #take(number: number): WorkerProcess {
    const worker = this.#fork(number)
    this.#current.set(number, worker)
    return worker
  }

  #fork(number: number): WorkerProcess {
    const worker = new WorkerProcess(number, this.#events, monotonicMs)
    this.#alive.add(worker)
    return worker
  }

  readonly #events: WorkerEvents = {
    message: (worker, message) => this.#onMessage(worker, message),
    ended: (worker, end) => {
      const wasCurrent = this.#current.get(worker.number) === worker
      this.#alive.delete(worker)
      this.#options.observer.ended(worker)
      if (this.#onDuty === worker) this.#assignDuties()
      // Its number may already have another worker, because it announced its end or was replaced.
      if (!wasCurrent) return
      this.#lose(worker, { pid: worker.pid, code: end.code, signal: end.signal }, 'a worker has ended')
    },
  }

  #onMessage(worker: WorkerProcess, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        // A worker that starts while all are told to stop may have missed it.
        if (this.#isStopping) worker.tell({ kind: 'stop', isReplaced: false })
        this.#assignDuties()
        return
      case 'leaving':
        // Told to, or by itself after an uncaught error: then its successor starts while it drains.
        if (worker.state === 'ready') {
          worker.state = 'leaving'
          this.#lose(worker, { pid: worker.pid }, 'a worker is ending by itself')
        }
        this.#assignDuties()
        return
      case 'holding':
        worker.isHolding = true
        return
      case 'closed':
        worker.hasClosed = true
        return
      case 'counted':
        this.#options.observer.counted(worker, message.metrics)
        return
      case 'pong':
        worker.unanswered = 0
        return
      case 'take-tokens': {
        const { limiter, id, most, key, ratePerSecond, burst } = message
        const buckets = this.#limiters.get(limiter) ?? new RateLimiter()
        this.#limiters.set(limiter, buckets)
        worker.tell({ kind: 'tokens', id, ...buckets.takeUpTo(most, key, ratePerSecond, monotonicMs(), burst) })
        return
      }
    }
  }

  #lose(worker: WorkerProcess, about: object, what: string): void {
    if (this.#current.get(worker.number) === worker) this.#current.delete(worker.number)
    // The first start fails as a whole.
    if (this.#isStopping || this.#pings === undefined) return
    this.#options.observer.lost()
    const livedMs = worker.readyAtMs === undefined ? 0 : monotonicMs() - worker.readyAtMs
    if (livedMs >= STABLE_MS) this.#failures.delete(worker.number)
    const startsInMs = this.#succeeded.has(worker.number) ? undefined : this.#replace(worker.number, worker)
    this.#options.log.error({ lostWorker: worker.number, ...about, startsInMs }, what)
  }

  /**
   * Returns the pause before the start. A predecessor that still drains need not wait for connections once it is certain
   * that not all workers stop.
   */
  #replace(number: number, predecessor?: WorkerProcess): number {
    const failures = this.#failures.get(number) ?? 0
    this.#failures.set(number, failures + 1)
    const pauseMs = this.#pauseMs(failures, predecessor)
    const pause = setTimeout(() => {
      this.#pauses.delete(pause)
      if (this.#isStopping) return
      if (this.ready().length > 0) predecessor?.tell({ kind: 'stop', isReplaced: true })
      if (!this.#current.has(number)) this.#take(number)
    }, pauseMs)
    this.#pauses.add(pause)
    return pauseMs
  }

  /**
   * Pauses grow with the failures in a row while another worker serves or starts. While none does, nobody is answered: then
   * one starts at once, or after the first pause when its predecessor could not start either or still drains.
   */
  #pauseMs(failures: number, predecessor: WorkerProcess | undefined): number {
    const isServed = [...this.#current.values()].some(({ state }) => state === 'ready' || state === 'starting')
    if (isServed) return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
    return predecessor?.state === 'ended' && predecessor.readyAtMs !== undefined ? 0 : FIRST_PAUSE_MS
  }

  #assignDuties(): void {
    if (this.#isStopping || this.#onDuty?.state === 'ready') return
    this.#onDuty = this.ready()[0]
    this.#onDuty?.tell({ kind: 'duties' })
  }

  #ping(): void {
    for (const worker of this.ready()) {
      if (worker.unanswered >= MOST_UNANSWERED) {
        this.#options.log.error(
          { lostWorker: worker.number, pid: worker.pid },
          'a worker does not answer and is killed',
        )
        worker.kill()
      } else {
        worker.unanswered++
        worker.tell({ kind: 'ping' })
      }
    }
  }
}
