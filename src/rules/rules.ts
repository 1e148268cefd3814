// Rules of one name, compiled or run by zen.

import type { CompiledRules } from './tables/compile-graph.ts'
import type { Explanation, RuleInput, RuleOutput } from './values.ts'
import type { ZenRules } from './zen/zen-process.ts'

export type Rules = CompiledRules | DelegatedRules

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
