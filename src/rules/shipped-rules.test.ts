// The tables in rules.d: their examples hold, zen agrees, and the sandbox's terminals meet none of their rows.

import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ZenEngine } from '@gorules/zen-engine'
import fc from 'fast-check'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { TERMINALS } from '../sandbox/seeding/sandbox-data.ts'
import { checkExamples, type ExampleResult } from './check-examples.ts'
import { RuleBook } from './rule-book.ts'
import { readRuleFile } from './rule-file.ts'
import { RULE_NAMES } from './rule-names.ts'
import { CompiledRules } from './tables/compile-graph.ts'
import { ZenProcess } from './zen/zen-process.ts'

const SHIPPED = join(import.meta.dirname, '../../rules.d')

describe('the shipped tables', () => {
  const zen = new ZenProcess({ callMs: 60_000 })
  const bookOf = (folder: string) => new RuleBook({ folder, clock: systemClock, zen, lockedInputs: ['usedToday'] })
  after(() => zen.close())

  test('answer as their examples say', async () => {
    const results = await Array.fromAsync(checkExamples(SHIPPED, bookOf(SHIPPED)))
    assert.deepEqual(
      results.filter(({ fault }) => fault !== undefined),
      [],
    )
    assert.deepEqual(new Set(results.map(({ name }) => name)), new Set(RULE_NAMES))
  })

  for (const name of RULE_NAMES) {
    const text = readFileSync(join(SHIPPED, `${name}.json`), 'utf8')
    const compiled = new CompiledRules(readRuleFile(name, text))

    test(`${name} answers in zen as it does compiled`, async () => {
      const decision = new ZenEngine().createDecision(JSON.parse(text))
      const { input, cases } = JSON.parse(readFileSync(join(SHIPPED, 'tests', `${name}.json`), 'utf8'))
      for (const { change } of cases) {
        const asked = { ...input, ...change }
        assert.deepEqual(compiled.evaluate(asked) ?? {}, (await decision.evaluate(asked)).result)
      }
    })

    if (name === 'lending-decision') continue
    test(`${name} says nothing about the terminals of the sandbox`, () => {
      const kinds = new Set(TERMINALS.map(({ kind }) => kind))
      const order = fc.record({
        terminal: fc.record({ id: fc.constant('ATM00001'), kind: fc.constantFrom(...kinds) }),
        type: fc.constantFrom('CASHWITHDRAWAL', 'CARDLESSWITHDRAWAL', 'TRANSFER', 'BILLPAYMENT', 'CASHDEPOSIT'),
        amount: fc.integer({ min: 1, max: 10_000_000 }),
        accessFee: fc.integer({ min: 0, max: 100 }),
        currencyCode: fc.constantFrom('USD', 'JPY', 'KWD'),
        localTime: fc.integer({ min: 0, max: 23 }).map((hour) => `2026-11-15 ${String(hour).padStart(2, '0')}:30:00`),
        usedToday: fc.record({ amount: fc.nat(1_000_000), count: fc.nat(1_000) }),
      })
      fc.assert(
        fc.property(order, (asked) => {
          assert.equal(compiled.evaluate(asked), undefined)
        }),
      )
    })
  }
})

describe('examples of tables', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-examples-'))
  const zen = new ZenProcess({ callMs: 60_000 })
  mkdirSync(join(folder, 'tests'))
  copyFileSync(join(SHIPPED, 'fees.json'), join(folder, 'fees.json'))
  after(() => {
    zen.close()
    rmSync(folder, { recursive: true })
  })

  const CASES: [title: string, examples: unknown, fault: RegExp][] = [
    ['there are none', undefined, /^tests\/fees.json: there is no such file$/],
    ['they are not JSON', '{', /^tests\/fees.json: it is not JSON$/],
    ['there are no cases', { input: {}, cases: [] }, /it takes \{"input"/],
    ['a case has no title', { input: {}, cases: [{ change: {}, output: {} }] }, /^tests\/fees.json: case 1 takes/],
    [
      'the table answers otherwise',
      {
        input: { terminal: { kind: 'POS' }, currencyCode: 'USD', amount: 10 },
        cases: [{ title: 'x', change: {}, output: { maxAccessFee: 4 } }],
      },
      /^it answers \{"maxAccessFee":3.5\}$/,
    ],
  ]
  for (const [title, examples, fault] of CASES) {
    test(`fail when ${title}`, async () => {
      const file = join(folder, 'tests', 'fees.json')
      rmSync(file, { force: true })
      if (examples !== undefined)
        writeFileSync(file, typeof examples === 'string' ? examples : JSON.stringify(examples))
      const book = new RuleBook({ folder, clock: systemClock, zen, lockedInputs: [] })
      const results: ExampleResult[] = await Array.fromAsync(checkExamples(folder, book))
      assert.match(results.find((one) => one.fault !== undefined)?.fault ?? '', fault)
    })
  }
})
