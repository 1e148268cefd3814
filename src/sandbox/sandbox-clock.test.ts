import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../test/support/machine/database.ts'
import { until } from '../../test/support/until.ts'
import { Problem } from '../platform/kernel/problems/problem.ts'
import { DAY_MS, isoTimestamp } from '../platform/kernel/time/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { advanceSandboxClock, type ClockStep, openSandboxClock } from './sandbox-clock.ts'

const base = { now: () => Date.parse('2026-03-10T15:30:00Z') }
const closePassedDays = async () => {}

onDatabase('the sandbox clock', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    await database.query('TRUNCATE settings')
  })

  const STEPS: [title: string, step: ClockStep, now: string][] = [
    ['days are 24 hours each', { advanceDays: 2 }, '2026-03-12T15:30:00.000Z'],
    ['a date is reached at noon', { date: '2026-03-11' }, '2026-03-11T12:00:00.000Z'],
    ['a date may lie in another year', { date: '2028-02-29' }, '2028-02-29T12:00:00.000Z'],
  ]
  for (const [title, step, now] of STEPS) {
    test(title, async (t) => {
      const { clock, close } = await openSandboxClock({ database, base })
      t.after(close)
      assert.deepEqual(await advanceSandboxClock(step, { database, clock, closePassedDays }), { now })
      assert.equal(isoTimestamp(clock.now()), now)
    })
  }

  const REFUSED: [title: string, step: ClockStep, path: string][] = [
    ['standing still', { advanceDays: 0 }, 'advanceDays'],
    ['going back', { advanceDays: -1 }, 'advanceDays'],
    ['half a day', { advanceDays: 0.5 }, 'advanceDays'],
    ['more than ten years', { advanceDays: 3661 }, 'advanceDays'],
    ['the past', { date: '2026-03-09' }, 'date'],
    ['today, whose noon is over', { date: '2026-03-10' }, 'date'],
    ['a day that does not exist', { date: '2027-02-29' }, 'date'],
    ['the form of family A', { date: '20270101' }, 'date'],
    ['a date beyond ten years', { date: '2036-04-01' }, 'date'],
  ]
  for (const [title, step, path] of REFUSED) {
    test(`is rejected: ${title}`, async (t) => {
      const { clock, close } = await openSandboxClock({ database, base })
      t.after(close)
      await assert.rejects(advanceSandboxClock(step, { database, clock, closePassedDays }), (error) => {
        assert.ok(error instanceof Problem)
        assert.equal(error.kind, 'invalid')
        assert.equal(error.details[0]?.path, path)
        return true
      })
      assert.equal(clock.offsetMs, 0)
    })
  }

  test('past days are closed once the clock has moved', async (t) => {
    const { clock, close } = await openSandboxClock({ database, base })
    t.after(close)
    const closedAt: string[] = []
    const closing = async () => closedAt.push(isoTimestamp(clock.now()))
    await advanceSandboxClock({ advanceDays: 1 }, { database, clock, closePassedDays: closing })
    assert.deepEqual(closedAt, ['2026-03-11T15:30:00.000Z'])
  })

  test('every node shows the same time once the clock has moved, and steps of two nodes add up', async (t) => {
    const first = await openSandboxClock({ database, base })
    const second = await openSandboxClock({ database, base })
    t.after(first.close)
    t.after(second.close)
    await until(() => database.changes.isLive(), 'changes are heard')
    await advanceSandboxClock({ advanceDays: 3 }, { database, clock: first.clock, closePassedDays })
    assert.equal(second.clock.offsetMs, 3 * DAY_MS)
    const third = await openSandboxClock({ database, base })
    t.after(third.close)
    assert.equal(third.clock.now(), first.clock.now())
    await advanceSandboxClock({ advanceDays: 1 }, { database, clock: third.clock, closePassedDays })
    await advanceSandboxClock({ advanceDays: 1 }, { database, clock: first.clock, closePassedDays })
    assert.equal(isoTimestamp(first.clock.now()), '2026-03-15T15:30:00.000Z')
  })

  test('steps that are taken at once add up', async (t) => {
    const { clock, close } = await openSandboxClock({ database, base })
    t.after(close)
    await advanceSandboxClock({ advanceDays: 1 }, { database, clock, closePassedDays })
    const steps = Array.from({ length: 8 }, () =>
      advanceSandboxClock({ advanceDays: 1 }, { database, clock, closePassedDays }),
    )
    await Promise.all(steps)
    const later = await openSandboxClock({ database, base })
    t.after(later.close)
    assert.equal(later.clock.offsetMs, 9 * DAY_MS)
  })

  test('a reset of the setting, by itself or with all others, moves the clock back', async (t) => {
    const { clock, close } = await openSandboxClock({ database, base })
    t.after(close)
    await until(() => database.changes.isLive(), 'changes are heard')
    for (const reset of [`DELETE FROM settings WHERE key = 'clock'`, 'TRUNCATE settings']) {
      await advanceSandboxClock({ advanceDays: 3 }, { database, clock, closePassedDays })
      await database.query(reset)
      await until(() => clock.offsetMs === 0, `the clock follows ${reset}`)
    }
  })
})
