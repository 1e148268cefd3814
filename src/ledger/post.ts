// The posting pipeline: the only way money moves. Orders queue per institution; while one batch is being committed the
// next one forms. A batch is one database transaction in two round trips, and every answer commits with its posting.

import { type BusinessDate, type Clock, monotonicMs } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { Problem, timedOut, unavailable } from '../kernel/problem.ts'
import { QueuesByInstitution } from '../storage/batches/queues-by-institution.ts'
import { Trip } from '../storage/batches/trip.ts'
import type { Database, Session } from '../storage/database.ts'
import { isConflict, isUnreachable, leavesDoubt, sqlStateOf, UNIQUE_VIOLATION } from '../storage/sqlstate.ts'
import { AuthIds } from './auth-ids.ts'
import { type Decided, decideBatch, PoisonedOrder } from './decide-batch.ts'
import type { Posted, Posting } from './posting.ts'
import { readBatch } from './read-batch.ts'
import { WorkingBooks } from './working-books.ts'
import { writeBatch } from './write-batch.ts'

/** Hears what the pipeline does; the process turns it into metrics. */
export interface PostingObserver {
  batchCommitted(batch: { institutionId: string; orders: number; seconds: number }): void
  answered(order: { type: string; code: string }): void
  replayed(): void
  coalesced(): void
  retried(reason: string): void
  queueDepth(institutionId: string, depth: number): void
  defect(error: unknown): void
}

export interface PostingPipelineOptions {
  readonly database: Database
  readonly clock: Clock
  readonly observer: PostingObserver
  businessDateOf(institutionId: string, nowMs: number): BusinessDate
  readonly maxBatch?: number
  readonly maxQueued?: number
}

type Batch = readonly Posting[]
type Results = readonly PromiseSettledResult<Posted>[]

const MAX_CONFLICTS = 8
const UNREACHABLE_PAUSES_MS = [20, 100, 300]
/** No attempt starts later than this: its callers would have been told that the outcome is unknown, and gone. */
const LAST_ATTEMPT_MS = 8_000

export class PostingPipeline {
  readonly #options: PostingPipelineOptions
  readonly #queues: QueuesByInstitution<Posting, Posted>
  readonly #inFlight = new Map<string, { readonly fingerprint: string; readonly posted: Promise<Posted> }>()
  readonly #authIds = new AuthIds()

