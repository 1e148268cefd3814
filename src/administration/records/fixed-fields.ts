// Fields of a record that stay as they were made: ids, codes, and what the record belongs to.

import { invalidFields } from '../../platform/kernel/problems/problem.ts'

/** A change may repeat a fixed field, but not give it another value. */
export function assertFixed<Name extends string>(
  names: readonly Name[],
  before: Readonly<Record<Name, unknown>>,
  change: Readonly<Partial<Record<Name, unknown>>>,
): void {
  const changed = names.filter((name) => change[name] !== undefined && change[name] !== before[name])
  if (changed.length > 0) throw invalidFields(changed.map((path) => ({ path, message: 'cannot be changed' })))
}

/** The fields that a change sets: all but its version and the fixed ones, which it may only repeat. */
export function fieldsToSet<Name extends string, Change extends Readonly<Partial<Record<Name, unknown>>>>(
  fixed: readonly Name[],
  before: Readonly<Record<Name, unknown>>,
  change: Change,
): Omit<Change, Name | 'version'> {
  assertFixed(fixed, before, change)
  const kept = ([name]: [string, unknown]) => name !== 'version' && !fixed.some((other) => other === name)
  return Object.fromEntries(Object.entries(change).filter(kept)) as Omit<Change, Name | 'version'>
}
