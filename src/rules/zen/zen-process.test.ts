import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { until } from '../../../test/support/until.ts'
import { lineContent } from '../rule-arbitraries.fixture.ts'
import { RuleInputError } from '../values.ts'
import { ZenProcess, ZenUnavailable } from './zen-process.ts'

const table = (result: string) =>
  lineContent([
    {
      hitPolicy: 'first',
      inputs: [{ id: 'a', name: 'A', field: 'amount' }],
      outputs: [{ id: 'r', name: 'R', field: 'r' }],
      rules: [{ a: '', r: result }],
    },
  ])

describe('zen in a process of its own', () => {
  let zen: ZenProcess
  beforeEach(() => {
    zen = new ZenProcess({ callMs: 60_000, restartMs: 1 })
  })
  afterEach(() => zen.close())

  it('survives that zen aborts, and answers again', async () => {
    const [healthy, deadly] = [zen.decision(table('amount + 1')), zen.decision(table('amount * 10000000000000'))]
    assert.deepEqual((await healthy.evaluate({ amount: 1 }, false)).output, { r: 2 })
    const under = healthy.evaluate({ amount: 2 }, false)
    await assert.rejects(deadly.evaluate({ amount: 1e15 }, false), ZenUnavailable)
    // What was asked before may have been answered or lost; it settles either way.
    await Promise.allSettled([under])
    await until(async () => {
      const settled = await Promise.allSettled([healthy.evaluate({ amount: 3 }, false)])
      return settled[0].status === 'fulfilled' && settled[0].value.output !== undefined
    }, 'zen answers again')
    assert.deepEqual((await healthy.evaluate({ amount: 3 }, false)).output, { r: 4 })
  })

  it('ends a call that takes too long', async () => {
    const hasty = new ZenProcess({ callMs: 0, startMs: 0, restartMs: 60_000 })
    await assert.rejects(hasty.decision(table('1')).evaluate({}, false), /did not answer in time/)
    // Until it is replaced, calls fail at once.
    await assert.rejects(hasty.decision(table('1')).evaluate({}, false), ZenUnavailable)
    hasty.close()
  })

  it('is left alone when it has answered in time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const decision = zen.decision(table('amount'))
    await decision.evaluate({ amount: 1 }, false)
    // Far beyond the limit of the call that was answered.
    t.mock.timers.tick(10 * 60_000)
    assert.deepEqual((await decision.evaluate({ amount: 2 }, false)).output, { r: 2 })
  })

  it('never sees a number that would end it', async () => {
    const decision = zen.decision(table('amount'))
    for (const amount of [1e30, -1e30, 1e-30, Number.NaN, Number.POSITIVE_INFINITY, 10n as unknown as number]) {
      await assert.rejects(decision.evaluate({ deep: [{ amount }] }, false), RuleInputError)
    }
    assert.deepEqual((await decision.evaluate({ amount: 0 }, false)).output, { r: 0 })
  })

  it('refuses calls once it is closed', async () => {
    zen.close()
    await assert.rejects(zen.decision(table('1')).evaluate({}, false), ZenUnavailable)
  })
})
