// Two plans joined by due date, without what is over and the same in both.

import type { lending } from '@tillgate/sdk'

export interface JoinedRow {
  readonly dueDate: string
  readonly before: lending.Instalment | undefined
  readonly after: lending.Instalment | undefined
}

export function joined(before: readonly lending.Instalment[], after: readonly lending.Instalment[]): JoinedRow[] {
  const was = new Map(before.map((row) => [row.dueDate, row]))
  const is = new Map(after.map((row) => [row.dueDate, row]))
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .map((dueDate) => ({ dueDate, before: was.get(dueDate), after: is.get(dueDate) }))
    .filter(({ before: old, after: now }) => !(old?.status === 'PAID' && now?.status === 'PAID' && isSame(old, now)))
}

export function isSame(before: lending.Instalment, after: lending.Instalment): boolean {
  return before.principal === after.principal && before.interest === after.interest && before.total === after.total
}
