// Compiles a decision table to closures: synchronous, without allocation for a first hit, so that it can run inside a
// decision under the row lock. Outputs are literals; the records are built once, at load, and frozen.

import {
  compileCondition,
  compileReader,
  costOf,
  HOLDS,
  type Reader,
  type Test,
} from '../expression/compile-condition.ts'
import { isBlank, NotCompilable } from '../expression/lexer.ts'
import { parseExpression, parseField, parseOutput, parseUnaryTest } from '../expression/parser.ts'
import { type Column, type DecisionTable, placeOf } from '../rule-file.ts'
import type { RuleInput, RuleRecord, RuleValue } from '../values.ts'

interface Cell {
  /** Its column, as an index into the values read for the table. */
  readonly column: number
  readonly test: Test
}

interface Row {
  readonly cells: readonly Cell[]
  /** The output with hit policy collect. */
  readonly output: RuleRecord
  /** The output with hit policy first: zen drops null fields. */
  readonly filled: RuleRecord
}

/** More comparisons than this would delay the next orders: about 50 µs. */
const MAX_COMPARISONS = 5_000
/** A column that no row has asked for yet. */
const UNREAD = Symbol('unread')
const OUTPUT_FIELD = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

export class CompiledTable {
  readonly name: string
  readonly collects: boolean
  readonly #passThrough: boolean
  readonly #readers: readonly Reader[]
  readonly #rows: readonly Row[]
  /**
   * The column values of the current evaluation, each read when a row first needs it: rows mostly fail at an early column.
   * Evaluation is synchronous, so one list is reused.
   */
  readonly #values: (RuleValue | typeof UNREAD)[]

  /** @throws NotCompilable, naming the place */
  constructor(table: DecisionTable) {
    this.name = table.name
    this.collects = table.hitPolicy === 'collect'
    this.#passThrough = table.passThrough && !this.collects
    const [setting] = table.beyond
    if (setting !== undefined) throw new NotCompilable(`node ${table.name}: uses ${setting}`)
    const { readers, rows } = compileRows(table)
    if (this.#passThrough && table.outputs.some(({ field }) => field?.includes('.'))) {
      throw new NotCompilable(`node ${table.name}: passes its input through and writes into objects of it`)
    }
    this.#readers = readers
    this.#rows = rows
    this.#values = readers.map(() => UNREAD)
  }

  /** The record of the first row that matches, or undefined. */
  first(input: RuleInput): RuleRecord | undefined {
    this.#values.fill(UNREAD)
    const index = this.#next(input, 0)
    if (this.#passThrough) return passThrough(input, this.#rows[index]?.output)
    return this.#rows[index]?.filled
  }

  /** The records of all rows that match. */
  collect(input: RuleInput): RuleRecord[] {
    return this.matching(input).map((index) => (this.#rows[index] as Row).output)
  }

  outputs(): RuleRecord[] {
    return this.#rows.map(({ output }) => output)
  }

  /** Which rows an evaluation uses, counted from 0. */
  matching(input: RuleInput): number[] {
    this.#values.fill(UNREAD)
    const found: number[] = []
    for (let row = this.#next(input, 0); row >= 0; row = this.#next(input, row + 1)) {
      found.push(row)
      if (!this.collects) break
    }
    return found
  }

  /** The first row from `row` on that matches, or -1. */
  #next(input: RuleInput, row: number): number {
    for (let at = row; at < this.#rows.length; at++) {
      if (this.#matches((this.#rows[at] as Row).cells, input)) return at
    }
    return -1
  }

  #matches(cells: readonly Cell[], input: RuleInput): boolean {
    const values = this.#values
    for (const { column, test } of cells) {
      let value = values[column]
      if (value === UNREAD) {
        value = (this.#readers[column] as Reader)(input)
        values[column] = value as RuleValue
      }
      // Undefined: the column's field failed, as time() of nothing does.
      if (value === undefined || test(value as RuleValue, input) !== HOLDS) return false
    }
    return true
  }
}

function compileRows(table: DecisionTable): { readers: Reader[]; rows: Row[] } {
  const readers: Reader[] = []
  let comparisons = 0
  const rows = table.rows.map(() => ({ cells: [] as Cell[], output: {}, filled: {} }))
  for (const column of table.inputs) {
    // A column without cells is never read, so its field need not compile.
    if (table.rows.every((row) => isBlank(row[column.id] ?? ''))) continue
    const index = readers.push(compileColumn(table, column)) - 1
    for (const [at, row] of table.rows.entries()) {
      const text = row[column.id] ?? ''
      if (isBlank(text)) continue
      const condition = locate(table, column, at, () =>
        column.field === undefined ? parseExpression(text) : parseUnaryTest(text),
      )
      comparisons += costOf(condition)
      rows[at]?.cells.push({ column: index, test: compileCondition(condition) })
    }
  }
  if (comparisons > MAX_COMPARISONS) {
    throw new NotCompilable(`node ${table.name}: makes more than ${MAX_COMPARISONS} comparisons`)
  }
  return { readers, rows: rows.map(({ cells }, at) => ({ cells, ...outputsOf(table, at) })) }
}

function compileColumn(table: DecisionTable, column: Column): Reader {
  const { field } = column
  if (field === undefined) return () => null
  const operand = locate(table, column, undefined, () => parseField(field))
  if (operand.kind === 'subject') throw new NotCompilable(`node ${table.name}: column ${column.name} has the field $`)
  return compileReader(operand)
}

function outputsOf(table: DecisionTable, at: number): Pick<Row, 'output' | 'filled'> {
  const output: Record<string, RuleValue> = {}
  for (const column of table.outputs) {
    const text = table.rows[at]?.[column.id] ?? ''
    if (isBlank(text)) continue
    const value = locate(table, column, at, () => parseOutput(text))
    locate(table, column, undefined, () => write(output, column.field ?? '', Object.freeze(value)))
  }
  const filled = Object.fromEntries(Object.entries(output).filter(([, value]) => value !== null))
  return { output: deepFreeze(output), filled: deepFreeze(filled) }
}

/** Writes `a.b` as zen does: into a nested object. */
function write(output: Record<string, RuleValue>, field: string, value: RuleValue): void {
  const path = field.split('.')
  if (!OUTPUT_FIELD.test(field) || path.some((name) => name in Object.prototype)) {
    throw new NotCompilable(`writes ${field}`)
  }
  let target = output
  for (const name of path.slice(0, -1)) {
    target[name] ??= {}
    target = target[name] as Record<string, RuleValue>
  }
  target[path.at(-1) as string] = value
}

/** The input with the output over it. zen leaves out what is null on either side, on the first level only. */
function passThrough(input: RuleInput, output: RuleRecord | undefined): RuleRecord {
  const merged: Record<string, RuleValue> = {}
  for (const [name, value] of Object.entries({ ...input, ...output })) {
    if (value !== null && value !== undefined) merged[name] = value
  }
  return merged
}

function locate<T>(table: DecisionTable, column: Column, at: number | undefined, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof NotCompilable)) throw error
    const place = at === undefined ? `column ${column.name}` : placeOf(column, at + 1)
    throw new NotCompilable(`node ${table.name}, ${place}: ${error.message}`)
  }
}

function deepFreeze<T extends RuleRecord>(record: T): T {
  for (const value of Object.values(record)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) deepFreeze(value as RuleRecord)
  }
  return Object.freeze(record)
}
