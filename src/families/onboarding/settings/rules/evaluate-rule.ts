// Tries a decision table out: what it answers to an input, and which of its rows matched. Nothing is posted.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { invalidFields, Problem, unavailable } from '../../../../platform/kernel/problems/problem.ts'
import type { Rules } from '../../../../rules/rules.ts'
import { type Explanation, type RuleInput, RuleInputError } from '../../../../rules/values.ts'
import { ZenFailed, ZenUnavailable } from '../../../../rules/zen/zen-process.ts'
import { assertInScope } from '../../institution-scope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { ruleNameIn } from './rule-shapes.ts'

const body = Type.Object({
  input: chosen(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'For orders: institutionId, partnerId, terminal{id, kind}, type, amount, accessFee, currencyCode, localTime ' +
          '(`2026-01-15 22:30:00`), usedToday{amount, count}',
      },
    ),
  ),
})

const reply = Type.Object(
  {
    output: chosen(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())], {
        description: 'What the table answers: {} when no row matches, a list with hit policy collect',
      }),
    ),
    matched: chosen(
      Type.Array(
        Type.Object({
          node: chosen(Type.String({ description: 'The table' })),
          row: chosen(Type.Integer({ description: 'Its row, counted from 1' })),
        }),
        { description: 'The rows that matched' },
      ),
    ),
  },
  { component: 'RuleEvaluation' },
)

export const evaluateRule = onboardingOperation({
  id: 'EvaluateRule',
  route: 'POST /rules/:name/evaluate',
  access: may('RULES', 'TEST'),
  readsOnly: true,
  basis: 'chosen',
  tag: 'Rules',
  summary: 'Try a decision table out',
  description: 'Evaluates the active table of the node that answers. Nothing is posted. Rules that are off: 409.',
  body,
  requestExamples: [
    {
      name: 'withdrawal',
      summary: 'A withdrawal at a point of sale',
      value: {
        input: {
          institutionId: 'FI001',
          partnerId: 'PARTNER01',
          terminal: { id: 'POS00001', kind: 'POS' },
          type: 'CASHWITHDRAWAL',
          amount: 100,
          accessFee: 2.5,
          currencyCode: 'USD',
          localTime: '2026-01-15 22:30:00',
          usedToday: { amount: 0, count: 0 },
        },
      },
    },
  ],
  reply,
  replyExamples: [
    {
      name: 'limits',
      summary: 'What the first row says',
      value: {
        output: { perTransaction: 2000, perDay: 4000, countPerDay: 15 },
        matched: [{ node: 'Limits', row: 1 }],
      },
    },
    { name: 'no row', summary: 'No row matches', value: { output: {}, matched: [] } },
  ],
  async handle(ask) {
    const rules = ask.services.rules.get(ruleNameIn(ask))
    if (rules === undefined) throw new Problem('conflict', 'the rules are off')
    const { institutionId } = ask.body.input as { institutionId?: unknown }
    assertInScope(ask.principal.scope, typeof institutionId === 'string' ? [institutionId] : [])
    refuseLargeInput(ask.body.input)
    refuseInexactNumbers('input', ask.body.input)
    const { output, matched } = await explained(rules, ask.body.input as RuleInput)
    return envelope(ask, { output: output ?? {}, matched })
  },
})

/** A table reads about a dozen values. Evaluating as many as a body can hold would block the thread for tens of milliseconds. */
const MAX_INPUT_CHARACTERS = 8_192

function refuseLargeInput(input: object): void {
  if (JSON.stringify(input).length <= MAX_INPUT_CHARACTERS) return
  throw invalidFields([{ path: 'input', message: `must be at most ${MAX_INPUT_CHARACTERS} characters of JSON` }])
}

/** The body reader leaves a symbol where a number has more digits than a double holds. */
function refuseInexactNumbers(path: string, value: unknown): void {
  if (typeof value === 'symbol') throw invalidFields([{ path, message: 'has more than 15 significant digits' }])
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) refuseInexactNumbers(`${path}.${name}`, part)
}

async function explained(rules: Rules, input: RuleInput): Promise<Explanation> {
  try {
    return await rules.explain(input)
  } catch (error) {
    if (error instanceof ZenUnavailable) throw unavailable('the rules cannot be evaluated now', error)
    if (error instanceof RuleInputError || error instanceof ZenFailed) {
      throw invalidFields([{ path: 'input', message: `cannot be evaluated: ${error.message}` }])
    }
    throw error
  }
}
