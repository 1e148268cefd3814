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
import { batchSteps } from './write-batch.ts'

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
  /** Measures and waits between attempts; tests replace it so that they need not wait. */
  readonly timer?: RetryTimer
}

interface RetryTimer {
  /** Monotonic. */
  nowMs(): number
  pause(ms: number): Promise<void>
}

const SYSTEM_TIMER: RetryTimer = {
  nowMs: monotonicMs,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

type Batch = readonly Posting[]
type Results = readonly PromiseSettledResult<Posted>[]

const MAX_CONFLICTS = 8
const UNREACHABLE_PAUSES_MS = [20, 100, 300]
/** No attempt starts later than this after the first: its callers would have been told that the outcome is unknown. */
const LAST_ATTEMPT_MS = 8_000

export class PostingPipeline {
  readonly #options: PostingPipelineOptions
  readonly #timer: RetryTimer
  readonly #queues: QueuesByInstitution<Posting, Posted>
  readonly #inFlight = new Map<string, { readonly fingerprint: string; readonly posted: Promise<Posted> }>()
  readonly #authIds = new AuthIds()

  constructor(options: PostingPipelineOptions) {
    this.#options = options
    this.#timer = options.timer ?? SYSTEM_TIMER
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
    const results = await this.#runUntilSettled(postings, new Retries(this.#timer.nowMs() + LAST_ATTEMPT_MS))
    observer.batchCommitted({ institutionId, orders: postings.length, seconds: (monotonicMs() - startedMs) / 1000 })
    for (const [i, result] of results.entries()) {
      if (result.status === 'rejected') continue
      if (result.value.replayed) observer.replayed()
      else observer.answered({ type: postings[i]?.type ?? '', code: result.value.code })
    }
    return results
  }

  /** Repeats a batch that met a conflict or lost its connection; both are safe, because the records tell what was done. */
  async #runUntilSettled(postings: Batch, retries: Retries): Promise<Results> {
    const { observer } = this.#options
    for (;;) {
      if (this.#timer.nowMs() > retries.lastAttemptMs)
        throw retries.givenUp(unavailable('no time was left for another attempt', retries.lastError))
      const attempt = new Attempt()
      try {
        return await this.#runOnce(postings, attempt)
      } catch (error) {
        retries.lastError = error
        retries.inDoubt ||= attempt.commitSent && leavesDoubt(error)
        if (error instanceof PoisonedOrder) return this.#runWithout(postings, error, retries)
        if (isRepeatable(error)) {
          if (++retries.conflicts > MAX_CONFLICTS)
            throw retries.givenUp(unavailable('the order kept conflicting with others', error))
          observer.retried(sqlStateOf(error) ?? 'conflict')
        } else if (isOutage(error)) {
          const pauseMs = UNREACHABLE_PAUSES_MS[retries.outages++]
          if (pauseMs === undefined) throw retries.givenUp(asUnavailable(error))
          observer.retried('unreachable')
          await this.#timer.pause(pauseMs)
        } else {
          observer.defect(error)
          // One order's data upset the database. Alone, each shows whether it was the one.
          if (postings.length > 1) return this.#runOneByOne(postings, retries)
          throw retries.givenUp(new Problem('internal', 'the order could not be posted', { cause: error }))
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
    const steps = batchSteps(institutionId, books, decided.recorded, newId(books.nowMs))
    attempt.commitSent = true
    await session.roundTrip(steps)
  }

  async #runWithout(postings: Batch, poisoned: PoisonedOrder, retries: Retries): Promise<Results> {
    this.#options.observer.defect(poisoned.cause)
    const reason = retries.givenUp(new Problem('internal', 'the order could not be decided', { cause: poisoned.cause }))
    const others = postings.filter((posting) => posting !== poisoned.posting)
    const answers = others.length > 0 ? await this.#runPart(others, retries) : []
    let next = 0
    return postings.map((posting) =>
      posting === poisoned.posting ? { status: 'rejected', reason } : (answers[next++] as PromiseSettledResult<Posted>),
    )
  }

  async #runOneByOne(postings: Batch, retries: Retries): Promise<Results> {
    const results: PromiseSettledResult<Posted>[] = []
    for (const posting of postings) results.push(...(await this.#runPart([posting], retries)))
    return results
  }

  /** Runs some of the postings of a batch. They fail on their own, but inherit the batch's retries. */
  async #runPart(postings: Batch, retries: Retries): Promise<Results> {
    try {
      return await this.#runUntilSettled(postings, retries.ofPart())
    } catch (reason) {
      return postings.map(() => ({ status: 'rejected', reason }))
    }
  }
}

class Attempt {
  /** From here on a lost connection leaves the outcome unknown. */
  commitSent = false
}

/**
 * The retries of a set of postings. When the set is split, each part inherits them: the part may have been committed
 * with the set, and its callers have been waiting since the set's first attempt.
 */
class Retries {
  readonly lastAttemptMs: number
  /** A commit of these postings went unconfirmed. Only a later attempt that succeeds resolves it. */
  inDoubt = false
  conflicts = 0
  outages = 0
  lastError: unknown

  constructor(lastAttemptMs: number) {
    this.lastAttemptMs = lastAttemptMs
  }

  ofPart(): Retries {
    return Object.assign(new Retries(this.lastAttemptMs), this)
  }

  /** What to tell the callers when giving up. In doubt, no failure may claim that nothing was done. */
  givenUp(problem: Problem): Problem {
    return this.inDoubt ? timedOut('the commit was not confirmed', problem) : problem
  }
}

/** Another transaction was first: on the rows, or on the RRN itself. */
function isRepeatable(error: unknown): boolean {
  return isConflict(error) || sqlStateOf(error) === UNIQUE_VIOLATION
}

function isOutage(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof Problem && error.kind === 'unavailable')
}

function asUnavailable(error: unknown): Problem {
  return error instanceof Problem ? error : unavailable('the database cannot be reached', error)
}
