// Turns a unique violation into a conflict. The index also covers records outside the caller's scope.

import type { Problem } from '../../kernel/problems/problem.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from './sqlstate.ts'

/** Runs work in which a violation of this unique index means that the caller chose a value that is taken. */
export async function refuseDuplicate<T>(
  index: string,
  taken: (cause: unknown) => Problem,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isTaken = sqlStateOf(error) === UNIQUE_VIOLATION && (error as { constraint?: string }).constraint === index
    throw isTaken ? taken(error) : error
  }
}

/** The same for several indexes, each with the field that its violation is about. */
export async function refuseDuplicates<Field extends string, T>(
  fieldOf: Readonly<Record<string, Field>>,
  taken: (field: Field, cause: unknown) => Problem,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { constraint = '' } = error as { constraint?: string }
    const field = sqlStateOf(error) === UNIQUE_VIOLATION && Object.hasOwn(fieldOf, constraint) && fieldOf[constraint]
    throw field ? taken(field, error) : error
  }
}
