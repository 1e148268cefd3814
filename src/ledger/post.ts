// The posting pipeline: the only way money moves. Postings queue per institution, those in two institutions in a queue of their
// own; while one batch is being committed the next one forms. A batch is one database transaction in two round trips, and every answer commits with its posting.

import { Problem, unavailable } from '../platform/kernel/problems/problem.ts'
import { addDays, type BusinessDate, type Clock, monotonicMs } from '../platform/kernel/time/clock.ts'
import type { Tracer } from '../platform/kernel/tracer.ts'
import { QueuesByInstitution } from '../platform/storage/batches/queues-by-institution.ts'
import { Trip } from '../platform/storage/batches/trip.ts'
import type { BatchPlace, Database, Session } from '../platform/storage/database.ts'
import {
  asProblem,
  endedDayOf,
  leavesDoubt,
  sqlStateOf,
  UNIQUE_VIOLATION,
} from '../platform/storage/statements/sqlstate.ts'
import type { Account, AccountColumns } from './account.ts'
import { begin } from './batch/batch-transaction.ts'
import { type DecidedUnit, decideBatch, type OpenedBatch, PoisonedUnit, type Unit } from './batch/decide-batch.ts'
import { BatchReader } from './batch/read-batch.ts'
import {
  asUnavailable,
  isOutage,
  isRefusal,
  isRepeatable,
  MAX_CONFLICTS,
  OUTAGE_PAUSES_MS,
  Retries,
} from './batch/retries.ts'
import { BatchWriter } from './batch/write-batch.ts'
import { EndedDays } from './book-days.ts'
import type { BatchContext, Owner, Posting } from './posting.ts'

/** Receives the pipeline's events, for metrics. */
export interface PipelineObserver {
  batchCommitted(batch: { institutionId: string; orders: number; seconds: number }): void
  retried(reason: string): void
  queueDepth(institutionId: string, depth: number): void
  defect(error: unknown): void
}

export interface PostingPipelineOptions<A extends Account> {
  readonly database: Database
  readonly clock: Clock
  readonly observer: PipelineObserver
  /** Undefined when traces are off. */
  readonly tracer?: Tracer | undefined
  readonly accountColumns: AccountColumns<A>
  /** Every concept that posts, in the order in which their rows are locked. */
  readonly owners: readonly Owner[]
  businessDateOf(institutionId: string, nowMs: number): BusinessDate
  /** The last business date that has ended whatever the clock shows, as far as this node knows; '' when none has. */
  endedThroughOf?(institutionId: string): BusinessDate
  readonly maxBatch?: number
  readonly maxQueued?: number
  /** Time between attempts; tests replace it so that they do not wait. */
  readonly timer?: RetryTimer
}

export interface RetryTimer {
  /** Monotonic. */
  nowMs(): number
  pause(ms: number): Promise<void>
}

