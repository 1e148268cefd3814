// The time of the database, which all nodes share (docs/decisions/0074): measured every two seconds, and counted on by a monotonic
// clock in between. A node whose own clock is set, or wrong, goes on with the time of the others.
//
// A measurement bounds the time: the database took it between the question and the answer. An estimate within the bounds is kept, so
// that the clock does not jump with every slow answer; one outside them is moved to the nearer bound.

import { type Clock, monotonicMs, systemClock } from '../kernel/time/clock.ts'
import type { Sql } from './database.ts'

const EVERY_MS = 2_000
const FIRST_MEASUREMENTS = 3
/** From here on operators are told. */
const NOTICEABLE_MS = 5_000
/** From here on the node leaves the end of a day to others. */
const INTOLERABLE_MS = 60_000

const ASK = { name: 'database-clock', text: `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms` }

/** How far this node's own clock is off. */
export interface ClockState {
  /** Ahead of the database's when positive; as little as the measurements allow. */
  readonly offMs: number
  /** Off by five seconds or more. */
  readonly isNoticeable: boolean
  /** Off by a minute or more. */
  readonly isIntolerable: boolean
}

export interface DatabaseClockOptions {
  /** This node's own clock. */
  readonly own?: Clock
  /** Monotonic. */
  elapsedMs?(): number
  readonly everyMs?: number
  /** Called when the own clock begins or ceases to be off, or changes between the two grades. */
  onChange?(state: ClockState): void
}

export class DatabaseClock implements Clock {
  readonly #sql: Sql
  readonly #options: DatabaseClockOptions
  readonly #elapsedMs: () => number
  readonly #timer: NodeJS.Timeout
  /** The time of the database when elapsedMs() was 0. */
  #startMs: number
  #state: ClockState = stateOf(0)
  #isMeasuring = false

  /** Measures before it returns. Throws when the database cannot be asked. */
  static async open(sql: Sql, options: DatabaseClockOptions = {}): Promise<DatabaseClock> {
    const clock = new DatabaseClock(sql, options)
    try {
      for (let n = 0; n < FIRST_MEASUREMENTS; n++) await clock.measure()
      return clock
    } catch (error) {
      clock.close()
      throw error
    }
  }

  private constructor(sql: Sql, options: DatabaseClockOptions) {
    this.#sql = sql
    this.#options = options
    this.#elapsedMs = options.elapsedMs ?? monotonicMs
    this.#startMs = Number.NaN
    // When the database cannot be asked the clock goes on from the last measurement.
    this.#timer = setInterval(() => this.measure().catch(() => {}), options.everyMs ?? EVERY_MS).unref()
  }

  /** Whole milliseconds, as clocks have them. */
  now(): number {
    return Math.floor(this.#startMs + this.#elapsedMs())
  }

  state(): ClockState {
    return this.#state
  }

  /** One at a time: a database that answers late is not asked again meanwhile. */
  async measure(): Promise<void> {
    if (this.#isMeasuring) return
    this.#isMeasuring = true
    try {
      const askedMs = this.#elapsedMs()
      const { rows } = await this.#sql.query<{ now_ms: number }>(ASK)
      const answeredMs = this.#elapsedMs()
      const nowMs = rows[0]?.now_ms ?? Number.NaN
      this.#learn({ earliest: nowMs - answeredMs, latest: nowMs - askedMs })
    } finally {
      this.#isMeasuring = false
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #learn(start: Bounds): void {
    const before = this.#startMs
    // At first the middle, which is nearest in the mean.
    this.#startMs = Number.isNaN(before) ? (start.earliest + start.latest) / 2 : within(start, before)
    const own = (this.#options.own ?? systemClock).now() - this.#elapsedMs()
    const state = stateOf(own - within(start, own))
    const { isNoticeable, isIntolerable } = this.#state
    const isOther = isNoticeable !== state.isNoticeable || isIntolerable !== state.isIntolerable
    this.#state = state
    if (isOther) this.#options.onChange?.(state)
  }
}

interface Bounds {
  readonly earliest: number
  readonly latest: number
}

function within({ earliest, latest }: Bounds, value: number): number {
  return Math.min(Math.max(value, earliest), latest)
}

function stateOf(offMs: number): ClockState {
  const off = Math.abs(offMs)
  return { offMs, isNoticeable: off >= NOTICEABLE_MS, isIntolerable: off >= INTOLERABLE_MS }
}
