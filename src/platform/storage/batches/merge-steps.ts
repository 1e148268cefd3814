// Makes one step out of steps of the same statement: a batch that writes in many institutions sends as few statements as one
// that writes in one.

import type { Statement, Step } from '../database.ts'
import { plainArray } from './array-literal.ts'

type PlainValue = Parameters<typeof plainArray>[0][number]

/** A step on rows whose values need no quoting. The parameters of its statement are the columns, as arrays. */
export interface ColumnStep extends Step {
  readonly columns: readonly (readonly PlainValue[])[]
}

export function columnStep(statement: Statement, columns: readonly (readonly PlainValue[])[]): ColumnStep {
  return { statement, columns, values: columns.map(plainArray) }
}

/** Steps that copy or name rows are merged into the first of their statement; others stay where they are. */
export function mergeSteps(steps: readonly Step[]): Step[] {
  const byStatement = Map.groupBy(steps, ({ statement }) => statement)
  const merged: Step[] = []
  for (const step of steps) {
    const same = byStatement.get(step.statement) ?? []
    if (same.length === 1 || !isMergeable(step)) merged.push(step)
    else if (same[0] === step) merged.push(mergedStep(step, same))
  }
  return merged
}

function isMergeable(step: Step): boolean {
  return step.rows !== undefined || isColumnStep(step)
}

function mergedStep(first: Step, all: readonly Step[]): Step {
  if (!isColumnStep(first)) return { ...first, rows: all.map(({ rows }) => rows).join('') }
  const others = all.filter(isColumnStep)
  return columnStep(
    first.statement,
    first.columns.map((_, i) => others.flatMap(({ columns }) => columns[i] ?? [])),
  )
}

function isColumnStep(step: Step): step is ColumnStep {
  return 'columns' in step
}
