// Business days by hand, on two nodes and beside one that knows nothing of it: a closed day takes nothing, no date comes twice or is
// skipped, and what was asked for goes on after a crash.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../test/support/bank/bank.ts'
import { eachEngine } from '../../../test/support/machine/database.ts'
import { rounds } from '../../../test/support/runner/extent.ts'
import { openBuiltinBank } from '../../app/wire/rooms/bank.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { ChannelClient } from '../../channels/channel/conformance/channel-client.ts'
import { ledgerClosingSteps } from '../../ledger/sweeps/ledger-sweeps.ts'
import { addDays, DAY_MS, HOUR_MS, isoTimestamp, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { ClosingStep } from '../../platform/kernel/work/closing-step.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Rollups } from '../transactions/rollups/rollups.ts'
import { BusinessDays } from './business-days.ts'
import { DayControls } from './day-controls.ts'
import { EndOfDay } from './end-of-day.ts'
import { readLateDays } from './late-days.ts'
import { reconciliationLines } from './reconciliation-file.ts'

// A Tuesday at noon in New York, whose dates end at midnight.
const NOON = Date.parse('2026-03-10T16:00:00Z')
const [DAY, NEXT] = ['20260310', '20260311'] as const
const CUTOVER = Date.parse('2026-03-11T04:00:00Z')
const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }
const UNTIL = { until: isoTimestamp(CUTOVER + 4 * HOUR_MS), reason: 'The core is late' }

const conflict = (reason: string) => ({ kind: 'conflict', reason: `business-days.${reason}` })

