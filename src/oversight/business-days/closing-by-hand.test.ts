// A business day that is closed ahead of its cutover, on two nodes and beside one that knows nothing of it: a closed day takes nothing, no
// date comes twice or is skipped, and what was asked for goes on after a crash.

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Bank, secretBox } from '../../../test/support/bank/bank.ts'
import { CALLER, CUTOVER, conflict, DAY, DaysByHand, NEXT, NOON } from '../../../test/support/bank/days-by-hand.ts'
import { onDatabaseInDepth } from '../../../test/support/machine/database.ts'
import { rounds } from '../../../test/support/runner/extent.ts'
import { until } from '../../../test/support/until.ts'
import { openBuiltinBank } from '../../app/wire/rooms/bank.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import type { ChannelClient } from '../../channels/channel/conformance/channel-client.ts'
import { addDays, DAY_MS, isoTimestamp, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { ClosingStep } from '../../platform/kernel/work/closing-step.ts'
import { readLateDays } from './late-days.ts'

onDatabaseInDepth('business days that are closed by hand', (engine, open) => {
  const hand = new DaysByHand(open)
  const { clock, closer, controls, dying, shownState, reload, deposit, closedEvents, fileOf } = hand
  const begin = hand.begin.bind(hand)

  describe('closing ahead of the cutover', () => {
    test('every node takes the next date, the day has its file, and the next day ends at its own cutover', async () => {
      assert.equal(await deposit(hand.desks[0]), DAY)
      const { state } = await controls().close(CALLER, hand.id, DAY)
      assert.equal(state, 'CLOSED')
      await reload()
      const file = await fileOf(DAY)
      for (const desk of hand.desks) assert.equal(await deposit(desk), NEXT)
      assert.equal(await fileOf(DAY), file)
      assert.equal(await shownState(NEXT), 'OPEN')
      assert.deepEqual(await closedEvents(), ['2026-03-10'])

      // The regular cutover of the day that was closed ends nothing.
      hand.now = CUTOVER + MINUTE_MS
      assert.deepEqual(await closer().closePassedDays(), [])
      assert.equal(await deposit(hand.desks[1]), NEXT)
      hand.now = CUTOVER + DAY_MS + MINUTE_MS
      assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: NEXT }])
      await reload()
      assert.equal(await deposit(hand.desks[0]), addDays(NEXT, 1))
      assert.deepEqual(await closedEvents(), ['2026-03-10', '2026-03-11'])
      assert.deepEqual(await verifyBooks(hand.database), [])
    })

    test('the limits of a day begin again', async () => {
      const [desk] = hand.desks as [ChannelClient]
      const account = desk.at.newAccount()
      for (const _ of [1, 2]) await desk.approve(desk.withdrawal(account, 500_000n))
      await desk.decline(desk.withdrawal(account, 1_000n), '121')
      await controls().close(CALLER, hand.id, DAY)
      await reload()
      await desk.approve(desk.withdrawal(account, 500_000n))
    })

    test('a node that has heard of nothing, as one of the version before, posts to the next date', async () => {
      const [{ directory }] = hand.nodes as [Bank]
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
        database: hand.database,
        clock,
        secretBox,
        observer: silent,
        directory: {
          ...directory,
          institution: (code) => (code === 'FI001' ? (stale as never) : directory.institution(code)),
        },
      })
      const desk = hand.deskOf(old.channel)
      assert.equal(await deposit(desk), DAY)
      // The day is not closed yet, only ended: the node that closes it has died.
      await dying().close(CALLER, hand.id, DAY)
      assert.equal(await deposit(desk), NEXT)
      await closer().closePassedDays()
      const file = await fileOf(DAY)
      assert.equal(await deposit(desk), NEXT)
      assert.equal(await fileOf(DAY), file)
      await old.drained()
      assert.deepEqual(await verifyBooks(hand.database), [])
    })

    test('orders are refused with 906 meanwhile, and taken when the node that closes has died', async () => {
      await dying().close(CALLER, hand.id, DAY)
      await reload()
      await assert.rejects(deposit(hand.desks[0]), { reason: 'core.cutover' })
      hand.now += MINUTE_MS
      for (const desk of hand.desks) assert.equal(await deposit(desk), NEXT)
      assert.equal(await shownState(), 'CLOSING')
      assert.equal(await shownState(NEXT), 'OPEN')
      assert.deepEqual(await readLateDays(hand.database, clock), [{ institutionId: 'FI001', date: DAY, sinceMs: NOON }])
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
        await controls(closer(...steps)).close(CALLER, hand.id, DAY)
        assert.equal(await shownState(), 'CLOSING', String(at))
        await reload()
        assert.equal(await deposit(hand.desks[1]), NEXT)
        await closer().closePassedDays()
        assert.equal(await shownState(), 'CLOSED')
        assert.deepEqual(await closedEvents(), ['2026-03-10'])
      }
    })

    test('two at once close one day', async () => {
      for (let round = 0; round < rounds(3, 20); round++) {
        await begin()
        const closings = await Promise.allSettled(
          [controls(), controls()].map((one) => one.close(CALLER, hand.id, DAY)),
        )
        const refused = closings.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []))
        assert.deepEqual(refused, ['business-days.business-day-wrong-state'])
        await closer().closePassedDays()
        assert.deepEqual(await closedEvents(), ['2026-03-10'])
      }
    })

    test('the next day is not closed before it has begun at the institution', async () => {
      await controls().close(CALLER, hand.id, DAY)
      await assert.rejects(controls().close(CALLER, hand.id, NEXT), conflict('business-day-not-begun'))
      await assert.rejects(controls().close(CALLER, hand.id, DAY), conflict('business-day-wrong-state'))
      await assert.rejects(controls().close(CALLER, hand.id, addDays(DAY, 2)), { kind: 'not-found' })
      hand.now = CUTOVER
      assert.equal((await controls().close(CALLER, hand.id, NEXT)).state, 'CLOSED')
      assert.deepEqual(await closedEvents(), ['2026-03-10', '2026-03-11'])
    })

    test('a day is not closed before the one before it', async () => {
      hand.now = CUTOVER + MINUTE_MS
      await assert.rejects(controls().close(CALLER, hand.id, NEXT), conflict('business-day-not-closed'))
      await assert.rejects(controls().close(CALLER, hand.id, DAY), conflict('business-day-wrong-state'))
    })

    test('orders that keep coming on every node never reach the closed day', async () => {
      let isOver = false
      const trade = async (desk: ChannelClient) => {
        while (!isOver) await deposit(desk).catch(() => {})
      }
      const trading = hand.desks.map(trade)
      let file: string
      try {
        await controls().close(CALLER, hand.id, DAY)
        await closer().closePassedDays()
        file = await fileOf(DAY)
      } finally {
        isOver = true
        await Promise.all(trading)
      }
      assert.equal(await fileOf(DAY), file)
      assert.deepEqual(await verifyBooks(hand.database), [])
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
        assert.equal((await controls().close(CALLER, hand.id, date)).state, 'CLOSED')
        await reload()
        for (const instant of [...late, isoTimestamp(Date.parse(end) - MINUTE_MS)]) {
          hand.now = Date.parse(instant)
          assert.deepEqual(await closer().closePassedDays(), [], instant)
          assert.equal(await deposit(hand.desks[0]), addDays(date, 1), instant)
        }
        hand.now = Date.parse(end)
        assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: addDays(date, 1) }])
      })
    }
  })

  test('a day that was ended by hand and that a killed node was closing is closed by another one, before its cutover', async (t) => {
    if (engine === 'pglite') return t.skip('one process has it')
    await begin(undefined, undefined, '20260311', NOON + DAY_MS)
    await dying().close(CALLER, hand.id, '20260311')
    const script = fileURLToPath(new URL('./end-of-day.fixture.ts', import.meta.url))
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
    const child = fork(script, [hand.url ?? '', String(hand.now), '3000'], { stdio: [...stdio] })
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(await shownState('20260311'), 'CLOSING')
    await until(async () => {
      await closer().closePassedDays()
      return (await shownState('20260311')) === 'CLOSED'
    }, 'the survivor closes the day')
    assert.deepEqual(await closedEvents(), ['2026-03-11'])
  })
})
