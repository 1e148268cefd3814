// A place in the order of a search: by business date, then by id. Ids begin with their time, so within an institution this is
// the order in which its transactions were recorded.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'

export interface Position {
  readonly businessDate: BusinessDate
  readonly id: string
}

/** Before, and after, every id of a date. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000'
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Negative when `a` is older. */
export function comparePositions(a: Position, b: Position): number {
  if (a.businessDate !== b.businessDate) return a.businessDate < b.businessDate ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/**
 * A position as a caller carries it to the next request: sealed, so that it is opaque and cannot be altered. `search`
 * identifies the filter and the scope: a cursor of one search does not continue another.
 */
export function writeCursor(secretBox: SecretBox, search: string, { businessDate, id }: Position): string {
  return secretBox.seal(`${businessDate} ${id}`, contextOf(search))
}

/** Throws a 400 when it is not a cursor of this search. */
export function readCursor(secretBox: SecretBox, search: string, cursor: string): Position {
  const [businessDate = '', id = ''] = opened(secretBox, search, cursor).split(' ')
  if (!/^\d{8}$/.test(businessDate) || !isUuid(id)) throw notACursor()
  return { businessDate, id }
}

function opened(secretBox: SecretBox, search: string, cursor: string): string {
  try {
    return secretBox.open(cursor, contextOf(search))
  } catch {
    throw notACursor()
  }
}

function contextOf(search: string): string {
  return `transactions cursor ${search}`
}

function notACursor() {
  return invalidFields([{ path: 'cursor', message: 'must be the nextCursor of the same search, or empty' }])
}
