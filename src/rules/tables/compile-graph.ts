// A chain of tables, each reading the output of the one before, as one synchronous function.

import { NotCompilable } from '../expression/lexer.ts'
import type { RuleGraph } from '../rule-file.ts'
import type { Explanation, MatchedRow, RuleInput, RuleOutput, RuleRecord } from '../values.ts'
import { CompiledTable } from './compile-table.ts'

export class CompiledRules {
  readonly mode = 'compiled'
  readonly #before: readonly CompiledTable[]
  readonly #last: CompiledTable

  /** @throws NotCompilable, naming the place */
  constructor({ line }: RuleGraph) {
    if (typeof line === 'string') throw new NotCompilable(line)
    const tables = line.map((table) => new CompiledTable(table))
    const last = tables.pop()
    if (last === undefined) throw new NotCompilable('there is no table between input and output')
    const list = tables.find((table) => table.collects)
    if (list !== undefined) throw new NotCompilable(`node ${list.name} hands a list to the next table`)
    this.#before = tables
    this.#last = last
  }

  /** Undefined when no row matches. Records are frozen and shared: copy before changing one. */
  evaluate(input: RuleInput): RuleOutput | undefined {
    let read = input
    for (const table of this.#before) read = table.first(read) ?? NOTHING
    return this.#last.collects ? this.#last.collect(read) : this.#last.first(read)
  }

  /** The output of every row that can answer. */
  outputs(): RuleRecord[] {
    return this.#last.outputs()
  }

  /** The same, with the rows that matched: for people who try a table out. */
  explain(input: RuleInput): Explanation {
    const matched: MatchedRow[] = []
    let read = input
    for (const table of [...this.#before, this.#last]) {
      for (const row of table.matching(read)) matched.push({ node: table.name, row: row + 1 })
      if (!table.collects) read = table.first(read) ?? NOTHING
    }
    return { output: this.evaluate(input), matched }
  }
}

const NOTHING: RuleInput = Object.freeze({})
