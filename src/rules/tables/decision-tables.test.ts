// Tables of each kind that rules.d will hold, with realistic rows: what they decide, and that zen decides the same.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ZenEngine } from '@gorules/zen-engine'
import fc from 'fast-check'
import { lineContent } from '../rule-arbitraries.fixture.ts'
import { readRuleFile } from '../rule-file.ts'
import { type RuleInput, RuleInputError } from '../values.ts'
import { CompiledRules } from './compile-graph.ts'

const WITHDRAWAL: RuleInput = {
  institutionId: 'FI001',
  partnerId: 'PARTNER02',
  terminal: { id: 'ATM00001', kind: 'ATM' },
  type: 'CASHWITHDRAWAL',
  amount: 100,
  accessFee: 1.5,
  currencyCode: 'USD',
  localTime: '2026-11-15 14:05:00',
  usedToday: { amount: 0, count: 0 },
}

const CASES: readonly (readonly [table: string, title: string, changed: RuleInput, output: unknown])[] = [
  [
    'limits',
    'a partner with limits of its own',
    { partnerId: 'PARTNER01' },
    { perTransaction: 400, perDay: 1200, countPerDay: 5 },
  ],
  ['limits', 'any partner of the institution', {}, { perTransaction: 500, perDay: 1500.5, countPerDay: 8 }],
  ['limits', 'an empty output writes nothing', { terminal: { kind: 'AGENT' } }, { perTransaction: 200, perDay: 600 }],
  ['limits', 'a terminal of no kind is in no list', { terminal: {} }, { perTransaction: 100, countPerDay: 3 }],
  [
    'limits',
    'three decimals',
    { institutionId: 'FI003', currencyCode: 'KWD' },
    { perTransaction: 99.999, perDay: 299.997 },
  ],
  ['limits', 'no row', { institutionId: 'FI003' }, undefined],
  ['velocity', 'nothing used yet', { amount: 300 }, undefined],
  [
    'velocity',
    'the third large one',
    { amount: 300, usedToday: { amount: 900, count: 3 } },
    'third large withdrawal of the day',
  ],
  ['velocity', 'exactly at the bound', { amount: 299.99, usedToday: { amount: 1000, count: 3 } }, undefined],
  [
    'velocity',
    'one cent above the bound',
    { amount: 10, usedToday: { amount: 1000.01, count: 1 } },
    'more than 1000 a day',
  ],
  [
    'velocity',
    'an expression',
    { type: 'TRANSFER', terminal: { kind: 'POS' }, usedToday: { amount: 1, count: 6 } },
    'not at an ATM',
  ],
  ['fees', 'below the first bound', { amount: 19.99 }, { maxAccessFee: 0.5 }],
  ['fees', 'an interval with its start', { amount: 20 }, { maxAccessFee: 1.25 }],
  ['fees', 'an interval without its end', { amount: 100 }, { maxAccessFee: 2.99 }],
  ['fees', 'zero is a fee', { terminal: { kind: 'BRANCH' } }, { maxAccessFee: 0 }],
  ['fraud', 'nothing suspicious', {}, undefined],
  ['fraud', 'a partner that is blocked', { partnerId: 'PARTNER99' }, { responseCode: 100 }],
  ['fraud', 'a large amount at night', { amount: 400, localTime: '2026-11-15 04:59:59' }, { responseCode: 102 }],
  ['fraud', 'the same at five', { amount: 400, localTime: '2026-11-15 05:00:00' }, undefined],
  ['fraud', 'late in the evening', { amount: 1000, localTime: '2026-11-15 23:30:00' }, { responseCode: 102 }],
  ['fraud', 'no local time', { amount: 400, localTime: null }, undefined],
]

