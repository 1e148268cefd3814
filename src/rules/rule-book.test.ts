import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { lineContent } from './rule-arbitraries.fixture.ts'
import { RuleBook } from './rule-book.ts'
import type { Rules } from './rules.ts'
import { ZenProcess } from './zen/zen-process.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const NOW = Date.UTC(2026, 10, 15)

describe('The rule book', () => {
  let folder: string
  let zen: ZenProcess
  let book: RuleBook

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillgate-rules-'))
    // A machine under load may need long to start a process; no test here waits for the limit.
    zen = new ZenProcess({ callMs: 60_000 })
  })
  after(() => {
    zen.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    rmSync(folder, { recursive: true })
    folder = mkdtempSync(join(tmpdir(), 'tillgate-rules-'))
    book = new RuleBook({ folder, zen, clock: { now: () => NOW }, lockedInputs: ['usedToday'] })
  })
  const put = (name: string, fixture = name) =>
    copyFileSync(join(FIXTURES, `${fixture}.json`), join(folder, `${name}.json`))
  const write = (name: string, content: object) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(content))

  it('holds every table of its folder and says how each is run', async () => {
    for (const name of ['limits', 'velocity', 'fees', 'fraud', 'lending-decision']) put(name)
    put('fees', 'fees-percent')
    assert.deepEqual(await book.refresh(), {
      refreshed: ['limits', 'velocity', 'fees', 'fraud', 'lending-decision'],
      failed: [],
    })
    const [fees, fraud] = [book.state('fees'), book.state('fraud')]
    assert.deepEqual(fraud, { name: 'fraud', state: 'ACTIVE', mode: 'compiled', loadedAt: NOW })
    assert.deepEqual(
      { ...fees, reason: undefined },
      { name: 'fees', state: 'ACTIVE', mode: 'zen', reason: undefined, loadedAt: NOW },
    )
    assert.match(fees?.reason ?? '', /^node fees, column Highest access fee, row 1: /)
  })

  it('lets zen run what does not compile', async () => {
    put('fees', 'fees-percent')
    await book.refresh()
    const rules = delegated(book.get('fees'))
    const input = { terminal: { kind: 'ATM' }, currencyCode: 'USD', amount: 100 }
    assert.deepEqual(await rules.evaluate(input), { maxAccessFee: 2 })
    assert.deepEqual(await rules.explain({ ...input, amount: 1_000 }), {
      output: { maxAccessFee: 5 },
      matched: [{ node: 'fees', row: 1 }],
    })
  })

  it('keeps the active rules when their new file is invalid, and reports why', async () => {
    put('fraud')
    await book.refresh()
    const inForce = book.get('fraud')
    writeFileSync(join(folder, 'fraud.json'), '{')
    assert.deepEqual(await book.refresh(['fraud.json']), {
      refreshed: [],
      failed: [{ name: 'fraud', reason: 'fraud.json: is not JSON' }],
    })
    assert.equal(book.get('fraud'), inForce)
    assert.deepEqual(book.state('fraud'), {
      name: 'fraud',
      state: 'ACTIVE',
      mode: 'compiled',
      loadedAt: NOW,
      error: 'fraud.json: is not JSON',
    })
    assert.equal(book.health().status, 'UP')
    put('fraud')
    await book.refresh(['fraud'])
    assert.equal(book.state('fraud').error, undefined)
    assert.notEqual(book.get('fraud'), inForce)
  })

  it('starts without a table whose file is invalid', async () => {
    write('limits', {})
    await book.refresh()
    assert.equal(book.get('limits'), undefined)
    assert.deepEqual(book.health(), {
      status: 'DOWN',
      details: { limits: 'FAILED', velocity: 'OFF', fees: 'OFF', fraud: 'OFF', 'lending-decision': 'OFF' },
    })
    put('limits')
    await book.refresh(['limits'])
    assert.equal(book.health().status, 'UP')
  })

  it('refuses a name without a file as the caller’s mistake', async () => {
    const { failed } = await book.refresh(['limits', 'nowhere', '../limits', 'limits.json.json'])
    assert.deepEqual(failed, [
      { name: 'nowhere', reason: 'there are no rules of this name' },
      { name: '../limits', reason: 'there are no rules of this name' },
      { name: 'limits.json.json', reason: 'there are no rules of this name' },
      { name: 'limits', reason: 'there is no such file' },
    ])
    assert.equal(book.state('limits').state, 'OFF')
  })

  it('refuses a cell that zen cannot read, where zen would silently never match', async () => {
    write('limits', lineContent([tableOf('len($) > ')]))
    const { failed } = await book.refresh()
    assert.match(failed[0]?.reason ?? '', /^limits\.json: node Table 1, column A, row 1: .*parserError/)
  })

  it('refuses a table that crashes zen', async () => {
    write('limits', lineContent([tableOf('> 5 % 0')]))
    const mortal = new ZenProcess({ callMs: 60_000 })
    const { failed } = await new RuleBook({ folder, zen: mortal, clock: systemClock, lockedInputs: [] }).refresh()
    assert.match(failed[0]?.reason ?? '', /^zen cannot check it: zen ended with SIGABRT/)
    mortal.close()
  })

  it('refuses a table that reads today’s usage and does not compile', async () => {
    write(
      'velocity',
      lineContent([{ ...tableOf('len($) > 2'), inputs: [{ id: 'a', name: 'A', field: 'usedToday.count' }] }]),
    )
    const { failed } = await book.refresh()
    assert.match(
      failed[0]?.reason ?? '',
      /uses usedToday, which is exact under the row lock only.*row 1: does not know the function len\(\)/,
    )
  })

  it('hides today’s usage from zen, however a table reads it', async () => {
    write(
      'lending-decision',
      lineContent([
        {
          ...tableOf('$root["used" + "Today"] == null and len($) > 0'),
          inputs: [{ id: 'a', name: 'A', field: 'type' }],
          outputs: [{ id: 'r', name: 'R', field: 'recommendation' }],
        },
      ]),
    )
    assert.deepEqual((await book.refresh()).failed, [])
    const rules = delegated(book.get('lending-decision'))
    assert.deepEqual(await rules.evaluate({ type: 'x', usedToday: { count: 3 } }), { recommendation: 1 })
  })

  for (const [name, field, cell, finding] of [
    ['limits', 'perDay', '"100"', 'row 1: perDay is not a number from 0 on'],
    ['limits', 'perTransaction', '-1', 'row 1: perTransaction is not a number from 0 on'],
    ['fees', 'maxAccessFee', 'true', 'row 1: maxAccessFee is not a number from 0 on'],
    ['velocity', 'decline', '102', 'row 1: decline is not a boolean'],
    ['fraud', 'responseCode', '101', 'row 1: responseCode is neither 100 nor 102'],
    ['fraud', 'code', '102', 'has no output responseCode'],
    ['lending-decision', 'recommendation', '"MAYBE"', 'row 1: recommendation is not APPROVE, REFER or DECLINE'],
    ['lending-decision', 'riskGrade', '"A"', 'has no output recommendation'],
    ['limits', 'perTransacton', '1', 'has no output perTransaction or perDay or countPerDay'],
  ] as const) {
    it(`refuses ${name} with ${field} ${cell}, which the gateway could not read`, async () => {
      write(name, lineContent([{ ...tableOf('> 1', cell), outputs: [{ id: 'r', name: 'R', field }] }]))
      assert.deepEqual((await book.refresh()).failed, [{ name, reason: `${name}.json: ${finding}` }])
    })
  }

  it('evaluates rules that were replaced meanwhile as they were', async () => {
    put('fees', 'fees-percent')
    await book.refresh()
    const old = delegated(book.get('fees'))
    await book.refresh()
    assert.notEqual(book.get('fees'), old)
    const input = { terminal: { kind: 'ATM' }, currencyCode: 'USD', amount: 100 }
    assert.deepEqual(await Promise.all([old.evaluate(input), old.evaluate(input)]), [
      { maxAccessFee: 2 },
      { maxAccessFee: 2 },
    ])
  })
})

function tableOf(cell: string, result = '1') {
  return {
    hitPolicy: 'first',
    inputs: [{ id: 'a', name: 'A', field: 'amount' }],
    outputs: [{ id: 'r', name: 'R', field: 'r' }],
    rules: [{ a: cell, r: result }],
  }
}

function delegated(rules: Rules | undefined) {
  assert.equal(rules?.mode, 'zen')
  return rules
}
