// The active rules, by name. A table that compiles is evaluated synchronously, even under a row lock. A table that does
// not is run by zen, asynchronously, before the order is queued. An invalid file is refused as a whole, and the previous
// rules stay active.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import { CompiledRules } from './compile-graph.ts'
import { isBlank, NotCompilable } from './expression/lexer.ts'
import { MAX_FILE_BYTES, placeOf, RuleFileError, type RuleGraph, readRuleFile } from './rule-file.ts'
import type { Explanation, RuleInput, RuleOutput } from './values.ts'
import type { UncheckedCell } from './zen/zen-messages.ts'
import { ZenFailed, type ZenProcess, type ZenRules, ZenUnavailable } from './zen/zen-process.ts'

/** Rules that zen runs, and why they were not compiled. */
export class DelegatedRules {
  readonly mode = 'zen'
  readonly reason: string
  readonly #zen: ZenRules
  readonly #lockedInputs: readonly string[]

  constructor(zen: ZenRules, reason: string, lockedInputs: readonly string[]) {
    this.#zen = zen
    this.reason = reason
    this.#lockedInputs = lockedInputs
  }

  /** @throws ZenUnavailable or ZenFailed: nothing was decided, so the order must not continue. */
  async evaluate(input: RuleInput): Promise<RuleOutput | undefined> {
    return (await this.#zen.evaluate(this.#withoutLocked(input), false)).output
  }

  explain(input: RuleInput): Promise<Explanation> {
    return this.#zen.evaluate(this.#withoutLocked(input), true)
  }

  drop(): void {
    this.#zen.drop()
  }

  #withoutLocked(input: RuleInput): RuleInput {
    const read = { ...input }
    for (const name of this.#lockedInputs) delete read[name]
    return read
  }
}

export type Rules = CompiledRules | DelegatedRules

export interface RuleState {
  readonly name: string
  /** FAILED: no rules are active. After a failed refresh the previous rules stay ACTIVE, with the error. */
  readonly state: 'ACTIVE' | 'FAILED'
  readonly mode?: Rules['mode']
  /** Why zen runs it. */
  readonly reason?: string
  readonly loadedAt?: number
  readonly error?: string
}

export interface RefreshReport {
  readonly refreshed: readonly string[]
  readonly failed: readonly { readonly name: string; readonly reason: string }[]
}

interface RuleBookOptions {
  readonly folder: string
  readonly clock: Clock
  readonly zen: ZenProcess
  /**
   * Inputs that are exact only under the row lock, such as today's usage. Only a compiled table gets them: zen would
   * decide on a figure that another order is about to change.
   */
  readonly lockedInputs: readonly string[]
}

interface Entry {
  readonly rules?: Rules
  readonly loadedAt?: number
  readonly error?: string
}

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/
const MAX_FILES = 64

export class RuleBook {
  readonly #options: RuleBookOptions
  /** Replaced as a whole, so that one request sees one state of it. */
  #entries: ReadonlyMap<string, Entry> = new Map()
  #refreshing: Promise<unknown> = Promise.resolve()

  constructor(options: RuleBookOptions) {
    this.#options = options
  }

  /** The rules of that name, or undefined when there are none: they are optional. */
  get(name: string): Rules | undefined {
    return this.#entries.get(name)?.rules
  }