eachEngine('business days by hand', (_engine, open) => {
  let database: Database
  let now = NOON
  const clock = { now: () => now }
  let nodes: readonly Bank[]
  let desks: readonly ChannelClient[]
  let used = 0
  let partners = 0
  let id = ''

  before(async () => {
    database = (await open()).database
    await seedBank(database, 200, clock)
    nodes = await Promise.all([0, 1].map(() => openBank(database, { clock })))
    desks = nodes.map(({ channel }) => deskOf(channel))
    await new Rollups(database).refresh()
    const { rows } = await database.query<{ id: string }>(`SELECT id FROM institutions WHERE institution_id = 'FI001'`)
    id = rows[0]?.id ?? ''
  })
  after(() => Promise.all(nodes.map((node) => node.close())))

  beforeEach(() => begin())

  /** As on the first day, with an institution that has closed the day before. */
  async function begin(
    timeZone = 'America/New_York',
    cutoverTime = '00:00',
    date: string = DAY,
    at = NOON,
  ): Promise<void> {
    now = at
    await database.query('DELETE FROM closed_days')
    await database.query('DELETE FROM event_outbox')
    await database.query('DELETE FROM business_calendars')
    await database.query(
      `UPDATE institutions SET time_zone = $1, cutover_time = $2, closed_through = $3, ended_through = NULL, cutover_until = NULL
        WHERE institution_id = 'FI001'`,
      [timeZone, cutoverTime, addDays(date, -1)],
    )
    await database.query(
      `UPDATE institutions SET status = 'DRAFT', closed_through = NULL WHERE institution_id <> 'FI001'`,
    )
    await database.query(
      `UPDATE book_days SET ended_through = $1, closed_through = $1 WHERE institution_id = 'FI001'`,
      [addDays(date, -1)],
    )
    await Promise.all(nodes.map(({ directory }) => directory.reload()))
  }

  function deskOf(channel: Bank['channel']): ChannelClient {
    const partnerIds = [`PARTNER${++partners}`, 'PARTNER0'] as const
    return new ChannelClient({ ...SANDBOX, channel, partnerIds, newAccount: () => plainAccount(used++) })
  }

  function closer(...more: readonly ClosingStep[]): EndOfDay {
    return new EndOfDay({
      database,
      clock,
      leaseMs: 3_000,
      steps: [...more, ...ledgerClosingSteps({ database, clock }), new Rollups(database).closingStep()],
    })
  }

  const days = () => new BusinessDays({ database, clock, auditClock: clock })
  const controls = (endOfDay: Pick<EndOfDay, 'closeDaysOf' | 'assertClosesDays'> = closer()) =>
    new DayControls({ database, clock, auditClock: clock, businessDays: days(), endOfDay })
  /** A node that dies when the change is committed. */
  const dying = () => controls({ assertClosesDays() {}, closeDaysOf: () => Promise.reject(new Error('killed')) })
  const shownState = async (date: string = DAY) => (await days().find({}, id, date)).state
  const reload = () => Promise.all(nodes.map(({ directory }) => directory.reload()))
  const deposit = async (at: ChannelClient | undefined) =>
    (await (at as ChannelClient).approve((at as ChannelClient).cashDeposit(plainAccount(0), 1_000n))).businessDate

  async function closedEvents(kind = 'business-day.closed'): Promise<string[]> {
    const { rows } = await database.query<{ data: { date: string } }>(
      `SELECT data FROM event_outbox WHERE kind = $1 AND institution_id = 'FI001' ORDER BY data ->> 'date'`,
      [kind],
    )
    return rows.map(({ data }) => data.date)
  }

  async function fileOf(date: string): Promise<string> {
    let text = ''
    for await (const piece of reconciliationLines(database, 'FI001', date)) text += piece
    return text
  }

  describe('closing ahead of the cutover', () => {
    test('every node takes the next date, the day has its file, and the next day ends at its own cutover', async () => {
      assert.equal(await deposit(desks[0]), DAY)
      const { state } = await controls().close(CALLER, id, DAY)
      assert.equal(state, 'CLOSED')
      await reload()
      const file = await fileOf(DAY)
      for (const desk of desks) assert.equal(await deposit(desk), NEXT)
      assert.equal(await fileOf(DAY), file)
      assert.equal(await shownState(NEXT), 'OPEN')
      assert.deepEqual(await closedEvents(), ['2026-03-10'])

      // The regular cutover of the day that was closed ends nothing.
      now = CUTOVER + MINUTE_MS
      assert.deepEqual(await closer().closePassedDays(), [])
      assert.equal(await deposit(desks[1]), NEXT)
      now = CUTOVER + DAY_MS + MINUTE_MS
      assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: NEXT }])
      await reload()
      assert.equal(await deposit(desks[0]), addDays(NEXT, 1))
      assert.deepEqual(await closedEvents(), ['2026-03-10', '2026-03-11'])
      assert.deepEqual(await verifyBooks(database), [])
    })

    test('the limits of a day begin again', async () => {
      const [desk] = desks as [ChannelClient]
      const account = desk.at.newAccount()
      for (const _ of [1, 2]) await desk.approve(desk.withdrawal(account, 500_000n))
      await desk.decline(desk.withdrawal(account, 1_000n), '121')
      await controls().close(CALLER, id, DAY)
      await reload()
      await desk.approve(desk.withdrawal(account, 500_000n))
    })

    test('a node that has heard of nothing, as one of the version before, posts to the next date', async () => {
      const [{ directory }] = nodes as [Bank]
      const stale = { ...directory.institution('FI001'), cutoverUntilMs: 0 }
      const silent = {
        batchCommitted() {},
        answered() {},
        replayed() {},
        coalesced() {},
        retried() {},
        queueDepth() {},
        defect() {},
      }
      const old = openBuiltinBank({
        database,
        clock,
        secretBox,
        observer: silent,
        directory: {
          ...directory,
          institution: (code) => (code === 'FI001' ? (stale as never) : directory.institution(code)),
        },
      })
      const desk = deskOf(old.channel)
      assert.equal(await deposit(desk), DAY)
      // The day is not closed yet, only ended: the node that closes it has died.
      await dying().close(CALLER, id, DAY)
      assert.equal(await deposit(desk), NEXT)
      await closer().closePassedDays()
      const file = await fileOf(DAY)
      assert.equal(await deposit(desk), NEXT)
      assert.equal(await fileOf(DAY), file)
      await old.drained()
      assert.deepEqual(await verifyBooks(database), [])
    })

    test('orders are refused with 906 meanwhile, and taken when the node that closes has died', async () => {
      await dying().close(CALLER, id, DAY)
      await reload()
      await assert.rejects(deposit(desks[0]), { reason: 'core.cutover' })
      now += MINUTE_MS
      for (const desk of desks) assert.equal(await deposit(desk), NEXT)
      assert.equal(await shownState(), 'CLOSING')
      assert.equal(await shownState(NEXT), 'OPEN')
      assert.deepEqual(await readLateDays(database, clock), [{ institutionId: 'FI001', date: DAY, sinceMs: NOON }])
      assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: DAY }])
      assert.equal(await shownState(), 'CLOSED')
      assert.deepEqual(await closedEvents(), ['2026-03-10'])
    })

    test('after a crash in any step another node goes on, and the day is closed once', async () => {
      for (const at of [0, 1, 2]) {
        await begin()
        let step = 0
        const crash: ClosingStep = {
          name: 'CRASH',
          async run() {
            if (step++ === at) throw new Error('killed')
          },
        }
        const steps = [crash, crash, crash]
        await controls(closer(...steps)).close(CALLER, id, DAY)
        assert.equal(await shownState(), 'CLOSING', String(at))
        await reload()
        assert.equal(await deposit(desks[1]), NEXT)
        await closer().closePassedDays()
        assert.equal(await shownState(), 'CLOSED')
        assert.deepEqual(await closedEvents(), ['2026-03-10'])
      }
    })

    test('two at once close one day', async () => {
      for (let round = 0; round < rounds(3, 20); round++) {
        await begin()
        const closings = await Promise.allSettled([controls(), controls()].map((one) => one.close(CALLER, id, DAY)))
        const refused = closings.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []))
        assert.deepEqual(refused, ['business-days.business-day-wrong-state'])
        await closer().closePassedDays()
        assert.deepEqual(await closedEvents(), ['2026-03-10'])
      }
    })

    test('the next day is not closed before it has begun at the institution', async () => {
      await controls().close(CALLER, id, DAY)
      await assert.rejects(controls().close(CALLER, id, NEXT), conflict('business-day-not-begun'))
      await assert.rejects(controls().close(CALLER, id, DAY), conflict('business-day-wrong-state'))
      await assert.rejects(controls().close(CALLER, id, addDays(DAY, 2)), { kind: 'not-found' })
      now = CUTOVER
      assert.equal((await controls().close(CALLER, id, NEXT)).state, 'CLOSED')
      assert.deepEqual(await closedEvents(), ['2026-03-10', '2026-03-11'])
    })

    test('a day is not closed before the one before it', async () => {
      now = CUTOVER + MINUTE_MS
      await assert.rejects(controls().close(CALLER, id, NEXT), conflict('business-day-not-closed'))
      await assert.rejects(controls().close(CALLER, id, DAY), conflict('business-day-wrong-state'))
    })

    test('orders that keep coming on every node never reach the closed day', async () => {
      let isOver = false
      const trade = async (desk: ChannelClient) => {
        while (!isOver) await deposit(desk).catch(() => {})
      }
      const trading = desks.map(trade)
      let file: string
      try {
        await controls().close(CALLER, id, DAY)
        await closer().closePassedDays()
        file = await fileOf(DAY)
      } finally {
        isOver = true
        await Promise.all(trading)
      }
      assert.equal(await fileOf(DAY), file)
      assert.deepEqual(await verifyBooks(database), [])
    })

    // Instants before the regular cutover, and after it in order; and the cutover of the next day.
    const CROSSINGS: [
      title: string,
      zone: string,
      cutover: string,
      date: string,
      early: string,
      late: string[],
      end: string,
    ][] = [
      [
        'New York skips the hour',
        'America/New_York',
        '02:30',
        '20270314',
        '2027-03-14T06:00:00Z',
        ['2027-03-14T06:59:00Z', '2027-03-14T07:00:00Z'],
        '2027-03-15T06:30:00Z',
      ],
      [
        'Berlin has the hour twice',
        'Europe/Berlin',
        '02:30',
        '20261025',
        '2026-10-25T00:00:00Z',
        ['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', '2026-10-25T01:30:00Z'],
        '2026-10-26T01:30:00Z',
      ],
      [
        'Lord Howe has the half hour twice',
        'Australia/Lord_Howe',
        '01:45',
        '20260405',
        '2026-04-04T14:30:00Z',
        ['2026-04-04T14:45:00Z', '2026-04-04T15:00:00Z', '2026-04-04T15:15:00Z'],
        '2026-04-05T15:15:00Z',
      ],
    ]
    for (const [title, zone, cutover, date, early, late, end] of CROSSINGS) {
      test(`when ${title} of the cutover that was not waited for`, async () => {
        await begin(zone, cutover, date, Date.parse(early))
        assert.equal((await controls().close(CALLER, id, date)).state, 'CLOSED')
        await reload()
        for (const instant of [...late, isoTimestamp(Date.parse(end) - MINUTE_MS)]) {
          now = Date.parse(instant)
          assert.deepEqual(await closer().closePassedDays(), [], instant)
          assert.equal(await deposit(desks[0]), addDays(date, 1), instant)
        }
        now = Date.parse(end)
        assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: addDays(date, 1) }])
      })
    }
  })

  describe('a hold', () => {
    test('keeps the day CLOSING until it ends by itself, on every node and after a restart; orders take the next date', async () => {
      const held = await controls().hold(CALLER, id, DAY, UNTIL)
      assert.partialDeepStrictEqual(held, {
        state: 'OPEN',
        heldUntilMs: CUTOVER + 4 * HOUR_MS,
        holdReason: UNTIL.reason,
      })
      now = CUTOVER + MINUTE_MS
      for (const _ of [1, 2]) assert.deepEqual(await closer().closeAllPassedDays(), [])
      assert.partialDeepStrictEqual(await days().find({}, id, DAY), {
        state: 'CLOSING',
        heldUntilMs: CUTOVER + 4 * HOUR_MS,
      })
      for (const desk of desks) assert.equal(await deposit(desk), NEXT)
      // The mark keeps clocks that are behind out of it.
      const { rows } = await database.query(`SELECT ended_through FROM book_days WHERE institution_id = 'FI001'`)
      assert.deepEqual(rows, [{ ended_through: DAY }])
      now = CUTOVER + 4 * HOUR_MS - 1
      assert.deepEqual([await closer().closePassedDays(), await readLateDays(database, clock)], [[], []])
      now = CUTOVER + 4 * HOUR_MS
      assert.deepEqual(await readLateDays(database, clock), [{ institutionId: 'FI001', date: DAY, sinceMs: now }])
      assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: DAY }])
      assert.deepEqual(
        [await closedEvents('business-day.held'), await closedEvents()],
        [['2026-03-10'], ['2026-03-10']],
      )
      const { heldUntilMs } = await days().find({}, id, DAY)
      assert.equal(heldUntilMs, undefined)
    })

    test('keeps nodes of the version before from taking the lease', async () => {
      now = CUTOVER + MINUTE_MS
      await controls().hold(CALLER, id, DAY, UNTIL)
      const asBefore = () =>
        database.query(
          `UPDATE business_calendars SET lease_holder = $2, lease_until = now() + interval '1 hour'
            WHERE institution_id = $1 AND (lease_holder IS NULL OR lease_holder = $2 OR lease_until <= now())`,
          ['FI001', '019b0000-0000-7000-8000-0000000000e1'],
        )
      assert.equal((await asBefore()).rowCount, 0)
      await closer().closePassedDays()
      assert.equal((await asBefore()).rowCount, 0)
      await controls().release(CALLER, id, DAY)
      assert.equal(await shownState(), 'CLOSED')
    })

    test('of a day leaves those before it alone, and gets its lease back from a node that died', async () => {
      now = CUTOVER + MINUTE_MS
      await controls().hold(CALLER, id, NEXT, { ...UNTIL, until: isoTimestamp(CUTOVER + DAY_MS + HOUR_MS) })
      assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: DAY }])
      const isKept = async () => {
        const { rows } = await database.query<{ kept: boolean }>(
          `SELECT lease_until > now() + interval '20 hours' AS kept FROM business_calendars WHERE institution_id = 'FI001'`,
        )
        return rows[0]?.kept
      }
      assert.equal(await isKept(), true)
      await database.query(
        `UPDATE business_calendars SET lease_holder = '019b0000-0000-7000-8000-0000000000e1', lease_until = now()`,
      )
      await closer().closePassedDays()
      assert.equal(await isKept(), true)
    })

    test('ends when it is released: the day is closed at once', async () => {
      await assert.rejects(controls().release(CALLER, id, DAY), conflict('business-day-not-held'))
      await controls().hold(CALLER, id, DAY, UNTIL)
      await assert.rejects(controls().close(CALLER, id, DAY), conflict('business-day-held'))
      assert.equal((await controls().release(CALLER, id, DAY)).state, 'OPEN')
      now = CUTOVER + MINUTE_MS
      await controls().hold(CALLER, id, DAY, UNTIL)
      await assert.rejects(controls().retry(CALLER, id, DAY), conflict('business-day-held'))
      assert.equal((await controls().release(CALLER, id, DAY)).state, 'CLOSED')
      await assert.rejects(controls().hold(CALLER, id, DAY, UNTIL), conflict('business-day-wrong-state'))
    })

    // The end of the hold from the cutover of the day, and what is refused.
    const HOUR = HOUR_MS
    const ENDS: [title: string, fromCutoverMs: number, fault: RegExp | undefined][] = [
      ['at the cutover', 0, /after the day's cutover/],
      ['in the past', -20 * HOUR, /future/],
      ['a minute after the cutover', MINUTE_MS, undefined],
      ['12 hours after it', 12 * HOUR, undefined],
      ['a moment later', 12 * HOUR + 1, /at most 12 hours/],
    ]
    for (const [title, fromCutoverMs, fault] of ENDS) {
      test(`that ends ${title} is ${fault === undefined ? 'taken' : 'refused'}`, async () => {
        const asked = () =>
          controls().hold(CALLER, id, DAY, { until: isoTimestamp(CUTOVER + fromCutoverMs), reason: 'Late' })
        if (fault === undefined) return void (await asked())
        await assert.rejects(
          asked(),
          (error: Error & { kind: string; details: { path: string; message: string }[] }) => {
            assert.deepEqual([error.kind, error.details[0]?.path], ['invalid', 'until'])
            assert.match(error.details[0]?.message ?? '', fault)
            return true
          },
        )
      })
    }

    test('is lengthened to 12 hours in all, however often, where an hour comes twice too', async () => {
      // The cutover at 02:30 passes the first time, at 00:30 UTC.
      await begin('Europe/Berlin', '02:30', '20261025', Date.parse('2026-10-25T00:45:00Z'))
      await controls()
        .hold(CALLER, id, '20261024', { until: '2026-10-25T02:00:00Z', reason: 'Late' })
        .catch(() => {})
      const until = (instant: string) => controls().hold(CALLER, id, '20261025', { until: instant, reason: 'Late' })
      await until('2026-10-25T06:00:00Z')
      now += HOUR_MS
      await until('2026-10-25T12:30:00Z')
      await assert.rejects(until('2026-10-25T12:30:01Z'), { kind: 'invalid' })
      assert.deepEqual(await closer().closePassedDays(), [])
    })

    test('while another day is held is refused', async () => {
      await controls().hold(CALLER, id, DAY, UNTIL)
      now = CUTOVER + MINUTE_MS
      const next = { ...UNTIL, until: isoTimestamp(CUTOVER + DAY_MS + HOUR_MS) }
      await assert.rejects(controls().hold(CALLER, id, NEXT, next), conflict('business-day-held'))
    })

    test('that races with the end of day leaves the day closed or held, never both', async () => {
      for (let round = 0; round < rounds(4, 30); round++) {
        await begin()
        now = CUTOVER + MINUTE_MS
        const [, held] = await Promise.allSettled([closer().closePassedDays(), controls().hold(CALLER, id, DAY, UNTIL)])
        const { state, heldUntilMs } = await days().find({}, id, DAY)
        assert.equal(state === 'CLOSING', held.status === 'fulfilled')
        assert.equal(heldUntilMs !== undefined, held.status === 'fulfilled')
        await closer().closePassedDays()
        assert.equal(await shownState(), state)
      }
    })

    test('that races with closing by hand leaves one of the two', async () => {
      for (let round = 0; round < rounds(4, 30); round++) {
        await begin()
        const [held, closed] = await Promise.allSettled([
          controls().hold(CALLER, id, DAY, UNTIL),
          controls().close(CALLER, id, DAY),
        ])
        const { state, heldUntilMs } = await days().find({}, id, DAY)
        if (closed.status === 'rejected') assert.deepEqual([state, heldUntilMs], ['OPEN', Date.parse(UNTIL.until)])
        else if (held.status === 'rejected') assert.equal(state, 'CLOSED')
        else assert.equal(state, 'CLOSING', 'a day that was ended is held all the same')
      }
    })

    test('waits for a node that closes days, and is refused when that takes too long', async () => {
      now = CUTOVER + MINUTE_MS
      await closer().closePassedDays()
      await begin()
      now = CUTOVER + MINUTE_MS
      await database.query(
        `INSERT INTO business_calendars (institution_id, first_date, lease_holder, lease_until)
         VALUES ('FI001', '20260310', '019b0000-0000-7000-8000-0000000000e1', now() + interval '1 hour')`,
      )
      await assert.rejects(controls().hold(CALLER, id, DAY, UNTIL), conflict('business-day-busy'))
    })
  })

  describe('a day that cannot be closed', () => {
    test('tells the step and the error, and is closed when it is tried again', async () => {
      now = CUTOVER + MINUTE_MS
      let isBroken = true
      const step: ClosingStep = {
        name: 'LOANS',
        async run() {
          if (isBroken) throw new AggregateError([new Error('no space left')], '1 loans cannot be closed')
        },
      }
      await assert.rejects(controls().retry(CALLER, id, NEXT), conflict('business-day-wrong-state'))
      const endOfDay = closer(step)
      for (const _ of [1, 2]) await assert.rejects(endOfDay.closePassedDays(), /1 loans cannot be closed/)
      const stuck = {
        date: DAY,
        step: 'LOANS',
        error: '1 loans cannot be closed: no space left',
        sinceMs: now,
        times: 2,
      }
      assert.deepEqual((await days().find({}, id, DAY)).stuck, stuck)
      assert.equal((await controls(endOfDay).retry(CALLER, id, DAY)).stuck?.times, 3)
      isBroken = false
      const { state, stuck: left } = await controls(endOfDay).retry(CALLER, id, DAY)
      assert.deepEqual([state, left], ['CLOSED', undefined])
      await assert.rejects(controls().retry(CALLER, id, DAY), conflict('business-day-wrong-state'))
    })

    test('may be held while it is looked into', async () => {
      now = CUTOVER + MINUTE_MS
      const broken: ClosingStep = { name: 'LOANS', run: () => Promise.reject(new Error('no space left')) }
      await closer(broken)
        .closePassedDays()
        .catch(() => {})
      assert.equal((await controls().hold(CALLER, id, DAY, UNTIL)).stuck, undefined)
      assert.deepEqual(await readLateDays(database, clock), [])
    })
  })

  test('every move is audited with the day before and after it', async () => {
    await controls().hold(CALLER, id, DAY, UNTIL)
    await controls().release(CALLER, id, DAY)
    await controls().close(CALLER, id, DAY)
    const { rows } = await database.query<{ action: string; after: string }>(
      `SELECT action, after FROM audit_log WHERE resource = 'business-day' AND resource_id = 'FI001/2026-03-10'
        ORDER BY position DESC LIMIT 3`,
    )
    const day = { institutionId: 'FI001', date: '2026-03-10' }
    assert.deepEqual(
      rows.toReversed().map(({ action, after }) => [action, JSON.parse(after)]),
      [
        ['business-day.hold', { ...day, state: 'OPEN', heldUntil: UNTIL.until, reason: UNTIL.reason }],
        ['business-day.release', { ...day, state: 'OPEN' }],
        ['business-day.close', { ...day, state: 'CLOSING' }],
      ],
    )
  })

  for (const scope of [
    { institutionId: 'FI002' },
    { institutionId: 'FI001', subTenantId: '019b0000-0000-7000-8000-0000000000a1' },
  ]) {
    test(`users of ${scope.institutionId === 'FI002' ? 'another institution' : 'a sub-tenant'} find no day`, async () => {
      const caller = { ...CALLER, principal: { scope } }
      const refusal = { reason: 'business-days.institution-not-found' }
      await assert.rejects(controls().hold(caller, id, DAY, UNTIL), refusal)
      for (const move of ['release', 'close', 'retry'] as const)
        await assert.rejects(controls()[move](caller, id, DAY), refusal)
    })
  }
})
