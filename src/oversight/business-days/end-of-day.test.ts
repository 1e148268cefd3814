import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { refusal } from '../../../test/support/refusals.ts'
import { until } from '../../../test/support/until.ts'
import type { ClosingStep } from '../../platform/kernel/work/closing-step.ts'
import type { Database } from '../../platform/storage/database.ts'
import { openPostgres } from '../../platform/storage/open-database.ts'
import { EndOfDay } from './end-of-day.ts'

const OTHER_NODE = '019b0000-0000-7000-8000-0000000000e1'

type Step = Omit<ClosingStep, 'name'>
const named = (step: Step): ClosingStep => ({ name: 'WORK', ...step })

/** The database, with every answer shown to `seen`. */
function spied(
  database: Database,
  seen: (text: string, result: { readonly rowCount: number }) => void,
  confirmed: (topic: string) => void = () => {},
): Database {
  const changes = new Proxy(database.changes, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name !== 'confirm') return typeof value === 'function' ? value.bind(target) : value
      return async (topic: string) => {
        await target.confirm(topic)
        confirmed(topic)
      }
    },
  })
  return new Proxy(database, {
    get(target, name) {
      if (name === 'changes') return changes
      const value = Reflect.get(target, name, target)
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value
      return async (...args: Parameters<Database['query']>) => {
        const result = await target.query(...args)
        seen(typeof args[0] === 'string' ? args[0] : args[0].text, result)
        return result
      }
    },
  })
}