  states(): RuleState[] {
    return [...this.#entries].map(([name, { rules, loadedAt, error }]) => ({
      name,
      state: rules === undefined ? 'FAILED' : 'ACTIVE',
      ...(rules !== undefined && { mode: rules.mode }),
      ...(rules?.mode === 'zen' && { reason: rules.reason }),
      ...(loadedAt !== undefined && { loadedAt }),
      ...(error !== undefined && { error }),
    }))
  }

  /** Reads the named files (".json" may be left out), or all there are. Refreshes take turns. */
  refresh(names?: readonly string[]): Promise<RefreshReport> {
    const refreshed = this.#refreshing.then(() => this.#refresh(names))
    this.#refreshing = refreshed.catch(() => undefined)
    return refreshed
  }

  async #refresh(asked?: readonly string[]): Promise<RefreshReport> {
    const names = asked?.map((name) => name.replace(/\.json$/, '')) ?? (await this.#list())
    const entries = new Map(this.#entries)
    const refreshed: string[] = []
    const failed: { name: string; reason: string }[] = []
    for (const name of new Set(names)) {
      try {
        const rules = await this.#load(name)
        entries.set(name, { rules, loadedAt: this.#options.clock.now() })
        refreshed.push(name)
      } catch (error) {
        const reason = reasonOf(error)
        failed.push({ name, reason })
        // A name without a file is the caller's typo, not a failed rule file.
        if (!(error instanceof NoSuchFile)) entries.set(name, { ...entries.get(name), error: reason })
      }
    }
    const before = this.#entries
    this.#entries = entries
    for (const name of refreshed) {
      const replaced = before.get(name)?.rules
      if (replaced?.mode === 'zen') replaced.drop()
    }
    return { refreshed, failed }
  }

  async #list(): Promise<string[]> {
    const files = await readdir(this.#options.folder).catch(() => [])
    const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
    return names.sort().slice(0, MAX_FILES)
  }

  async #load(name: string): Promise<Rules> {
    if (!NAME.test(name)) throw new NoSuchFile('not a name of rules')
    const file = `${name}.json`
    return this.#compile(file, readRuleFile(file, await readBounded(this.#options.folder, file)))
  }

  async #compile(file: string, graph: RuleGraph): Promise<Rules> {
    try {
      return new CompiledRules(graph)
    } catch (error) {
      if (!(error instanceof NotCompilable)) throw error
      return this.#delegate(file, graph, error.message)
    }
  }

  async #delegate(file: string, graph: RuleGraph, reason: string): Promise<Rules> {
    const { zen, lockedInputs } = this.#options
    const text = JSON.stringify(graph.content)
    const locked = lockedInputs.find((name) => new RegExp(`\\b${name}\\b`).test(text))
    if (locked !== undefined) {
      throw new RuleFileError(file, [
        `uses ${locked}, which is exact under the row lock only, so the rules must compile; they do not: ${reason}`,
      ])
    }
    const findings = await zen.check(graph.content, cellsOf(graph))
    if (findings.length > 0) throw new RuleFileError(file, findings)
    return new DelegatedRules(zen.decision(graph.content), reason, lockedInputs)
  }
}

function cellsOf({ tables }: RuleGraph): UncheckedCell[] {
  return tables.flatMap((table) =>
    [...table.inputs, ...table.outputs].flatMap((column) => {
      const unary = column.field !== undefined && table.inputs.includes(column)
      const field = unary
        ? [{ place: `node ${table.name}, column ${column.name}`, text: column.field, unary: false }]
        : []
      return table.rows
        .map((row, index) => ({
          place: `node ${table.name}, ${placeOf(column, index + 1)}`,
          text: row[column.id] ?? '',
          unary,
        }))
        .filter(({ text }) => !isBlank(text))
        .concat(field)
    }),
  )
}

class NoSuchFile extends Error {}

async function readBounded(folder: string, file: string): Promise<string> {
  const path = join(folder, file)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || !found.isFile()) throw new NoSuchFile('there is no such file')
  if (found.size > MAX_FILE_BYTES) throw new RuleFileError(file, [`is larger than ${MAX_FILE_BYTES} bytes`])
  return readFile(path, 'utf8')
}

function reasonOf(error: unknown): string {
  if (error instanceof RuleFileError) return error.message
  if (error instanceof ZenUnavailable || error instanceof ZenFailed) return `zen cannot check it: ${error.message}`
  // A file that is missing or unreadable must not stop the service either.
  return error instanceof Error ? error.message : String(error)
}
