// Drives movements that are open: calls ledgers and cores, and posts what they answer. It may be stopped at any point and
// several may drive one movement: ids are stored before calls, ledgers and cores apply an id once, and the book takes
// an event only from a movement that waits for it.
//
// Movements go on beside one another, and what they have in common is done for many at once: a page of those that are due is
// claimed in one statement, ledgers are asked in sets (ledger-desk.ts), the book posts in batches (ledger/post.ts), and the
// next look is noted for many in one statement. Each movement is still a thread of its own: one that fails stops none.

import { isUnclear } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { isoTimestamp, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import { Turns } from '../../../platform/kernel/work/turns.ts'
import { BatchQueue } from '../../../platform/storage/batches/batch-queue.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { institutionsWith } from '../../../platform/storage/distribution/institutions-with.ts'
import { MAX_SET } from '../../ledgers/digital-ledger.ts'
import { isEnd, type Movement } from '../movement.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from '../movement-codec.ts'
import type { PostMovements } from '../post-movements.ts'
import { AlreadyRecorded } from '../posting/movement-posting.ts'
import { findMovement } from '../reading/read-movements.ts'
import { isRefused, type SagaEvent } from '../saga/steps.ts'
import { Interrupted } from './interrupted.ts'
import { type CallParts, coreOf, MovementCalls } from './movement-calls.ts'
import { type NextLook, noteNextLooks } from './next-looks.ts'
import { retryDelayMs } from './work.ts'

export interface CoordinatorParts extends CallParts {
  readonly database: Database
  readonly clock: Clock
  readonly posts: Pick<PostMovements, 'goOn'>
  /** Time between two looks at one movement; tests make time pass instead. */
  pause?(ms: number): Promise<void>
}

/** How far a movement is, seen from here. */
interface Progress {
  readonly movement: Movement
  /** Nothing can be done now: a ledger is not final yet, a core does not answer, a decision is awaited. */
  readonly isWaiting: boolean
  /** Its operation was chosen here, by the step before: no ledger has heard of it. */
  readonly isFresh: boolean
  /** Taken because its time has come: a refused leg is tried again now. */
  readonly isDue?: boolean
}

const EVERY_MS = 500
/** As many as a ledger is asked about at once. */
const PER_PAGE = MAX_SET
/** A run takes no more movements after this time; the next run goes on. */
const RUN_LIMIT_MS = 5_000
/** Calls of cores by a run. Unlike ledgers they are asked for each movement. */
const CORE_CALLS_AT_ONCE = 16
/** A run of a movement takes at most this many steps; the next run goes on. */
const MAX_STEPS = 20
const LEASE_MS = 10_000
/** The looks of all requests fall on multiples of this time, so that one call answers them. */
const MIN_LOOK_MS = 25
const MAX_LOOK_MS = 250
/** The longer a request has waited for a step, the longer until its next look: this part of the time. */
const LOOK_SHARE = 1 / 8
const MAX_BACKOFF_MS = 30_000
const MAX_WAITING = 50_000
/** A core or ledger that has not answered so many times in a row is left alone for the rest of a run. */
const SILENT_AFTER = 3

export class Coordinator {
  readonly #parts: CoordinatorParts
  #resumed: Promise<void> = Promise.resolve()
  /** Calls in a row that a core or ledger has not answered in this run. */
  #unanswered = new Map<string, number>()
  readonly #calls: MovementCalls
  readonly #coreTurns = new Turns(CORE_CALLS_AT_ONCE)
  readonly #nextLooks: BatchQueue<NextLook, void>

  constructor(parts: CoordinatorParts) {
    this.#parts = parts
    this.#calls = new MovementCalls(parts, (asked, isAnswered) => this.#noteAnswer(asked, isAnswered))
    this.#nextLooks = new BatchQueue({
      maxBatch: PER_PAGE,
      maxInFlight: 1,
      maxQueued: MAX_WAITING,
      run: (looks) => noteNextLooks(parts.database, looks),
    })
  }

  /**
   * Goes on with a movement until it has ended, waits for a decision, or the time is over. `isFresh`: its operation
   * was chosen by the step before, so no ledger has heard of it.
   */
  async follow(movement: Movement, withinMs: number, isFresh: boolean): Promise<Movement> {
    this.#interrupt(`${movement.kind} ${movement.state}: stored`)
    let sinceMs = monotonicMs()
    const untilMs = sinceMs + withinMs
    let current: Progress = { movement, isWaiting: false, isFresh }
    while (!isEnd(current.movement.state) && !awaitsDecision(current.movement)) {
      current = await this.#stepOrWait(current)
      const nowMs = monotonicMs()
      if (!current.isWaiting) {
        sinceMs = nowMs
        continue
      }
      if (nowMs >= untilMs) {
        await this.#handOver(current.movement)
        break
      }
      await this.#pause(Math.min(nextLookIn(nowMs, nowMs - sinceMs), untilMs - nowMs))
    }
    return current.movement
  }

  /** The sweep goes on with it soon, and not only when the lease of the last step is over. */
  async #handOver(movement: Movement): Promise<void> {
    try {
      await this.#lookAgain(movement)
    } catch (error) {
      this.#warn(error, movement, 'a movement of tokens waits for the end of its lease')
    }
  }

  /** The movement is stored, so its caller gets it as it is, even if a later step fails; the sweep reports it. */
  async #stepOrWait(before: Progress): Promise<Progress> {
    const { movement } = before
    try {
      return await this.#step(before)
    } catch (error) {
      if (error instanceof Interrupted) throw error
      this.#warn(error, movement, 'a movement of tokens could not go on')
      return waiting(movement)
    }
  }

  /** Finds open movements whose time has come, on every node, and goes on with them. */
  sweep(): Sweep {
    return { name: 'token-movements', everyMs: EVERY_MS, run: () => this.run() }
  }

  /** After a crash no request goes on with what is open: makes it due, and starts a run without waiting for it. */
  async resume(): Promise<void> {
    await this.resumeAll()
    this.#resumed = this.run().catch((error: unknown) =>
      this.#parts.log?.warn({ err: error }, 'some movements of tokens could not be resumed'),
    )
  }

  /** Resolves once what resume() began has had its turn. */
  drained(): Promise<void> {
    return this.#resumed
  }

  /**
   * Makes everything open due now, apart from what another node has locked and so works on: waiting for several locks could
   * meet that node waiting for others of them.
   */
  async resumeAll(): Promise<void> {
    const { database, clock } = this.#parts
    const now = isoTimestamp(clock.now())
    for (const [inBook, bookIds] of await booksWith(database, 'is_open AND next_at > $1', now, 2))
      await database.query(
        `UPDATE token_movements SET next_at = $1
          WHERE ${inBook} movement_id IN (SELECT movement_id FROM token_movements
                                 WHERE ${inBook} is_open AND next_at > $1 AND NOT (state = 'RESERVED' AND expires_at > $1)
                                   FOR UPDATE SKIP LOCKED)`,
        [now, ...bookIds],
      )
  }

  /** An operator wants it looked at now. False when it is over or has moved on since it was read. */
  async makeDue(sql: Sql, { bookId, movementId, version }: Movement): Promise<boolean> {
    const { rowCount } = await sql.query(
      'UPDATE token_movements SET next_at = $4 WHERE institution_id = $1 AND movement_id = $2 AND version = $3 AND is_open',
      [bookId, movementId, version, isoTimestamp(this.#parts.clock.now())],
    )
    return rowCount === 1
  }

  /**
   * One run of the sweep. A movement that fails does not keep the others waiting, nor does a core or ledger that is silent:
   * each of its movements would wait for the timeout of a call.
   */
  async run(): Promise<void> {
    this.#unanswered = new Map()
    const failures: unknown[] = []
    const untilMs = monotonicMs() + RUN_LIMIT_MS
    for (;;) {
      const due = await this.#claim()
      const settled = await Promise.allSettled(due.map((movement) => this.#drive(movement)))
      for (const one of settled) if (one.status === 'rejected') failures.push(one.reason)
      if (due.length < PER_PAGE || monotonicMs() >= untilMs) break
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some movements of tokens cannot go on')
  }

  /** Takes due movements for a while, so that another node takes others. */
  async #claim(): Promise<Movement[]> {
    const { database, clock } = this.#parts
    const nowMs = clock.now()
    const now = isoTimestamp(nowMs)
    const claimed: Movement[] = []
    for (const [inBook, bookIds] of await booksWith(database, 'next_at <= $1', now, 3)) {
      const { rows } = await database.query<MovementRow>(
        `UPDATE token_movements SET next_at = $2
          WHERE ${inBook} movement_id IN (SELECT movement_id FROM token_movements WHERE ${inBook} next_at <= $1
                                 ORDER BY next_at LIMIT ${PER_PAGE} FOR UPDATE SKIP LOCKED)
         RETURNING ${MOVEMENT_COLUMNS}`,
        [now, isoTimestamp(nowMs + LEASE_MS), ...bookIds],
      )
      claimed.push(...rows.map(toMovement))
      if (claimed.length >= PER_PAGE) break
    }
    return claimed
  }

  async #drive(movement: Movement): Promise<void> {
    let current: Progress = { movement, isWaiting: false, isFresh: false, isDue: true }
    for (let steps = 0; steps < MAX_STEPS && !isEnd(current.movement.state) && !current.isWaiting; steps++) {
      const before = current
      current = asksCore(before.movement)
        ? await this.#coreTurns.take(() => this.#stepUnlessSilent(before))
        : await this.#stepUnlessSilent(before)
    }
    if (!isEnd(current.movement.state)) await this.#lookAgain(current.movement)
  }

  async #stepUnlessSilent(before: Progress): Promise<Progress> {
    return (await this.#waitsForSilent(before.movement)) ? waiting(before.movement) : this.#step(before)
  }

  async #waitsForSilent(movement: Movement): Promise<boolean> {
    if (this.#unanswered.size === 0 || awaitsDecision(movement)) return false
    const asked = movement.work.op === undefined ? coreOf(movement) : (await this.#calls.ledgerOf(movement)).name
    return (this.#unanswered.get(asked) ?? 0) >= SILENT_AFTER
  }

  #noteAnswer(asked: string, isAnswered: boolean): void {
    if (isAnswered) this.#unanswered.delete(asked)
    else this.#unanswered.set(asked, (this.#unanswered.get(asked) ?? 0) + 1)
  }

  /** The older it is, the longer until the next look. */
  async #lookAgain(movement: Movement): Promise<void> {
    const nowMs = this.#parts.clock.now()
    const ageMs = nowMs - movement.updatedAt.getTime()
    const leastMs = retryDelayMs(movement.work.op?.tries ?? 1)
    const laterMs = Math.min(Math.max(ageMs / 4, leastMs), MAX_BACKOFF_MS)
    const nextMs = awaitsDecision(movement) ? expiryMs(movement) : nowMs + laterMs
    const { bookId, movementId, version } = movement
    await this.#nextLooks.submit({ bookId, movementId, version, nextMs })
  }

  async #step(progress: Progress): Promise<Progress> {
    const { movement } = progress
    const event = await this.#nextEvent(progress)
    if (event === undefined) return waiting(movement)
    const point = `${movement.kind} ${movement.state} ${event.kind}`
    this.#interrupt(`${point}: before posting`)
    const posted = await this.#post(movement, event)
    this.#interrupt(`${point}: after posting`)
    // The ledger has refused a leg that has to happen. Asked again at once it would refuse again, as fast as it answers.
    return isRefused(posted.movement) ? { ...posted, isWaiting: true } : posted
  }

  async #post(movement: Movement, event: SagaEvent): Promise<Progress> {
    try {
      const posted = await this.#parts.posts.goOn(movement, event)
      return { movement: posted, isWaiting: false, isFresh: posted.work.op?.opId !== movement.work.op?.opId }
    } catch (error) {
      if (error instanceof AlreadyRecorded) return this.#reread(movement)
      if (isUnclear(error)) return waiting(movement)
      throw error
    }
  }

  async #reread(movement: Movement): Promise<Progress> {
    const { kind, movementId, bookId } = movement
    const stored = await findMovement(this.#parts.database, kind, movementId, bookId)
    if (stored === undefined) throw new Error('a movement has disappeared')
    return { movement: stored, isWaiting: stored.version === movement.version, isFresh: false }
  }

  /** What happens next, once it has; undefined while nothing does. */
  async #nextEvent({ movement, isFresh, isDue }: Progress): Promise<SagaEvent | undefined> {
    const { state, work } = movement
    if (awaitsDecision(movement)) {
      return this.#parts.clock.now() >= expiryMs(movement)
        ? { kind: 'decided', action: 'EXPIRE', by: 'COORDINATOR' }
        : undefined
    }
    if (isRefused(movement)) return isDue === true || this.#isDue(movement) ? this.attemptOf(movement) : undefined
    if (work.op !== undefined) return this.#calls.askLedger(movement, work.op.opId, isFresh)
    if (movement.kind === 'DEPOSIT' && state === 'PENDING')
      return this.#calls.moveFunds(movement, 'DEBIT', work.fundsReference)
    if (movement.kind === 'DEPOSIT' && state === 'COMPENSATING')
      return this.#calls.moveFunds(movement, 'CREDIT', work.refundReference)
    if (movement.kind === 'REDEMPTION' && (state === 'BURNED' || state === 'CREDIT_RETRY'))
      return this.#calls.moveFunds(movement, 'CREDIT', work.fundsReference)
    throw new Error(`a ${movement.kind} in state ${state} has nothing to wait for`)
  }

  /** What follows a refused leg; undefined when a person has to choose a way, or the ledger cannot be asked. */
  attemptOf(movement: Movement): Promise<SagaEvent | undefined> {
    return this.#calls.attemptOf(movement)
  }

  /** Whether the ledger knows no hold for a refused leg that is to release one. */
  lacksHold(movement: Movement): Promise<boolean> {
    return this.#calls.lacksHold(movement)
  }

  #isDue({ nextAt }: Movement): boolean {
    return nextAt !== undefined && nextAt.getTime() <= this.#parts.clock.now()
  }

  #interrupt(point: string): void {
    this.#parts.interrupt?.(point)
  }

  #pause(ms: number): Promise<void> {
    return this.#parts.pause?.(ms) ?? new Promise((resolve) => setTimeout(resolve, ms))
  }

  #warn(error: unknown, { movementId, kind, state }: Movement, message: string): void {
    this.#parts.log?.warn({ err: error, movementId, kind, state }, message)
  }
}