onDatabase('end of day', (engine, open) => {
  let database: Database
  let url: string | undefined
  let now: number
  const clock = { now: () => now }

  before(async () => {
    const opened = await open()
    database = opened.database
    url = 'url' in opened.location ? opened.location.url : undefined
  })

  beforeEach(async () => {
    now = Date.parse('2026-03-10T12:00:00Z')
    await emptyTables(database, 'institutions, business_calendars, transactions')
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, closed_through) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'America/New_York', '20260309'),
         ('FI003', 'Three', 'SUSPENDED', 'USD', 'UTC', '20260309'),
         ('FI004', 'Four', 'DRAFT', 'USD', 'UTC', NULL)`,
    )
  })

  function endOfDay(steps: readonly Step[] = [], on = database, leaseMs?: number): EndOfDay {
    return new EndOfDay({ database: on, clock, steps: steps.map(named), ...(leaseMs !== undefined && { leaseMs }) })
  }

  test('the current day is not closed', async () => {
    assert.deepEqual(await endOfDay().closePassedDays(), [])
  })

  test('every past day is closed once, oldest first, with the cutover flag set meanwhile', async () => {
    now = Date.parse('2026-03-12T02:00:00Z')
    const worked: unknown[] = []
    const closing = endOfDay([
      {
        async run(institutionId: string, date: string) {
          worked.push([institutionId, date, (await stateOf(institutionId)).cutover_until?.getTime()])
        },
      },
    ])
    // In New York it is still the evening of the 11th.
    const closed = [
      { institutionId: 'FI001', date: '20260310' },
      { institutionId: 'FI003', date: '20260310' },
      { institutionId: 'FI003', date: '20260311' },
    ]
    assert.deepEqual(await closing.closePassedDays(), closed)
    assert.deepEqual(
      worked,
      closed.map(({ institutionId, date }) => [institutionId, date, now + 60_000]),
    )
    assert.deepEqual(await stateOf('FI003'), { closed_through: '20260311', cutover_until: null })
    assert.deepEqual(await closing.closePassedDays(), [])
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
    const closed = await endOfDay([quarterly, yearly]).closePassedDays()
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

  test('an institution has no days before it is activated; then they begin with that date', async () => {
    now = Date.parse('2026-03-12T12:00:00Z')
    await endOfDay().closePassedDays()
    assert.equal((await stateOf('FI004')).closed_through, null)
    await database.query(`UPDATE institutions SET status = 'ACTIVE' WHERE institution_id = 'FI004'`)
    assert.deepEqual(await endOfDay().closePassedDays(), [])
    assert.equal((await stateOf('FI004')).closed_through, '20260311')
    now = Date.parse('2026-03-13T12:00:00Z')
    const closed = await endOfDay().closePassedDays()
    assert.deepEqual(closed.at(-1), { institutionId: 'FI004', date: '20260312' })
    const { rows } = await database.query('SELECT institution_id, first_date FROM business_calendars ORDER BY 1')
    assert.deepEqual(rows, [
      { institution_id: 'FI001', first_date: '20260310' },
      { institution_id: 'FI003', first_date: '20260310' },
      { institution_id: 'FI004', first_date: '20260312' },
    ])
  })

  test('the days of a terminated institution go on being closed: holds are still released', async () => {
    await database.query(`UPDATE institutions SET status = 'TERMINATED' WHERE institution_id = 'FI003'`)
    now = Date.parse('2026-03-11T12:00:00Z')
    assert.equal((await endOfDay().closePassedDays()).length, 2)
  })

  // One row per calendar: when a date ends there, to the second.
  const ENDS: [title: string, zone: string, cutover: string, date: string, end: string][] = [
    ['at midnight, east of UTC', 'Asia/Tokyo', '00:00', '20260310', '2026-03-10T15:00:00Z'],
    ['at midnight, west of UTC', 'America/Los_Angeles', '00:00', '20260310', '2026-03-11T07:00:00Z'],
    ['at a cutover in the afternoon', 'America/New_York', '17:30', '20260310', '2026-03-10T21:30:00Z'],
    ['at a cutover in the morning', 'Pacific/Auckland', '06:00', '20260310', '2026-03-09T17:00:00Z'],
    ['on a day of 23 hours', 'America/New_York', '00:00', '20260308', '2026-03-09T04:00:00Z'],
    ['on a day of 25 hours', 'Europe/Berlin', '00:00', '20261025', '2026-10-25T23:00:00Z'],
    // 02:30 does not exist that night: the clock goes from 02:00 to 03:00, which is past the cutover.
    ['at a cutover that the clocks skip', 'America/New_York', '02:30', '20260308', '2026-03-08T07:00:00Z'],
  ]
  for (const [title, zone, cutover, date, end] of ENDS) {
    test(`a date ends ${title}: ${end}`, async () => {
      const before = new Date(Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`) - 86_400_000)
      await database.query(
        `DELETE FROM institutions;
         INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, cutover_time, closed_through)
         VALUES ('FI009', 'Nine', 'ACTIVE', 'USD', '${zone}', '${cutover}', '${before.toISOString().slice(0, 10).replaceAll('-', '')}')`,
      )
      now = Date.parse(end) - 1000
      assert.deepEqual(await endOfDay().closePassedDays(), [])
      now = Date.parse(end)
      assert.deepEqual(await endOfDay().closePassedDays(), [{ institutionId: 'FI009', date }])
    })
  }

  test('a day whose steps fail stays open, others are closed, and the next sweep closes it', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    const failing = {
      async run(institutionId: string) {
        if (institutionId === 'FI001') throw new Error('no space left')
      },
    }
    const closing = endOfDay([failing])
    await assert.rejects(closing.closePassedDays(), /end of day of FI001 failed: no space left/)
    assert.deepEqual(await stateOf('FI001'), { closed_through: '20260309', cutover_until: null })
    assert.deepEqual(
      [...closing.lags()],
      [
        ['FI001', 1],
        ['FI003', 0],
      ],
    )
    assert.deepEqual(await endOfDay().closePassedDays(), [{ institutionId: 'FI001', date: '20260310' }])
  })

  test('a day that cannot be closed because the database is lost is a fault, not a defect', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    const lost = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
    const closing = endOfDay([{ run: () => Promise.reject(lost) }])
    await assert.rejects(closing.closeAllPassedDays(), refusal('unavailable'))
  })

  test('two calls at once on one node close a day once', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    let runs = 0
    const closing = endOfDay([{ run: async () => runs++ }])
    await Promise.all([closing.closePassedDays(), closing.closeAllPassedDays()])
    assert.equal(runs, 2)
  })

  test('the date up to which days are closed never goes back', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    const overtaken = {
      async run(institutionId: string) {
        // Another node, whose clock is ahead, closes more during the run.
        await database.query(`UPDATE institutions SET closed_through = '20260312' WHERE institution_id = $1`, [
          institutionId,
        ])
      },
    }
    await endOfDay([overtaken]).closePassedDays()
    assert.deepEqual(await stateOf('FI001'), { closed_through: '20260312', cutover_until: null })
  })

  test('a node that has lost its lease closes no further day, and leaves the lease to the other', async () => {
    now = Date.parse('2026-03-12T12:00:00Z')
    await database.query(
      `UPDATE institutions SET status = 'DRAFT', closed_through = NULL WHERE institution_id = 'FI001'`,
    )
    const refused = Promise.withResolvers<void>()
    const worked: string[] = []
    const losing = {
      async run(_institutionId: string, date: string) {
        worked.push(date)
        await database.query(
          `UPDATE business_calendars SET lease_holder = $1, lease_until = now() + interval '1 hour'`,
          [OTHER_NODE],
        )
        await refused.promise
      },
    }
    // A renewal that changes no row tells the node; the answer reaches it before this promise does.
    const watched = spied(database, (text, { rowCount }) => {
      if (text.includes('SET lease_holder = $2') && rowCount === 0) setImmediate(() => refused.resolve())
    })
    await assert.rejects(endOfDay([losing], watched, 60).closePassedDays(), /another node has taken over/)
    assert.deepEqual(worked, ['20260310'])
    assert.equal((await stateOf('FI003')).closed_through, '20260310')
    const { rows } = await database.query(`SELECT lease_holder FROM business_calendars WHERE institution_id = 'FI003'`)
    assert.deepEqual(rows, [{ lease_holder: OTHER_NODE }])
  })

  test('a node whose clock is too far off closes no day, and says how many wait', async () => {
    now = Date.parse('2026-03-12T12:00:00Z')
    let isOff = true
    const worked: string[] = []
    const step = { run: async (institutionId: string, date: string) => worked.push(`${institutionId} ${date}`) }
    const node = new EndOfDay({ database, clock, steps: [named(step)], closesDays: () => !isOff })
    assert.deepEqual(await node.closePassedDays(), [])
    assert.deepEqual([worked, [...node.lags().values()]], [[], [2, 2]])
    await assert.rejects(node.closeAllPassedDays(), /clock is too far off/)
    isOff = false
    assert.equal((await node.closeAllPassedDays()).length, 4)
    assert.equal(worked.length, 4)
  })

  if (engine === 'pglite') return

  test('the last day is closed once every node knows of it and postings in flight are committed', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    await database.query(
      `UPDATE institutions SET status = 'DRAFT', closed_through = NULL WHERE institution_id = 'FI001'`,
    )
    const posting = await database.connect()
    try {
      await posting.query('BEGIN')
      await posting.query('SELECT pg_current_xact_id()')
      const happened: string[] = []
      const looked = Promise.withResolvers<void>()
      let looks = 0
      const watched = spied(
        database,
        (text) => {
          if (text.includes('cutover_until = $2')) happened.push('cutover')
          if (text.includes('pg_locks') && ++looks === 3) looked.resolve()
        },
        (topic) => happened.push(`${topic} confirmed`),
      )
      const closing = endOfDay([{ run: async () => happened.push('closed') }], watched).closePassedDays()
      await Promise.race([looked.promise, closing])
      assert.deepEqual(happened, ['cutover', 'directory confirmed'])
      await posting.query('COMMIT')
      await closing
      assert.deepEqual(happened, ['cutover', 'directory confirmed', 'closed'])
    } finally {
      posting.release()
    }
  })

  test('a day whose postings do not end stays CLOSING; orders are refused once, and it is closed when they have ended', async () => {
    now = Date.parse('2026-03-11T12:00:00Z')
    await database.query(
      `UPDATE institutions SET status = 'DRAFT', closed_through = NULL WHERE institution_id = 'FI003'`,
    )
    const posting = await database.connect()
    try {
      await posting.query('BEGIN')
      await posting.query('SELECT pg_current_xact_id()')
      let cutovers = 0
      const watched = spied(database, (text) => {
        if (text.includes('cutover_until = $2')) cutovers++
      })
      const node = new EndOfDay({ database: watched, clock, steps: [], inFlightLimitMs: 1 })
      for (const _ of [1, 2]) {
        await assert.rejects(
          node.closePassedDays(),
          /1 database transactions that began before the cutover have not ended/,
        )
        assert.deepEqual(await stateOf('FI001'), { closed_through: '20260309', cutover_until: null })
      }
      assert.equal(cutovers, 1)
      const { rows } = await database.query(
        `SELECT ended_through, closed_through FROM book_days WHERE institution_id = 'FI001'`,
      )
      assert.deepEqual(rows, [{ ended_through: '20260310', closed_through: '20260309' }])
      await posting.query('COMMIT')
      await node.closePassedDays()
      assert.equal((await stateOf('FI001')).closed_through, '20260310')
    } finally {
      posting.release()
    }
  })

  test('of two nodes one closes the days, and a caller that waits for them sees them closed', async () => {
    now = Date.parse('2026-03-14T12:00:00Z')
    const other = openPostgres(url as string)
    try {
      const worked: string[] = []
      const step = {
        async run(institutionId: string, date: string) {
          worked.push(`${institutionId} ${date}`)
          await database.query('SELECT pg_sleep(0.05)')
        },
      }
      const nodes = [endOfDay([step]), endOfDay([step], other)]
      const closed = await Promise.all(nodes.map((node) => node.closeAllPassedDays()))
      assert.equal(worked.length, 8)
      assert.equal(new Set(worked).size, 8)
      assert.equal(closed.flat().length, 8)
      for (const node of nodes) assert.deepEqual([...node.lags().values()], [0, 0])
    } finally {
      await other.close()
    }
  })

  test('a day that a killed node was closing is closed by another one when the lease has expired', async () => {
    now = Date.parse('2026-03-12T12:00:00Z')
    const script = fileURLToPath(new URL('./end-of-day.fixture.ts', import.meta.url))
    const child = fork(script, [url as string, String(now), '3000'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    // It died in the middle of the second day of FI001.
    assert.equal((await stateOf('FI001')).closed_through, '20260310')
    assert.ok((await stateOf('FI001')).cutover_until)
    const worked: string[] = []
    const step = { run: async (institutionId: string, date: string) => worked.push(`${institutionId} ${date}`) }
    const survivor = endOfDay([step])
    await until(async () => {
      await survivor.closePassedDays()
      return [...survivor.lags().values()].every((days) => days === 0)
    }, 'the survivor closes all days')
    assert.deepEqual(worked.toSorted(), ['FI001 20260311', 'FI003 20260310', 'FI003 20260311'])
    assert.deepEqual(await stateOf('FI001'), { closed_through: '20260311', cutover_until: null })
  })

  async function stateOf(institutionId: string): Promise<{ closed_through: string; cutover_until: Date | null }> {
    const { rows } = await database.query<{ closed_through: string; cutover_until: Date | null }>(
      'SELECT closed_through, cutover_until FROM institutions WHERE institution_id = $1',
      [institutionId],
    )
    return rows[0]!
  }
})
