// What the decision tables are told about an order, for every core. Reversals and inquiries are not asked about.

import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { type Clock, localTimeAt } from '../../platform/kernel/time/clock.ts'
import type { OrderFacts, OrderRules } from '../../rules/order-rules.ts'
import type { Refusal } from '../core/builtin/decision.ts'
import type { Order } from '../core/core.ts'
import { type Presented, terminalOf } from '../core/presented.ts'

/** The active decision tables. */
export interface RulesForOrders {
  forOrder(facts: () => OrderFacts): OrderRules | undefined
}

export interface RulingParts {
  readonly clock: Clock
  /** Absent: no rules, as when there is no folder of them. */
  readonly rules?: RulesForOrders | undefined
}

/** The order with the rules that are active now: a reload takes effect with the next order. */
export function withRules(
  order: Order & { readonly accessFeeMinor?: bigint },
  presented: Presented,
  { clock, rules }: RulingParts,
): Presented {
  const active = rules?.forOrder(() => factsOf(order, presented, clock.now()))
  return active === undefined ? presented : { ...presented, rules: active }
}

/** Evaluates what cannot be evaluated synchronously, then posts. */
export function postPrepared<T>({ rules }: Presented, post: () => Promise<T>): Promise<T> {
  return rules?.needsPreparing === true ? rules.prepare().then(post) : post()
}

/** A table that cannot be evaluated throws a Problem: it refuses this order and none of its neighbours in the batch. */
export function refusingProblems<Decision>(decide: () => Decision): Decision | Refusal {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Problem) return { kind: 'refuse', problem: error }
    throw error
  }
}

function factsOf(
  { institutionId, partnerId, type, amount, accessFeeMinor = 0n }: Parameters<typeof withRules>[0],
  presented: Presented,
  nowMs: number,
): OrderFacts {
  const terminal = terminalOf(presented)
  const { minor, currency } = amount
  return {
    institutionId,
    partnerId,
    terminal: terminal === undefined ? null : { id: terminal.terminalId, kind: terminal.kind },
    type,
    amount: numberFromMinor(minor, currency),
    accessFee: numberFromMinor(accessFeeMinor, currency),
    currencyCode: currency,
    localTime: localTimeAt(nowMs, presented.institution.timeZone),
  }
}