  constructor(options: PostingPipelineOptions) {
    this.#options = options
    const { database, maxBatch, maxQueued } = options
    this.#queues = new QueuesByInstitution({
      connections: database.connections,
      maxBatch,
      maxQueued,
      run: (institutionId, postings) => this.#run(institutionId, postings),
    })
  }

  /**
   * Posts an order once. Rejects with a Problem: `unavailable` when nothing was posted, `timeout` when that is not
   * known, or whatever the order was refused with.
   */
  async post(posting: Posting): Promise<Posted> {
    const key = `${posting.institutionId} ${posting.partnerId} ${posting.rrn}`
    const twin = this.#inFlight.get(key)
    if (twin !== undefined && twin.fingerprint === posting.fingerprint) {
      this.#options.observer.coalesced()
      return { ...(await twin.posted), replayed: true }
    }
    const posted = this.#queues.submit(posting)
    // An order of the same RRN with other content goes to the queue as well, where it finds the first one's record.
    if (twin !== undefined) return posted
    this.#inFlight.set(key, { fingerprint: posting.fingerprint, posted })
    try {
      return await posted
    } finally {
      this.#inFlight.delete(key)
    }
  }

  /** Resolves once everything submitted so far is answered. */
  drained(): Promise<void> {
    return this.#queues.drained()
  }

  async #run(institutionId: string, postings: Batch): Promise<Results> {
    const { observer } = this.#options
    const startedMs = monotonicMs()
    observer.queueDepth(institutionId, this.#queues.depthOf(institutionId))
    const results = await this.#runUntilSettled(postings)
    observer.batchCommitted({ institutionId, orders: postings.length, seconds: (monotonicMs() - startedMs) / 1000 })
    for (const [i, result] of results.entries()) {
      if (result.status === 'rejected') continue
      if (result.value.replayed) observer.replayed()
      else observer.answered({ type: postings[i]?.type ?? '', code: result.value.code })
    }
    return results
  }

  /** Repeats a batch that met a conflict or lost its connection; both are safe, because the records tell what was done. */
  async #runUntilSettled(postings: Batch): Promise<Results> {
    let inDoubt = false
    let conflicts = 0
    let outages = 0
    const lastAttemptMs = monotonicMs() + LAST_ATTEMPT_MS
    for (;;) {
      const attempt = new Attempt()
      try {
        return await this.#runOnce(postings, attempt)
      } catch (error) {
        if (error instanceof PoisonedOrder) return this.#runWithout(postings, error)
        if (isRepeatable(error)) {
          if (++conflicts > MAX_CONFLICTS)
            throw givenUp(inDoubt, unavailable('the order kept conflicting with others', error))
          this.#options.observer.retried(sqlStateOf(error) ?? 'conflict')
        } else if (isOutage(error)) {
          inDoubt ||= attempt.commitSent && leavesDoubt(error)
          const pauseMs = UNREACHABLE_PAUSES_MS[outages++]
          if (pauseMs === undefined || monotonicMs() > lastAttemptMs) throw givenUp(inDoubt, asUnavailable(error))
          this.#options.observer.retried('unreachable')
          await pause(pauseMs)
        } else if (postings.length > 1) {
          // One order's data upset the database. Alone, each shows whether it was the one.
          this.#options.observer.defect(error)
          return this.#runOneByOne(postings)
        } else {
          this.#options.observer.defect(error)
          throw givenUp(inDoubt, new Problem('internal', 'the order could not be posted', { cause: error }))
        }
      }
    }
  }

  async #runOnce(postings: Batch, attempt: Attempt): Promise<Results> {
    const { database, clock } = this.#options
    const institutionId = postings[0]?.institutionId ?? ''
    const session = await database.connect()
    try {
      const nowMs = clock.now()
      const businessDate = this.#options.businessDateOf(institutionId, nowMs)
      const trip = new Trip(session)
      const reading = Promise.all([
        readBatch(trip, postings, businessDate),
        this.#authIds.reserve(trip, postings.length),
      ])
      trip.send()
      const [found, authIds] = await reading
      const books = new WorkingBooks(found, nowMs, businessDate)
      const decided = decideBatch(postings, books, found.records, authIds)
      await this.#write(session, institutionId, books, decided, attempt)
      return decided.results
    } catch (error) {
      // The server may be gone; if it is not, its locks must not outlive this attempt.
      await session.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      session.release()
    }
  }

  async #write(
    session: Session,
    institutionId: string,
    books: WorkingBooks,
    decided: Decided,
    attempt: Attempt,
  ): Promise<void> {
    if (decided.recorded.length === 0 && books.changedHolds.size === 0) {
      await session.query('ROLLBACK')
      return
    }
    attempt.commitSent = true
    await writeBatch(session, institutionId, books, decided.recorded, newId(books.nowMs))
  }

  async #runWithout(postings: Batch, poisoned: PoisonedOrder): Promise<Results> {
    this.#options.observer.defect(poisoned.cause)
    const reason = new Problem('internal', 'the order could not be decided', { cause: poisoned.cause })
    const others = postings.filter((posting) => posting !== poisoned.posting)
    const answers = others.length > 0 ? await this.#runUntilSettled(others) : []
    let next = 0
    return postings.map((posting) =>
      posting === poisoned.posting ? { status: 'rejected', reason } : (answers[next++] as PromiseSettledResult<Posted>),
    )
  }

  async #runOneByOne(postings: Batch): Promise<Results> {
    const results: PromiseSettledResult<Posted>[] = []
    for (const posting of postings) {
      const [alone] = await Promise.allSettled([this.#runUntilSettled([posting])])
      if (alone.status === 'rejected') results.push(alone)
      else results.push(alone.value[0] as PromiseSettledResult<Posted>)
    }
    return results
  }
}

class Attempt {
  /** From here on a lost connection leaves the outcome unknown. */
  commitSent = false
}

/** Another transaction was first: on the rows, or on the RRN itself. */
function isRepeatable(error: unknown): boolean {
  return isConflict(error) || sqlStateOf(error) === UNIQUE_VIOLATION
}

function isOutage(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof Problem && error.kind === 'unavailable')
}

/** Once a commit went unconfirmed, no later failure may claim that nothing was done. */
function givenUp(inDoubt: boolean, problem: Problem): Problem {
  return inDoubt ? timedOut('the commit was not confirmed', problem) : problem
}

function asUnavailable(error: unknown): Problem {
  return error instanceof Problem ? error : unavailable('the database cannot be reached', error)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
