// Business days that are held or cannot be closed, on two nodes and beside one that knows nothing of holds.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CALLER, CUTOVER, conflict, DAY, DaysByHand, NEXT, UNTIL } from '../../../test/support/bank/days-by-hand.ts'
import { onDatabaseInDepth } from '../../../test/support/machine/database.ts'
import { rounds } from '../../../test/support/runner/extent.ts'
import { DAY_MS, HOUR_MS, isoTimestamp, MINUTE_MS } from '../../platform/kernel/time/clock.ts'
import type { ClosingStep } from '../../platform/kernel/work/closing-step.ts'
import { readLateDays } from './late-days.ts'

onDatabaseInDepth('business days that are held', (_engine, open) => {
  const hand = new DaysByHand(open)
  const { clock, closer, controls, days, shownState, deposit, closedEvents } = hand
  const begin = hand.begin.bind(hand)

  describe('a hold', () => {
    test('keeps the day CLOSING until it ends by itself, on every node and after a restart; orders take the next date', async () => {
      const held = await controls().hold(CALLER, hand.id, DAY, UNTIL)
      assert.partialDeepStrictEqual(held, {
        state: 'OPEN',
        heldUntilMs: CUTOVER + 4 * HOUR_MS,
        holdReason: UNTIL.reason,
      })
      hand.now = CUTOVER + MINUTE_MS
      for (const _ of [1, 2]) assert.deepEqual(await closer().closeAllPassedDays(), [])
      assert.partialDeepStrictEqual(await days().find({}, hand.id, DAY), {
        state: 'CLOSING',
        heldUntilMs: CUTOVER + 4 * HOUR_MS,
      })
      for (const desk of hand.desks) assert.equal(await deposit(desk), NEXT)
      // The mark keeps clocks that are behind out of it.
      const { rows } = await hand.database.query(`SELECT ended_through FROM book_days WHERE institution_id = 'FI001'`)
      assert.deepEqual(rows, [{ ended_through: DAY }])
      hand.now = CUTOVER + 4 * HOUR_MS - 1
      assert.deepEqual([await closer().closePassedDays(), await readLateDays(hand.database, clock)], [[], []])
      hand.now = CUTOVER + 4 * HOUR_MS
      assert.deepEqual(await readLateDays(hand.database, clock), [
        { institutionId: 'FI001', date: DAY, sinceMs: hand.now },
      ])
      assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: DAY }])
      assert.deepEqual(
        [await closedEvents('business-day.held'), await closedEvents()],
        [['2026-03-10'], ['2026-03-10']],
      )
      const { heldUntilMs } = await days().find({}, hand.id, DAY)
      assert.equal(heldUntilMs, undefined)
    })

    test('keeps nodes of the version before from taking the lease', async () => {
      hand.now = CUTOVER + MINUTE_MS
      await controls().hold(CALLER, hand.id, DAY, UNTIL)
      const asBefore = () =>
        hand.database.query(
          `UPDATE business_calendars SET lease_holder = $2, lease_until = now() + interval '1 hour'
            WHERE institution_id = $1 AND (lease_holder IS NULL OR lease_holder = $2 OR lease_until <= now())`,
          ['FI001', '019b0000-0000-7000-8000-0000000000e1'],
        )
      assert.equal((await asBefore()).rowCount, 0)
      await closer().closePassedDays()
      assert.equal((await asBefore()).rowCount, 0)
      await controls().release(CALLER, hand.id, DAY)
      assert.equal(await shownState(), 'CLOSED')
    })

    test('of a day leaves those before it alone, and gets its lease back from a node that died', async () => {
      hand.now = CUTOVER + MINUTE_MS
      await controls().hold(CALLER, hand.id, NEXT, { ...UNTIL, until: isoTimestamp(CUTOVER + DAY_MS + HOUR_MS) })
      assert.deepEqual(await closer().closePassedDays(), [{ institutionId: 'FI001', date: DAY }])
      const isKept = async () => {
        const { rows } = await hand.database.query<{ kept: boolean }>(
          `SELECT lease_until > now() + interval '20 hours' AS kept FROM business_calendars WHERE institution_id = 'FI001'`,
        )
        return rows[0]?.kept
      }
      assert.equal(await isKept(), true)
      await hand.database.query(
        `UPDATE business_calendars SET lease_holder = '019b0000-0000-7000-8000-0000000000e1', lease_until = now()`,
      )
      await closer().closePassedDays()
      assert.equal(await isKept(), true)
    })

    test('ends when it is released: the day is closed at once', async () => {
      await assert.rejects(controls().release(CALLER, hand.id, DAY), conflict('business-day-not-held'))
      await controls().hold(CALLER, hand.id, DAY, UNTIL)
      await assert.rejects(controls().close(CALLER, hand.id, DAY), conflict('business-day-held'))
      assert.equal((await controls().release(CALLER, hand.id, DAY)).state, 'OPEN')
      hand.now = CUTOVER + MINUTE_MS
      await controls().hold(CALLER, hand.id, DAY, UNTIL)
      await assert.rejects(controls().retry(CALLER, hand.id, DAY), conflict('business-day-held'))
      assert.equal((await controls().release(CALLER, hand.id, DAY)).state, 'CLOSED')
      await assert.rejects(controls().hold(CALLER, hand.id, DAY, UNTIL), conflict('business-day-wrong-state'))
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
          controls().hold(CALLER, hand.id, DAY, { until: isoTimestamp(CUTOVER + fromCutoverMs), reason: 'Late' })
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
        .hold(CALLER, hand.id, '20261024', { until: '2026-10-25T02:00:00Z', reason: 'Late' })
        .catch(() => {})
      const until = (instant: string) =>
        controls().hold(CALLER, hand.id, '20261025', { until: instant, reason: 'Late' })
      await until('2026-10-25T06:00:00Z')
      hand.now += HOUR_MS
      await until('2026-10-25T12:30:00Z')
      await assert.rejects(until('2026-10-25T12:30:01Z'), { kind: 'invalid' })
      assert.deepEqual(await closer().closePassedDays(), [])
    })

    test('while another day is held is refused', async () => {
      await controls().hold(CALLER, hand.id, DAY, UNTIL)
      hand.now = CUTOVER + MINUTE_MS
      const next = { ...UNTIL, until: isoTimestamp(CUTOVER + DAY_MS + HOUR_MS) }
      await assert.rejects(controls().hold(CALLER, hand.id, NEXT, next), conflict('business-day-held'))
    })

    test('that races with the end of day leaves the day closed or held, never both', async () => {
      for (let round = 0; round < rounds(4, 30); round++) {
        await begin()
        hand.now = CUTOVER + MINUTE_MS
        const [, held] = await Promise.allSettled([
          closer().closePassedDays(),
          controls().hold(CALLER, hand.id, DAY, UNTIL),
        ])
        const { state, heldUntilMs } = await days().find({}, hand.id, DAY)
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
          controls().hold(CALLER, hand.id, DAY, UNTIL),
          controls().close(CALLER, hand.id, DAY),
        ])
        const { state, heldUntilMs } = await days().find({}, hand.id, DAY)
        if (closed.status === 'rejected') assert.deepEqual([state, heldUntilMs], ['OPEN', Date.parse(UNTIL.until)])
        else if (held.status === 'rejected') assert.equal(state, 'CLOSED')
        else assert.equal(state, 'CLOSING', 'a day that was ended is held all the same')
      }
    })

    test('waits for a node that closes days, and is refused when that takes too long', async () => {
      hand.now = CUTOVER + MINUTE_MS
      await closer().closePassedDays()
      await begin()
      hand.now = CUTOVER + MINUTE_MS
      await hand.database.query(
        `INSERT INTO business_calendars (institution_id, first_date, lease_holder, lease_until)
         VALUES ('FI001', '20260310', '019b0000-0000-7000-8000-0000000000e1', now() + interval '1 hour')`,
      )
      await assert.rejects(controls().hold(CALLER, hand.id, DAY, UNTIL), conflict('business-day-busy'))
    })
  })

  describe('a day that cannot be closed', () => {
    test('tells the step and the error, and is closed when it is tried again', async () => {
      hand.now = CUTOVER + MINUTE_MS
      let isBroken = true
      const step: ClosingStep = {
        name: 'LOANS',
        async run() {
          if (isBroken) throw new AggregateError([new Error('no space left')], '1 loans cannot be closed')
        },
      }
      await assert.rejects(controls().retry(CALLER, hand.id, NEXT), conflict('business-day-wrong-state'))
      const endOfDay = closer(step)
      for (const _ of [1, 2]) await assert.rejects(endOfDay.closePassedDays(), /1 loans cannot be closed/)
      const stuck = {
        date: DAY,
        step: 'LOANS',
        error: '1 loans cannot be closed: no space left',
        sinceMs: hand.now,
        times: 2,
      }
      assert.deepEqual((await days().find({}, hand.id, DAY)).stuck, stuck)
      assert.equal((await controls(endOfDay).retry(CALLER, hand.id, DAY)).stuck?.times, 3)
      isBroken = false
      const { state, stuck: left } = await controls(endOfDay).retry(CALLER, hand.id, DAY)
      assert.deepEqual([state, left], ['CLOSED', undefined])
      await assert.rejects(controls().retry(CALLER, hand.id, DAY), conflict('business-day-wrong-state'))
    })

    test('may be held while it is looked into', async () => {
      hand.now = CUTOVER + MINUTE_MS
      const broken: ClosingStep = { name: 'LOANS', run: () => Promise.reject(new Error('no space left')) }
      await closer(broken)
        .closePassedDays()
        .catch(() => {})
      assert.equal((await controls().hold(CALLER, hand.id, DAY, UNTIL)).stuck, undefined)
      assert.deepEqual(await readLateDays(hand.database, clock), [])
    })
  })

  test('every move is audited with the day before and after it', async () => {
    await controls().hold(CALLER, hand.id, DAY, UNTIL)
    await controls().release(CALLER, hand.id, DAY)
    await controls().close(CALLER, hand.id, DAY)
    const { rows } = await hand.database.query<{ action: string; after: string }>(
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
      await assert.rejects(controls().hold(caller, hand.id, DAY, UNTIL), refusal)
      for (const move of ['release', 'close', 'retry'] as const)
        await assert.rejects(controls()[move](caller, hand.id, DAY), refusal)
    })
  }
})
