// Verifies the audit log for many callers at the cost of one. Callers share a walk, and a walk resumes where the last
// one ended:
//
//   up to REREAD_RECORDS in the log       every walk reads all of it
//   more                                  a walk reads what is new, or all once the last full walk is REWALK_MS old
//
// So a change to an old record is found at once in a short log, and within REWALK_MS in a long one. `checkedSince` says
// when the walk over the oldest record began; `tillgate verify` always reads everything. A walk resumes from a record
// only if that record still exists with the same hash; otherwise it starts over.
//
// A walk stops when all its callers have disconnected. Its progress is kept, so a log that takes longer than a request
// may last is verified by asking again.

import { timedOut, unavailable } from '../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp, MINUTE_MS, monotonicMs } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { type ChainPoint, type ChainReport, isStillThere, verifyChain } from './verify-chain.ts'

const REREAD_RECORDS = 2_000
const REWALK_MS = 10 * MINUTE_MS

export interface VerifiedChain extends ChainReport {
  /** Every record was read at or after this time. */
  readonly checkedSince: string
}

export interface ChainVerifierOptions {
  readonly database: Sql
  readonly clock: Clock
  /** Whether this installation has signed a text. */
  proves?(signature: string, text: string): boolean
  readonly rereadRecords?: number
  readonly rewalkMs?: number
  /** Monotonic time in milliseconds. */
  readonly elapsedMs?: () => number
}

/** The part of the log that earlier walks have verified. */
interface Prefix {
  readonly to: ChainPoint
  /** When the walk over its first record began. */
  readonly sinceMs: number
  /** When that walk reached the head, or its last page so far; monotonic. */
  readonly walkedMs: number
  readonly isWhole: boolean
}

interface Walk {
  readonly result: Promise<VerifiedChain>
  readonly stop: AbortController
  waiting: number
}

export class ChainVerifier {
  readonly #database: Sql
  readonly #clock: Clock
  readonly #proves: NonNullable<ChainVerifierOptions['proves']>
  readonly #rereadRecords: number
  readonly #rewalkMs: number
  readonly #elapsedMs: () => number
  #prefix: Prefix | undefined
  #walk: Walk | undefined

  constructor(options: ChainVerifierOptions) {
    this.#database = options.database
    this.#clock = options.clock
    this.#proves = options.proves ?? (() => false)
    this.#rereadRecords = options.rereadRecords ?? REREAD_RECORDS
    this.#rewalkMs = options.rewalkMs ?? REWALK_MS
    this.#elapsedMs = options.elapsedMs ?? monotonicMs
  }

  /** Joins the running walk or starts one. An aborted signal leaves it. */
  async verify(signal?: AbortSignal): Promise<VerifiedChain> {
    if (signal?.aborted === true) throw callerDisconnected()
    this.#walk ??= this.#start()
    return this.#join(this.#walk, signal)
  }

  /** Stops the running walk; its callers can retry on another node. */
  close(): void {
    this.#walk?.stop.abort(unavailable('the gateway is stopping'))
  }

  #start(): Walk {
    const stop = new AbortController()
    const walk: Walk = { result: this.#run(stop.signal), stop, waiting: 0 }
    const end = () => this.#forget(walk)
    walk.result.then(end, end)
    return walk
  }

  #join(walk: Walk, signal: AbortSignal | undefined): Promise<VerifiedChain> {
    walk.waiting++
    return new Promise((resolve, reject) => {
      const leave = () => {
        walk.waiting--
        if (walk.waiting === 0) {
          // New callers must not join a walk that is about to stop.
          this.#forget(walk)
          walk.stop.abort(callerDisconnected())
        }
        reject(callerDisconnected())
      }
      const stay = () => signal?.removeEventListener('abort', leave)
      signal?.addEventListener('abort', leave, { once: true })
      walk.result.then(resolve, reject).finally(stay)
    })
  }

  #forget(walk: Walk): void {
    if (this.#walk === walk) this.#walk = undefined
  }

  async #run(signal: AbortSignal): Promise<VerifiedChain> {
    const known = await this.#usablePrefix()
    const sinceMs = known?.sinceMs ?? this.#clock.now()
    const progress = (to: ChainPoint) => {
      this.#prefix =
        known?.isWhole === true ? { ...known, to } : { to, sinceMs, walkedMs: this.#elapsedMs(), isWhole: false }
    }
    const report = await verifyChain(this.#database, { from: known?.to, signal, progress, proves: this.#proves })
    if (this.#prefix !== undefined) this.#prefix = { ...this.#prefix, isWhole: true }
    return { ...report, checkedSince: isoTimestamp(sinceMs) }
  }

  async #usablePrefix(): Promise<Prefix | undefined> {
    const prefix = this.#prefix
    const isUsable =
      prefix !== undefined &&
      prefix.to.position > this.#rereadRecords &&
      this.#elapsedMs() - prefix.walkedMs < this.#rewalkMs &&
      (await isStillThere(this.#database, prefix.to))
    if (!isUsable) this.#prefix = undefined
    return isUsable ? prefix : undefined
  }
}

function callerDisconnected() {
  return timedOut('the caller no longer waits for the answer')
}
