// The rules for one order of account services: the tables that were active when it arrived, and what they are asked.
//
// Compiled tables are evaluated when the order is decided, under the row lock, where today's usage is exact. Tables that
// zen runs are evaluated by prepare(), before the order is queued, and do not see that usage.
//
// Rules fail closed: when a table cannot be evaluated the order is refused, nothing is recorded, and the RRN stays free.

import { Problem, unavailable } from '../platform/kernel/problems/problem.ts'
import {
  firstDecline,
  fraudDeclineIn,
  limitsIn,
  maxAccessFeeIn,
  type RuleDecline,
  type RuleLimits,
  velocityDeclineIn,
} from './outputs/order-outputs.ts'
import type { OrderRule } from './rule-names.ts'
import type { Rules } from './rules.ts'
import type { RuleOutput } from './values.ts'
import { ZenUnavailable } from './zen/zen-process.ts'

/** An order as tables see it, all but today's usage. Amounts are in major units of `currencyCode`. */
export type OrderFacts = {
  readonly institutionId: string
  readonly partnerId: string
  readonly terminal: { readonly id: string; readonly kind: string } | null
  readonly type: string
  readonly amount: number
  readonly accessFee: number
  readonly currencyCode: string
  /** `2026-11-15 22:30:00`, where the institution is. */
  readonly localTime: string
}

/** Withdrawals of the business day before this order. The amount is in major units of the institution's base currency. */
export type UsedToday = {
  readonly amount: number
  readonly count: number
}

export type ActiveRules = ReadonlyMap<OrderRule, Rules>

/** Called when a table cannot be evaluated. */
export type RuleFailureObserver = (name: OrderRule, error: unknown) => void

export class OrderRules {
  readonly #active: ActiveRules
  readonly #facts: OrderFacts
  readonly #onFailure: RuleFailureObserver
  /** The outputs of tables that zen runs. Most orders need none. */
  #prepared: Map<OrderRule, RuleOutput | undefined | Problem> | undefined
  /** What the tables were given last: they are asked one after another about the same usage. */
  #input: (OrderFacts & { readonly usedToday: UsedToday }) | undefined

  constructor(active: ActiveRules, facts: OrderFacts, onFailure: RuleFailureObserver) {
    this.#active = active
    this.#facts = facts
    this.#onFailure = onFailure
  }

  /** True when a table needs zen, so that prepare() must run before the order is queued. */
  get needsPreparing(): boolean {
    for (const rules of this.#active.values()) if (rules.mode === 'zen') return true
    return false
  }

  /** Lets zen evaluate its tables. Never rejects: a failure refuses the order when it is decided, unless it is a replay. */
  async prepare(): Promise<void> {
    const prepared = new Map<OrderRule, RuleOutput | undefined | Problem>()
    this.#prepared = prepared
    await Promise.all(
      Array.from(this.#active, async ([name, rules]) => {
        if (rules.mode !== 'zen') return
        const output = await rules.evaluate(this.#facts).catch((error: unknown) => this.#failed(name, error))
        prepared.set(name, output)
      }),
    )
  }

  /** The highest access fee, in major units; undefined when the rules set none. Throws a Problem when they fail. */
  maxAccessFee(usedToday: UsedToday): number | undefined {
    return this.#ask('fees', usedToday, maxAccessFeeIn)
  }

  /** Throws a Problem when the rules fail. */
  decline(usedToday: UsedToday): RuleDecline | undefined {
    const velocity = this.#ask('velocity', usedToday, velocityDeclineIn)
    const fraud = this.#ask('fraud', usedToday, fraudDeclineIn)
    return velocity === undefined && fraud === undefined ? undefined : firstDecline([velocity, fraud])
  }

  /** Throws a Problem when the rules fail. */
  limits(usedToday: UsedToday): RuleLimits {
    return this.#ask('limits', usedToday, limitsIn)
  }

  #ask<T>(name: OrderRule, usedToday: UsedToday, read: (output: RuleOutput | undefined) => T): T {
    const rules = this.#active.get(name)
    if (rules === undefined) return read(undefined)
    if (rules.mode === 'zen') return this.#readPrepared(name, read)
    try {
      return read(rules.evaluate(this.#inputWith(usedToday)))
    } catch (error) {
      throw this.#failed(name, error)
    }
  }

  #inputWith(usedToday: UsedToday): OrderFacts & { readonly usedToday: UsedToday } {
    if (this.#input?.usedToday !== usedToday) this.#input = { ...this.#facts, usedToday }
    return this.#input
  }

  #readPrepared<T>(name: OrderRule, read: (output: RuleOutput | undefined) => T): T {
    const output = this.#prepared?.get(name)
    if (output instanceof Problem) throw output
    if (this.#prepared?.has(name) !== true) throw new Error(`the rules ${name} were not prepared`)
    try {
      return read(output)
    } catch (error) {
      throw this.#failed(name, error)
    }
  }

  #failed(name: OrderRule, error: unknown): Problem {
    this.#onFailure(name, error)
    if (error instanceof ZenUnavailable) return unavailable(`the rules ${name} cannot be evaluated now`, error)
    return new Problem('internal', `the rules ${name} failed`, { cause: error })
  }
}
