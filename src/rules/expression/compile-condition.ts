// Turns a parsed condition into a closure. A condition has three verdicts, because zen fails on a comparison of
// unlike types, and a failed cell is a cell that does not match, even under `not` or before an `or`.

import type { RuleInput, RuleValue, Scalar } from '../values.ts'
import { secondsOfInput } from './date-time.ts'
import type { Comparison, Condition, Interval, Operand } from './parser.ts'

export const HOLDS = 1
const HOLDS_NOT = 0
const FAILS = -1
export type TestResult = typeof HOLDS | typeof HOLDS_NOT | typeof FAILS

/** `subject` is the value of the cell's column. */
export type Test = (subject: RuleValue, input: RuleInput) => TestResult

/** Reads an operand: null for what is missing, undefined where zen fails. */
export type Reader = (input: RuleInput) => RuleValue

export function compileCondition(condition: Condition): Test {
  switch (condition.kind) {
    case 'compare':
      return compileComparison(condition.operator, condition.left, condition.right)
    case 'list':
      return ofLeft(condition.left, listTest(condition.values, condition.negated))
    case 'interval':
      return ofLeft(condition.left, intervalTest(condition, condition.negated))
    case 'truth':
      return ofLeft(condition.of, (value) => (typeof value === 'boolean' ? resultOf(value) : FAILS))
    case 'not': {
      const inner = compileCondition(condition.of)
      return (subject, input) => negate(inner(subject, input))
    }
    case 'and': {
      const [left, right] = [compileCondition(condition.left), compileCondition(condition.right)]
      return (subject, input) => {
        const result = left(subject, input)
        return result === HOLDS ? right(subject, input) : result
      }
    }
    case 'or': {
      const [left, right] = [compileCondition(condition.left), compileCondition(condition.right)]
      return (subject, input) => {
        const result = left(subject, input)
        return result === HOLDS_NOT ? right(subject, input) : result
      }
    }
  }
}

/** How many comparisons a condition makes at most: what its evaluation costs. */
export function costOf(condition: Condition): number {
  if (condition.kind === 'and' || condition.kind === 'or') return costOf(condition.left) + costOf(condition.right)
  return condition.kind === 'not' ? costOf(condition.of) : 1
}

export function compileReader(operand: Exclude<Operand, { kind: 'subject' }>): Reader {
  switch (operand.kind) {
    case 'literal': {
      const { value } = operand
      return () => value
    }
    case 'path':
      return pathReader(operand.path)
    case 'seconds': {
      const read = pathReader(operand.path)
      return (input) => secondsOfInput(operand.of, read(input))
    }
  }
}

function pathReader(path: readonly string[]): Reader {
  const [first, second, ...others] = path as [string, ...string[]]
  if (second === undefined) return (input) => input[first] ?? null
  if (others.length === 0) return (input) => member(input[first], second)
  return (input) => {
    let value: RuleValue = input
    for (const name of path) value = member(value, name)
    return value
  }
}

function member(value: RuleValue, name: string): RuleValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return (value as RuleInput)[name] ?? null
}

/** A test of the column's value is used as it is; any other left side is read first. */
function ofLeft(left: Operand, test: (value: RuleValue) => TestResult): Test {
  if (left.kind === 'subject') return test
  const read = compileReader(left)
  return (_, input) => {
    const value = read(input)
    return value === undefined ? FAILS : test(value)
  }
}

function compileComparison(operator: Comparison, left: Operand, right: Operand): Test {
  if (right.kind === 'literal') return ofLeft(left, literalTest(operator, right.value))
  const readLeft = left.kind === 'subject' ? undefined : compileReader(left)
  const readRight = right.kind === 'subject' ? undefined : compileReader(right)
  return (subject, input) => {
    const a = readLeft === undefined ? subject : readLeft(input)
    const b = readRight === undefined ? subject : readRight(input)
    return a === undefined || b === undefined ? FAILS : compare(operator, a, b)
  }
}

/** The comparisons of almost every cell, without a decision left for run time. */
function literalTest(operator: Comparison, literal: Scalar): (value: RuleValue) => TestResult {
  if (operator === '==') return (value) => (value === literal ? HOLDS : HOLDS_NOT)
  if (operator === '!=') return (value) => (value === literal ? HOLDS_NOT : HOLDS)
  if (typeof literal !== 'number') return () => FAILS
  switch (operator) {
    case '<':
      return (value) => (typeof value === 'number' ? resultOf(value < literal) : FAILS)
    case '<=':
      return (value) => (typeof value === 'number' ? resultOf(value <= literal) : FAILS)
    case '>':
      return (value) => (typeof value === 'number' ? resultOf(value > literal) : FAILS)
    case '>=':
      return (value) => (typeof value === 'number' ? resultOf(value >= literal) : FAILS)
  }
}

function compare(operator: Comparison, a: RuleValue, b: RuleValue): TestResult {
  // Objects and lists equal nothing in zen, not even themselves.
  if (operator === '==') return resultOf(a === b && isScalar(a))
  if (operator === '!=') return resultOf(!(a === b && isScalar(a)))
  return typeof b === 'number' ? literalTest(operator, b)(a) : FAILS
}

function listTest(values: readonly Scalar[], negated: boolean): (value: RuleValue) => TestResult {
  const [found, missed] = negated ? ([HOLDS_NOT, HOLDS] as const) : ([HOLDS, HOLDS_NOT] as const)
  // A set only pays for itself beyond a handful of values.
  if (values.length > 8) {
    const set = new Set<RuleValue>(values)
    return (value) => (isScalar(value) ? (set.has(value) ? found : missed) : FAILS)
  }
  return (value) => (isScalar(value) ? (values.includes(value) ? found : missed) : FAILS)
}

function intervalTest(interval: Interval, negated: boolean): (value: RuleValue) => TestResult {
  const { from, to, withoutFrom, withoutTo } = interval
  return (value) => {
    if (typeof value !== 'number') return FAILS
    const inside = (withoutFrom ? value > from : value >= from) && (withoutTo ? value < to : value <= to)
    return resultOf(inside !== negated)
  }
}

function isScalar(value: RuleValue): value is Scalar {
  return typeof value !== 'object' || value === null
}

function resultOf(holds: boolean): TestResult {
  return holds ? HOLDS : HOLDS_NOT
}

function negate(result: TestResult): TestResult {
  return result === FAILS ? FAILS : result === HOLDS ? HOLDS_NOT : HOLDS
}
