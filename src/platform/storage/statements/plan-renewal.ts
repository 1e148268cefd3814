// When a connection plans its prepared statements again.
//
// The server keeps the plan of a prepared statement until it analyses a table again, which may be a minute after the first
// rows have arrived. A plan made for an empty table reads it whole, and would go on doing so while the table grows. So every
// connection drops its plans at an age of 1 s, 2 s, 4 s … and then every minute: a table that fills at a constant rate has
// at most doubled since its plans were made. Planning a batch's statements takes about two milliseconds.

import { monotonicMs } from '../../kernel/time/clock.ts'
import type { Step } from '../database.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Drops the plans of this connection; they are made on the next use of each statement. */
export const DROP_PLANS: Step = { statement: { name: 'drop-plans', text: 'DISCARD PLANS' }, values: [] }

interface PlanAge {
  madeMs: number
  lifetimeMs: number
}

export class PlanRenewal {
  readonly #ages = new WeakMap<object, PlanAge>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs
  }

  /** Whether the connection should drop its plans now. The caller does so when told. */
  isDue(connection: object): boolean {
    const nowMs = this.#nowMs()
    const age = this.#ages.get(connection)
    if (age === undefined) {
      this.#ages.set(connection, { madeMs: nowMs, lifetimeMs: FIRST_MS })
      return false
    }
    if (nowMs - age.madeMs < age.lifetimeMs) return false
    age.madeMs = nowMs
    age.lifetimeMs = Math.min(2 * age.lifetimeMs, LONGEST_MS)
    return true
  }
}
