// The active rules, by name. A table that compiles is evaluated synchronously, even under a row lock. A table that does
// not is run by zen, asynchronously, before the order is queued. An invalid file is refused as a whole, and the previous
// rules stay active.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../platform/kernel/time/clock.ts'
import { isBlank, NotCompilable } from './expression/lexer.ts'
import { type ActiveRules, type OrderFacts, OrderRules, type RuleFailureObserver } from './order-rules.ts'
import { riskAssessmentIn } from './outputs/lending-outputs.ts'
import { checkOutput, OUTPUT_FIELDS, RuleOutputError } from './outputs/order-outputs.ts'
import { MAX_FILE_BYTES, placeOf, RuleFileError, type RuleGraph, readRuleFile } from './rule-file.ts'
import { ORDER_RULES, type OrderRule, RULE_NAMES, type RuleName, ruleNameOf } from './rule-names.ts'
import { DelegatedRules, type Rules } from './rules.ts'
import { CompiledRules } from './tables/compile-graph.ts'
import type { UncheckedCell } from './zen/zen-messages.ts'
import { ZenFailed, type ZenProcess, ZenUnavailable } from './zen/zen-process.ts'

export interface RuleState {
  readonly name: RuleName
  /**
   * OFF: there is no file. FAILED: there is one, but no rules are active. After a failed refresh the previous rules stay
   * ACTIVE, with the error.
   */
  readonly state: 'ACTIVE' | 'FAILED' | 'OFF'
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

export interface RuleHealth {
  readonly status: 'UP' | 'DOWN'
  readonly details: Readonly<Record<string, RuleState['state']>>
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
  /** Called when a table cannot be evaluated for an order; once per table and load. */
  readonly onFailure?: RuleFailureObserver
}

interface Loaded {
  readonly rules: Rules
  /** The file's content. */
  readonly content: object
}

interface Entry extends Partial<Loaded> {
  readonly loadedAt?: number
  readonly error?: string
}

export class RuleBook {
  readonly #options: RuleBookOptions
  /** Replaced as a whole, so that one request sees one state of it. */
  #entries: ReadonlyMap<RuleName, Entry> = new Map()
  #active: ActiveRules = new Map()
  readonly #reported = new WeakSet<Rules>()
  #refreshing: Promise<unknown> = Promise.resolve()

  constructor(options: RuleBookOptions) {
    this.#options = options
  }

  /** The rules of that name, or undefined when there are none: they are optional. */
  get(name: RuleName): Rules | undefined {
    return this.#entries.get(name)?.rules
  }

  /** The rules for one order, as they are now; undefined when none are active. */
  forOrder(facts: () => OrderFacts): OrderRules | undefined {
    if (this.#active.size === 0) return undefined
    const active = this.#active
    return new OrderRules(active, facts(), (name, error) => this.#report(name, active.get(name), error))
  }

  /** The file as it was when the active rules were loaded. */
  content(name: RuleName): object | undefined {
    return this.#entries.get(name)?.content
  }

  state(name: RuleName): RuleState {
    const { rules, loadedAt, error } = this.#entries.get(name) ?? {}
    return {
      name,
      state: rules !== undefined ? 'ACTIVE' : error !== undefined ? 'FAILED' : 'OFF',
      ...(rules !== undefined && { mode: rules.mode }),
      ...(rules?.mode === 'zen' && { reason: rules.reason }),
      ...(loadedAt !== undefined && { loadedAt }),
      ...(error !== undefined && { error }),
    }
  }

  states(): RuleState[] {
    return RULE_NAMES.map((name) => this.state(name))
  }

  /** DOWN when a file is invalid and no earlier rules of its name are active. */
  health(): RuleHealth {
    const states = this.states()
    return {
      status: states.some(({ state }) => state === 'FAILED') ? 'DOWN' : 'UP',
      details: Object.fromEntries(states.map(({ name, state }) => [name, state])),
    }
  }

  /** Reads the named files (".json" may be left out), or all there are. Refreshes take turns. */
  refresh(names?: readonly string[]): Promise<RefreshReport> {
    const refreshed = this.#refreshing.then(() => this.#refresh(names))
    this.#refreshing = refreshed.catch(() => undefined)
    return refreshed
  }

  async #refresh(asked?: readonly string[]): Promise<RefreshReport> {
    const entries = new Map(this.#entries)
    const refreshed: RuleName[] = []
    const failed: { name: string; reason: string }[] = []
    const names = new Set<RuleName>()
    for (const text of asked ?? (await this.#list())) {
      const name = ruleNameOf(text)
      if (name === undefined) failed.push({ name: text, reason: 'there are no rules of this name' })
      else names.add(name)
    }
    for (const name of names) {
      try {
        entries.set(name, { ...(await this.#load(name)), loadedAt: this.#options.clock.now() })
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
    this.#active = new Map(
      ORDER_RULES.flatMap((name) => {
        const rules = entries.get(name)?.rules
        return rules === undefined ? [] : [[name, rules]]
      }),
    )
    for (const name of refreshed) {
      const replaced = before.get(name)?.rules
      if (replaced?.mode === 'zen') replaced.drop()
    }
    return { refreshed, failed }
  }

  /** The rules that have a file. */
  async #list(): Promise<RuleName[]> {
    const files = await readdir(this.#options.folder).catch(() => [])
    return RULE_NAMES.filter((name) => files.some((file) => file === `${name}.json`))
  }

  async #load(name: RuleName): Promise<Loaded> {
    const file = `${name}.json`
    const graph = readRuleFile(file, await readBounded(this.#options.folder, file))
    const rules = await this.#compile(file, graph)
    checkOutputs(name, graph, rules)
    return { rules, content: graph.content }
  }

  /** Once per table and load: a table that fails does so for every order. */
  #report(name: OrderRule, rules: Rules | undefined, error: unknown): void {
    if (rules === undefined || this.#reported.has(rules)) return
    this.#reported.add(rules)
    this.#options.onFailure?.(name, error)
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

function isOrderRule(name: RuleName): name is OrderRule {
  return ORDER_RULES.some((known) => known === name)
}

/** Refuses outputs that the gateway cannot read, as far as they are known before an evaluation. */
function checkOutputs(name: RuleName, { tables, line }: RuleGraph, rules: Rules): void {
  const fields = isOrderRule(name) ? OUTPUT_FIELDS[name] : ['recommendation']
  const written = new Set(tables.flatMap(({ outputs }) => outputs.map(({ field }) => field)))
  if (typeof line !== 'string' && !fields.some((field) => written.has(field))) {
    throw new RuleFileError(`${name}.json`, [`has no output ${fields.join(' or ')}`])
  }
  if (rules.mode !== 'compiled') return
  const findings = rules.outputs().flatMap((output, index) => {
    try {
      if (isOrderRule(name)) checkOutput(name, output)
      else riskAssessmentIn(output)
      return []
    } catch (error) {
      if (!(error instanceof RuleOutputError)) throw error
      return [`row ${index + 1}: ${error.message}`]
    }
  })
  if (findings.length > 0) throw new RuleFileError(`${name}.json`, findings)
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