const SYSTEM_TIMER: RetryTimer = {
  nowMs: monotonicMs,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

interface Queued {
  /** Names the queue: an institution, its central one, or SEVERAL. */
  readonly institutionId: string
  readonly unit: Unit
  /** Called when its batch starts, if it is traced. */
  readonly onBatch?: (batchSize: number) => void
}

type Results = readonly PromiseSettledResult<unknown[]>[]

/**
 * All postings in two institutions share a queue. A queue per pair would make batches of one as soon as there are many
 * institutions, and a queue for each of their squares. The price: they wait for each other's locks.
 */
const SEVERAL = 'several'

/** No attempt starts later than this after the first: by then its callers have timed out. */
const LAST_ATTEMPT_MS = 8_000

export class PostingPipeline<A extends Account = Account> {
  readonly #options: PostingPipelineOptions<A>
  readonly #timer: RetryTimer
  readonly #queues: QueuesByInstitution<Queued, unknown[]>
  readonly #reader: BatchReader<A>
  readonly #writer: BatchWriter<A>
  readonly #endedDays = new EndedDays()

  constructor(options: PostingPipelineOptions<A>) {
    this.#options = options
    this.#timer = options.timer ?? SYSTEM_TIMER
    this.#reader = new BatchReader(options.accountColumns, options.owners)
    this.#writer = new BatchWriter(options.accountColumns, options.database)
    const { database, maxBatch, maxQueued } = options
    this.#queues = new QueuesByInstitution({
      connections: database.connections,
      maxBatch,
      maxQueued,
      run: (institutionId, queued) => {
        if (options.tracer !== undefined) for (const { onBatch } of queued) onBatch?.(queued.length)
        return this.#run(
          institutionId,
          queued.map(({ unit }) => unit),
        )
      },
    })
  }

  /**
   * Posts once what its owner decides, and answers what the owner answers. Rejects with a Problem: `unavailable` when
   * nothing was posted, `timeout` when that is not known, or the owner's refusal.
   */
  async post<Result>(posting: Posting<Result>): Promise<Result> {
    const { institutionId } = posting
    // A posting that needs the central database would keep those beside it from the server that holds their rows.
    const isCentral = this.#options.database.isDistributed && !staysInShard(posting)
    const queue = isCentral ? `${institutionId} (central)` : institutionId
    const [result] = await this.#submit({ institutionId: queue, unit: [posting] })
    // The owner answers its own postings, so the result has the type that the posting names.
    return result as Result
  }

  /** Posts in two institutions in one database transaction: both postings commit, or neither. Rejects as post() does. */
  async postInBoth<First, Second>(first: Posting<First>, second: Posting<Second>): Promise<[First, Second]> {
    if (first.institutionId === second.institutionId) throw new Error('both postings are of one institution')
    const results = await this.#submit({ institutionId: SEVERAL, unit: [first, second] })
    return results as [First, Second]
  }

  /** Resolves once everything submitted so far is answered. */
  drained(): Promise<void> {
    return this.#queues.drained()
  }

  #submit(queued: Queued): Promise<unknown[]> {
    const { tracer } = this.#options
    return tracer === undefined ? this.#queues.submit(queued) : this.#submitTraced(queued, tracer)
  }

  /** The span covers the wait in the queue and the batch. */
  async #submitTraced(queued: Queued, tracer: Tracer): Promise<unknown[]> {
    const startedMs = monotonicMs()
    const span = tracer.start('posting', { 'tillgate.institution': queued.institutionId })
    const onBatch = (batchSize: number) =>
      span.set({
        'tillgate.posting.queue_ms': monotonicMs() - startedMs,
        'tillgate.posting.batch_size': batchSize,
      })
    try {
      const results = await this.#queues.submit({ ...queued, onBatch })
      span.end(false)
      return results
    } catch (error) {
      span.end(!(error instanceof Problem) || error.httpStatus >= 500)
      throw error
    }
  }

  async #run(institutionId: string, units: readonly Unit[]): Promise<Results> {
    const { observer } = this.#options
    const startedMs = monotonicMs()
    observer.queueDepth(institutionId, this.#queues.depthOf(institutionId))
    const results = await this.#runUntilSettled(units, new Retries(this.#timer.nowMs() + LAST_ATTEMPT_MS))
    observer.batchCommitted({ institutionId, orders: units.length, seconds: (monotonicMs() - startedMs) / 1000 })
    return results
  }

  /** Retries a batch after a conflict or a lost connection; owners recognise what was committed before. */
  async #runUntilSettled(units: readonly Unit[], retries: Retries): Promise<Results> {
    const { observer } = this.#options
    for (;;) {
      if (this.#timer.nowMs() > retries.lastAttemptMs)
        throw retries.givenUp(unavailable('no time was left for another attempt', retries.lastError))
      const cutOff = this.#cutOff(units)
      if (cutOff.length > 0 && cutOff.length < units.length) return this.#runApart(units, cutOff, retries)
      const attempt = new Attempt()
      try {
        return retries.confirmed(units, await this.#runOnce(units, attempt))
      } catch (error) {
        retries.lastError = error
        if (attempt.sent !== undefined && leavesDoubt(error)) retries.doubt(units, attempt.sent)
        if (error instanceof PoisonedUnit) return this.#runWithout(units, error, retries)
        const ended = endedDayOf(error)
        if (ended !== undefined)
          this.#endedDays.learn(ended.institutionId, ended.date, this.#endedThrough(ended.institutionId))
        if (isRepeatable(error)) {
          if (++retries.conflicts > MAX_CONFLICTS) {
            if (units.length > 1 && sqlStateOf(error) === UNIQUE_VIOLATION) {
              // Not a race but a key that one posting keeps violating: the others must not fail with it.
              observer.defect(error)
              retries.conflicts = 0
              return this.#runOneByOne(units, retries)
            }
            throw retries.givenUp(unavailable('the order kept conflicting with others', error))
          }
          observer.retried(sqlStateOf(error) ?? 'conflict')
        } else if (isOutage(error)) {
          const pauseMs = OUTAGE_PAUSES_MS[retries.outages++]
          if (pauseMs === undefined) throw retries.givenUp(asUnavailable(error))
          observer.retried('unreachable')
          await this.#timer.pause(pauseMs)
        } else if (isRefusal(error)) {
          // Raised while writing, by one posting: run alone, each shows whether it was the one.
          if (units.length > 1) return this.#runOneByOne(units, retries)
          throw retries.givenUp(asProblem(error) as Problem)
        } else {
          observer.defect(error)
          // The database rejected one posting's data. Run alone, each shows whether it was the one.
          if (units.length > 1) return this.#runOneByOne(units, retries)
          throw retries.givenUp(new Problem('internal', 'the order could not be posted', { cause: error }))
        }
      }
    }
  }

  async #runOnce(units: readonly Unit[], attempt: Attempt): Promise<readonly DecidedUnit[]> {
    const { database } = this.#options
    const session = await database.connect(database.isDistributed ? { batch: placeOf(units) } : {})
    try {
      const opened = await this.#open(session, units)
      const results = decideBatch(units, opened)
      const steps = this.#writer.steps(opened, session.shards)
      if (steps.length > 0) {
        attempt.sent = results
        await session.roundTrip(steps)
      } else {
        await session.query('ROLLBACK')
      }
      return results
    } catch (error) {
      // If the server still runs, its locks must not outlive this attempt.
      await session.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      session.release()
    }
  }

  /** The first round trip: the books of every institution of the batch, in key order. */
  async #open(session: Session, units: readonly Unit[]): Promise<OpenedBatch<A>> {
    const nowMs = this.#options.clock.now()
    const postings = units.length === 1 ? (units[0] as Unit) : units.flat()
    const trip = new Trip(session)
    const begun = begin(trip)
    const institutions = Map.groupBy(postings, ({ institutionId }) => institutionId)
    // In key order, which is the order their rows are locked in.
    const asked = [...institutions.keys()].sort().map((institutionId) => ({
      context: { institutionId, nowMs, ...this.#datesOf(institutionId, nowMs) },
      postings: institutions.get(institutionId) ?? [],
    }))
    const opening = this.#reader.read(trip, asked)
    trip.send()
    const [opened] = await Promise.all([opening, begun])
    return new Map(opened.map((books, i) => [asked[i]?.context.institutionId ?? '', books]))
  }

  #datesOf(institutionId: string, nowMs: number): Pick<BatchContext, 'businessDate' | 'endedThrough'> {
    const date = this.#options.businessDateOf(institutionId, nowMs)
    const endedThrough = this.#endedDays.of(institutionId, this.#endedThrough(institutionId))
    return { businessDate: date > endedThrough ? date : addDays(endedThrough, 1), endedThrough }
  }

  #endedThrough(institutionId: string): BusinessDate {
    return this.#options.endedThroughOf?.(institutionId) ?? ''
  }

  async #runWithout(units: readonly Unit[], poisoned: PoisonedUnit, retries: Retries): Promise<Results> {
    this.#options.observer.defect(poisoned.cause)
    const reason = retries.givenUp(new Problem('internal', 'the order could not be decided', { cause: poisoned.cause }))
    const others = units.filter((unit) => unit !== poisoned.unit)
    const answers = others.length > 0 ? await this.#runPart(others, retries) : []
    let next = 0
    return units.map((unit) =>
      unit === poisoned.unit ? { status: 'rejected', reason } : (answers[next++] as Results[number]),
    )
  }

  /** Units of several servers, one of which is out of reach: the others must not wait for it. */
  #cutOff(units: readonly Unit[]): readonly Unit[] {
    const { distribution } = this.#options.database
    if (distribution === undefined || units.length === 1) return []
    return units.filter((unit) => unit.some(({ institutionId }) => !distribution.isReachable(institutionId)))
  }

  async #runApart(units: readonly Unit[], apart: readonly Unit[], retries: Retries): Promise<Results> {
    const others = units.filter((unit) => !apart.includes(unit))
    const answers = new Map(zip(others, await this.#runPart(others, retries)))
    for (const [unit, answer] of zip(apart, await this.#runPart(apart, retries))) answers.set(unit, answer)
    return units.map((unit) => answers.get(unit) as Results[number])
  }

  async #runOneByOne(units: readonly Unit[], retries: Retries): Promise<Results> {
    const results: PromiseSettledResult<unknown[]>[] = []
    for (const unit of units) results.push(...(await this.#runPart([unit], retries)))
    return results
  }

  /** Runs some units of a batch. They fail on their own, but inherit the batch's retries. */
  async #runPart(units: readonly Unit[], retries: Retries): Promise<Results> {
    try {
      return await this.#runUntilSettled(units, retries.ofPart())
    } catch (reason) {
      return units.map(() => ({ status: 'rejected', reason }))
    }
  }
}

function placeOf(units: readonly Unit[]): BatchPlace {
  const postings = units.flat()
  return {
    institutionIds: [...new Set(postings.map(({ institutionId }) => institutionId))].sort(),
    staysInShard: postings.every(staysInShard),
  }
}

function staysInShard(posting: Posting): boolean {
  const { owner, joins = [] } = posting
  return owner.staysInShard?.(posting) === true && joins.every((join) => join.owner.joinsInShard === true)
}

function zip(units: readonly Unit[], results: Results): (readonly [Unit, Results[number]])[] {
  return units.map((unit, i) => [unit, results[i] as Results[number]])
}

class Attempt {
  /** What was sent to be committed. From here on a lost connection leaves the outcome unknown. */
  sent: readonly DecidedUnit[] | undefined
}
