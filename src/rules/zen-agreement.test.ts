// zen is the oracle: what compiles answers as zen answers. The inputs stay within what zen can convert, because
// beyond that it ends the process (see docs/decisions/0024-compiled-decision-tables.md).

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateExpressionSync, evaluateUnaryExpressionSync, ZenEngine } from '@gorules/zen-engine'
import fc from 'fast-check'
import { compileCondition, HOLDS } from './expression/compile-condition.ts'
import { NotCompilable } from './expression/lexer.ts'
import { type Condition, parseExpression, parseUnaryTest } from './expression/parser.ts'
import { cellSoup, expression, ruleContent, ruleInput, unaryTest } from './rule-arbitraries.fixture.ts'
import { readRuleFile } from './rule-file.ts'
import { CompiledRules } from './tables/compile-graph.ts'
import type { RuleInput, RuleOutput } from './values.ts'

const engine = new ZenEngine()

describe('A compiled table agrees with zen', () => {
  it('on whole tables, alone and in a line', async () => {
    await fc.assert(
      fc.asyncProperty(ruleContent, fc.array(ruleInput, { minLength: 1, maxLength: 5 }), async (content, inputs) => {
        const compiled = new CompiledRules(readRuleFile('random.json', JSON.stringify(content)))
        const decision = engine.createDecision(content)
        for (const input of inputs) {
          const { result } = await decision.evaluate(input)
          assert.deepEqual(asZenAnswers(compiled.evaluate(input)), result)
          assert.deepEqual(compiled.explain(input).output, compiled.evaluate(input))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('on every test under a column with a field', () => {
    fc.assert(
      fc.property(
        unaryTest,
        ruleInput,
        fc.constantFrom('amount', 'type', 'flag', 'terminal', 'len'),
        (cell, input, name) => {
          const subject = input[name] ?? null
          assert.equal(
            compiledVerdict(parseUnaryTest(cell), input, subject),
            zenVerdict(() => evaluateUnaryExpressionSync(cell, { ...input, $: subject })),
          )
        },
      ),
      { numRuns: 4_000 },
    )
  })

  it('on every expression under a column without one', () => {
    fc.assert(
      fc.property(expression, ruleInput, (cell, input) => {
        assert.equal(
          compiledVerdict(parseExpression(cell), input, null),
          zenVerdict(() => evaluateExpressionSync(cell, input)),
        )
      }),
      { numRuns: 1_500 },
    )
  })

  it('on cells at random, unless they do not compile', () => {
    let compiled = 0
    fc.assert(
      fc.property(cellSoup, fc.boolean(), ruleInput, (cell, unary, input) => {
        const condition = parsed(() => (unary ? parseUnaryTest(cell) : parseExpression(cell)))
        if (condition === undefined) return
        compiled++
        const subject = input.amount ?? null
        assert.equal(
          compiledVerdict(condition, input, subject),
          zenVerdict(() =>
            unary ? evaluateUnaryExpressionSync(cell, { ...input, $: subject }) : evaluateExpressionSync(cell, input),
          ),
        )
      }),
      { numRuns: 15_000 },
    )
    assert.ok(compiled > 200, `only ${compiled} cells compiled`)
  })
})

function compiledVerdict(condition: Condition, input: RuleInput, subject: RuleInput[string]): boolean {
  return compileCondition(condition)(subject, input) === HOLDS
}

/** Anything but true does not match, and an error while evaluating neither. A cell that zen cannot read must not compile. */
function zenVerdict(evaluate: () => unknown): boolean {
  try {
    return evaluate() === true
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    assert.match(text, /"type":"vmError"/, 'zen reads the cell')
    return false
  }
}

function parsed(parse: () => Condition): Condition | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof NotCompilable) return undefined
    throw error
  }
}

/** zen answers {} where nothing matches, and knows no undefined. */
function asZenAnswers(output: RuleOutput | undefined): unknown {
  return JSON.parse(JSON.stringify(output ?? {}))
}
