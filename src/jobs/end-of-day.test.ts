import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { eachEngine } from '../../test/support/machine/database.ts'
import type { Database } from '../storage/database.ts'
import { closeBusinessDay, closePassedDays } from './end-of-day.ts'

eachEngine('end of day', (_engine, open) => {
  let database: Database
  let now: number
  const clock = { now: () => now }

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    now = Date.parse('2026-03-10T12:00:00Z')
    await database.query(
      `TRUNCATE institutions CASCADE;
       INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, closed_through) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'America/New_York', '20260309'),
         ('FI003', 'Three', 'SUSPENDED', 'USD', 'UTC', '20260309'),
         ('FI004', 'Four', 'DRAFT', 'USD', 'UTC', NULL)`,
    )
  })

  test('the current day is not closed', async () => {
    assert.deepEqual(await closePassedDays({ database, clock, steps: [] }), [])
  })

  test('every past day is closed once, oldest first, with the cutover flag set meanwhile', async () => {
    now = Date.parse('2026-03-12T02:00:00Z')
    const worked: unknown[] = []
    const steps = [
      {
        async run(institutionId: string, date: string) {
          worked.push([institutionId, date, (await stateOf(institutionId)).cutover_until?.getTime()])
        },
      },
    ]
    // In New York it is still the evening of the 11th.
    const closed = [
      { institutionId: 'FI001', date: '20260310' },
      { institutionId: 'FI003', date: '20260310' },
      { institutionId: 'FI003', date: '20260311' },
    ]
    assert.deepEqual(await closePassedDays({ database, clock, steps }), closed)
    assert.deepEqual(
      worked,
      closed.map(({ institutionId, date }) => [institutionId, date, now + 60_000]),
    )
    assert.deepEqual(await stateOf('FI003'), { closed_through: '20260311', cutover_until: null })
    assert.deepEqual(await closePassedDays({ database, clock, steps }), [])
  })

  test('days without work are closed together with the next day that has work; the last day always runs', async () => {
    now = Date.parse('2036-03-10T12:00:00Z')
    const worked: string[] = []
    const quarterly = {
      daysWithWork: async (_: string, first: string) => [first, '20270331', '20270630'],
      run: async (institutionId: string, date: string) => {
        worked.push(`${institutionId} ${date} after ${(await stateOf(institutionId)).closed_through}`)
      },
    }
    const yearly = { daysWithWork: async () => ['20270630', '20280630'], run: async () => {} }
    const closed = await closePassedDays({ database, clock, steps: [quarterly, yearly] })
    const days = [
      '20260310 after 20260309',
      '20270331 after 20260310',
      '20270630 after 20270331',
      '20280630 after 20270630',
      '20360309 after 20280630',
    ]
    assert.deepEqual(
      worked,
      ['FI001', 'FI003'].flatMap((institutionId) => days.map((day) => `${institutionId} ${day}`)),
    )
    assert.deepEqual(await stateOf('FI001'), { closed_through: '20360309', cutover_until: null })
    // Every past day is returned: ten years of them, at two institutions.
    assert.equal(closed.length, 2 * 3_653)
    assert.deepEqual(closed[0], { institutionId: 'FI001', date: '20260310' })
  })

  test('an institution that never closed a day starts with yesterday', async () => {
    await database.query(`UPDATE institutions SET status = 'ACTIVE' WHERE institution_id = 'FI004'`)
    assert.deepEqual(await closePassedDays({ database, clock, steps: [] }), [
      { institutionId: 'FI004', date: '20260309' },
    ])
  })

  test('a day whose steps fail stays open, the institution keeps working, and the next sweep closes it', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    const failing = async () => {
      throw new Error('no space left')
    }
    await assert.rejects(closePassedDays({ database, clock, steps: [{ run: failing }] }), /no space left/)
    assert.deepEqual(await stateOf('FI001'), { closed_through: '20260309', cutover_until: null })
    assert.equal((await closePassedDays({ database, clock, steps: [] })).length, 2)
  })

  test('a closed day is not closed again', async () => {
    let runs = 0
    const steps = [{ run: async () => runs++ }]
    await closeBusinessDay({ institutionId: 'FI001', date: '20260309' }, { database, clock, steps })
    assert.equal(runs, 0)
  })

  async function stateOf(institutionId: string): Promise<{ closed_through: string; cutover_until: Date | null }> {
    const { rows } = await database.query<{ closed_through: string; cutover_until: Date | null }>(
      'SELECT closed_through, cutover_until FROM institutions WHERE institution_id = $1',
      [institutionId],
    )
    return rows[0]!
  }
})