describe('Decision tables', () => {
  for (const [name, title, changed, expected] of CASES) {
    it(`${name}: ${title}`, async () => {
      const input = { ...WITHDRAWAL, ...changed }
      const output = compile(name).evaluate(input)
      const wanted = typeof expected === 'string' ? { decline: true, reason: expected } : expected
      assert.deepEqual(output, wanted)
      const { result } = await new ZenEngine().createDecision(contentOf(name)).evaluate(input)
      assert.deepEqual(output ?? {}, result)
    })
  }

  it('agree with zen on random requests', async () => {
    const amount = fc.integer({ min: 0, max: 120_000 }).map((cents) => cents / 100)
    const request = fc.record({
      institutionId: fc.constantFrom('FI001', 'FI002', 'FI003'),
      partnerId: fc.constantFrom('PARTNER01', 'PARTNER02', 'PARTNER99'),
      terminal: fc.record({
        id: fc.constantFrom('ATM00001', 'ATM00013'),
        kind: fc.constantFrom('ATM', 'POS', 'AGENT', 'BRANCH'),
      }),
      type: fc.constantFrom('CASHWITHDRAWAL', 'TRANSFER', 'DEPOSIT'),
      amount,
      accessFee: amount,
      currencyCode: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
      localTime: fc.integer({ min: 0, max: 23 }).map((hour) => `2026-11-15 ${String(hour).padStart(2, '0')}:30:00`),
      usedToday: fc.record({ amount, count: fc.integer({ min: 0, max: 60 }) }),
      score: fc.option(fc.integer({ min: 300, max: 850 })),
      dti: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      requestedAmount: fc.constantFrom(1_000, 20_000, 20_000.01, 50_000, 100_000),
      signals: fc.record({ bankruptcy: fc.option(fc.boolean()) }),
    })
    const engine = new ZenEngine()
    const tables = ['limits', 'velocity', 'fees', 'fraud', 'lending-decision'].map((name) => ({
      compiled: compile(name),
      decision: engine.createDecision(contentOf(name)),
    }))
    await fc.assert(
      fc.asyncProperty(request, async (input) => {
        for (const { compiled, decision } of tables) {
          assert.deepEqual(compiled.evaluate(input) ?? {}, (await decision.evaluate(input)).result)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('say which rows matched', () => {
    assert.deepEqual(compile('fees').explain({ ...WITHDRAWAL, amount: 20 }), {
      output: { maxAccessFee: 1.25 },
      matched: [{ node: 'fees', row: 2 }],
    })
    const collecting = compileContent({
      ...tableOf({
        inputs: [['a', 'amount']],
        rows: [
          ['> 5', '1'],
          ['< 5', '2'],
          ['', '3'],
        ],
      }),
      hitPolicy: 'collect',
    })
    assert.deepEqual(collecting.explain({ amount: 9 }), {
      output: [{ r: 1 }, { r: 3 }],
      matched: [
        { node: 'Table 1', row: 1 },
        { node: 'Table 1', row: 3 },
      ],
    })
  })

  it('answer records that a caller cannot change for the next one', () => {
    const output = compile('lending-decision').evaluate({ score: 400 }) as { reasons: string[] }
    assert.throws(() => output.reasons.push('x'), TypeError)
    assert.throws(() => Object.assign(output, { riskGrade: 'A' }), TypeError)
  })

  it('refuse a date or time in a form that only zen would read', () => {
    for (const localTime of ['9:00', '25:00', 'soon', 3_600]) {
      assert.throws(() => compile('fraud').evaluate({ ...WITHDRAWAL, localTime }), RuleInputError)
    }
  })

  it('do not read what objects inherit', () => {
    assert.throws(
      () => compileContent(tableOf({ inputs: [['a', 'constructor.name']], rows: [['"Object"', '1']] })),
      /column a: does not read constructor/,
    )
  })
})

function tableOf({ inputs, rows }: { inputs: [id: string, field: string][]; rows: string[][] }) {
  const columns = [...inputs.map(([id]) => id), 'r']
  return {
    hitPolicy: 'first',
    inputs: inputs.map(([id, field]) => ({ id, name: id, field })),
    outputs: [{ id: 'r', name: 'r', field: 'r' }],
    rules: rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [columns[index], cell]))),
  }
}

function compileContent(table: object): CompiledRules {
  return new CompiledRules(readRuleFile('table.json', JSON.stringify(lineContent([table]))))
}

function compile(name: string): CompiledRules {
  return new CompiledRules(readRuleFile(`${name}.json`, JSON.stringify(contentOf(name))))
}

function contentOf(name: string): object {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures', `${name}.json`), 'utf8'))
}
