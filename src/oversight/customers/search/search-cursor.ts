// Where a search goes on: a position that the caller carries to the next request. It is sealed, so that it is opaque and cannot
// be altered, together with the search that it belongs to: a cursor of one search does not continue another.

import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { fingerprintOf, type SecretBox } from '../../../platform/kernel/secrets/secrets.ts'

/** What tells two searches apart. A card number is in it as its hash only. */
export function searchOf(what: string, parts: object): string {
  const fields = Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return fingerprintOf(`${what} ${JSON.stringify(fields)}`)
}

export function writeCursor(secretBox: SecretBox, search: string, position: readonly string[]): string {
  return secretBox.seal(position.join(' '), contextOf(search))
}

/** The parts of the position. Throws a 400 when it is not a cursor of this search. */
export function readCursor(secretBox: SecretBox, search: string, cursor: string): string[] {
  try {
    return secretBox.open(cursor, contextOf(search)).split(' ')
  } catch {
    throw invalidFields([{ path: 'cursor', message: 'must be the nextCursor of the same search, or empty' }])
  }
}

function contextOf(search: string): string {
  return `customers cursor ${search}`
}
