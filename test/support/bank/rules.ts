// Decision tables whose answers a test sets.

import { type ActiveRules, OrderRules } from '../../../src/rules/order-rules.ts'
import { ORDER_RULES, type OrderRule } from '../../../src/rules/rule-names.ts'
import type { Rules } from '../../../src/rules/rules.ts'
import type { RuleInput, RuleOutput } from '../../../src/rules/values.ts'

type TableAnswer = RuleOutput | undefined | ((input: RuleInput) => RuleOutput | undefined)

/** What each table answers; one that is not named is off. */
export type TableAnswers = Readonly<Partial<Record<OrderRule, TableAnswer>>>

/** The rules for a withdrawal of 100.00 USD at ATM1. */
export function rulesAnswering(answers: TableAnswers): OrderRules {
  const active: ActiveRules = new Map(
    ORDER_RULES.filter((name) => name in answers).map((name) => [name, tableAnswering(answers[name])]),
  )
  const facts = {
    institutionId: 'FI',
    partnerId: 'P1',
    terminal: { id: 'ATM1', kind: 'ATM' },
    type: 'CASHWITHDRAWAL',
    amount: 100,
    accessFee: 2.5,
    currencyCode: 'USD',
    localTime: '2026-03-10 12:00:00',
  }
  return new OrderRules(active, facts, () => {})
}

function tableAnswering(answer: TableAnswer): Rules {
  const evaluate = (input: RuleInput) => (typeof answer === 'function' ? answer(input) : answer)
  return { mode: 'compiled', evaluate } as unknown as Rules
}
