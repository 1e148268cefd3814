// When a batch is retried, and what its callers receive when it is given up.

import { Problem, timedOut, unavailable } from '../../platform/kernel/problems/problem.ts'
import {
  asProblem,
  isConflict,
  isUnreachable,
  sqlStateOf,
  UNIQUE_VIOLATION,
} from '../../platform/storage/statements/sqlstate.ts'
import type { DecidedUnit, Unit } from './decide-batch.ts'

export const MAX_CONFLICTS = 8
export const OUTAGE_PAUSES_MS = [20, 100, 300]

/**
 * The retries of a set of postings. When the set is split, each part inherits them: the part may have been committed
 * with the set, and its callers have been waiting since the set's first attempt.
 */
export class Retries {
  readonly lastAttemptMs: number
  /** A commit of these postings was not confirmed. Only a later attempt that succeeds resolves it. */
  inDoubt = false
  conflicts = 0
  outages = 0
  lastError: unknown
  /** What was decided in a commit that was not confirmed. */
  readonly unconfirmed = new Map<Unit, DecidedUnit>()

  constructor(lastAttemptMs: number) {
    this.lastAttemptMs = lastAttemptMs
  }

  ofPart(): Retries {
    return Object.assign(new Retries(this.lastAttemptMs), this)
  }

  doubt(units: readonly Unit[], decided: readonly DecidedUnit[]): void {
    this.inDoubt = true
    for (const [i, unit] of units.entries()) {
      const one = decided[i]
      if (one?.records !== undefined) this.unconfirmed.set(unit, one)
    }
  }

  /** A unit that repeats what it recorded itself was committed by the attempt in doubt: that one's answer holds. */
  confirmed(units: readonly Unit[], decided: readonly DecidedUnit[]): readonly DecidedUnit[] {
    if (this.unconfirmed.size === 0) return decided
    return decided.map((one, i) => {
      const before = this.unconfirmed.get(units[i] as Unit)
      return before !== undefined && before.records === one.repeats ? before : one
    })
  }

  /** The problem for the callers when giving up. In doubt, it must not claim that nothing was done. */
  givenUp(problem: Problem): Problem {
    return this.inDoubt ? timedOut('the commit was not confirmed', problem) : problem
  }
}

/** A conflict with another transaction, over rows or over a key that an owner inserts. */
export function isRepeatable(error: unknown): boolean {
  return isConflict(error) || sqlStateOf(error) === UNIQUE_VIOLATION
}

/** An owner, or a function of the database, refused a posting while the batch was written. */
export function isRefusal(error: unknown): boolean {
  const problem = asProblem(error)
  return problem instanceof Problem && problem.httpStatus < 500
}

export function isOutage(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof Problem && error.kind === 'unavailable')
}

export function asUnavailable(error: unknown): Problem {
  const problem = asProblem(error)
  return problem instanceof Problem ? problem : unavailable('the database cannot be reached', error)
}
