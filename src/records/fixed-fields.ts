// Fields of a record that stay as they were made: ids, codes, and what the record belongs to.

import { invalidFields } from '../kernel/problem.ts'

/** A change may repeat a fixed field, but not give it another value. */
export function assertFixed<Name extends string>(
  names: readonly Name[],
  before: Readonly<Record<Name, unknown>>,
  change: Readonly<Partial<Record<Name, unknown>>>,
): void {
  const changed = names.filter((name) => change[name] !== undefined && change[name] !== before[name])
  if (changed.length > 0) throw invalidFields(changed.map((path) => ({ path, message: 'cannot be changed' })))
}
