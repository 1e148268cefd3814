// Turns a unique violation into a conflict. The index also covers records outside the caller's scope.

import { Problem } from '../kernel/problem.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from './sqlstate.ts'

/** Runs work; a violation of this unique index becomes a `conflict` with the given message. */
export async function refuseDuplicate<T>(index: string, refusal: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isTaken = sqlStateOf(error) === UNIQUE_VIOLATION && (error as { constraint?: string }).constraint === index
    throw isTaken ? new Problem('conflict', refusal, { cause: error }) : error
  }
}