/** Whether its next step is a call of a core. */
function asksCore(movement: Movement): boolean {
  return movement.work.op === undefined && !awaitsDecision(movement)
}

/** Until the next look of one that has waited for some time. */
function nextLookIn(nowMs: number, waitedMs: number): number {
  const lookMs = Math.min(Math.max(waitedMs * LOOK_SHARE, MIN_LOOK_MS), MAX_LOOK_MS)
  return lookMs - ((nowMs + lookMs) % MIN_LOOK_MS)
}

/**
 * The books that have such movements, each as a condition with its value, which is parameter `place`: on distributed books they are worked
 * through one by one. On one server there is no condition.
 */
async function booksWith(
  database: Database,
  condition: string,
  now: string,
  place: number,
): Promise<(readonly [inBook: string, values: readonly string[]])[]> {
  if (!database.isDistributed) return [['', []]]
  const bookIds = await institutionsWith(database, `token_movements WHERE ${condition}`, [now])
  return bookIds.map((bookId) => [`institution_id = $${place} AND`, [bookId]])
}

function waiting(movement: Movement): Progress {
  return { movement, isWaiting: true, isFresh: false }
}

function awaitsDecision(movement: Movement): movement is Movement & { readonly expiresAt: Date } {
  return movement.kind === 'TRANSFER' && movement.state === 'RESERVED'
}

function expiryMs(movement: { readonly expiresAt?: Date }): number {
  if (movement.expiresAt === undefined) throw new Error('a transfer that awaits a decision has no time limit')
  return movement.expiresAt.getTime()
}
