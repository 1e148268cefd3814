// A value that must be unique and is taken: the index knows, also of records that the caller does not see.

import { Problem } from '../kernel/problem.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from './sqlstate.ts'

/** Runs work in which breaking this unique index means that the caller chose something that is taken. */
export async function refuseDuplicate<T>(index: string, refusal: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isTaken = sqlStateOf(error) === UNIQUE_VIOLATION && (error as { constraint?: string }).constraint === index
    throw isTaken ? new Problem('conflict', refusal, { cause: error }) : error
  }
}
