// Two plans joined by due date.

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
}
