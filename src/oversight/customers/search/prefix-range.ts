// Texts that begin with a prefix, as a range that an index in the order of characters serves.

import type { Parameters } from '../../../platform/storage/statements/parameters.ts'

/** After every character that an id may have. */
const LAST = '~'

/** The condition that a column of collation "C" begins with the prefix. */
export function beginsWith(column: string, prefix: string, parameters: Parameters): string {
  return `${column} >= ${parameters.add(prefix)} AND ${column} < ${parameters.add(prefix + LAST)}`
}
