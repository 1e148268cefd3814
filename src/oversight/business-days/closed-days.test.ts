// A closed day takes nothing: whatever a clock shows, its totals and its file stay as they were when it was closed.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Bank, openBank, plainAccount, SANDBOX, seedBank } from '../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { ChannelClient } from '../../channels/channel/conformance/channel-client.ts'
import { ledgerClosingSteps } from '../../ledger/sweeps/ledger-sweeps.ts'
import { addDays, type Clock, DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Rollups } from '../transactions/rollups/rollups.ts'
import { EndOfDay } from './end-of-day.ts'
import { reconciliationLines } from './reconciliation-file.ts'
import { readTotals } from './terminal-totals.ts'

const START = { now: () => Date.parse('2025-12-01T14:00:00Z') }

interface Crossing {
  readonly title: string
  readonly timeZone: string
  readonly cutoverTime: string
  /** The date that is closed on the way. */
  readonly date: string
  /** Instants before the cutover, and after it in order. Days are closed after each of the latter. */
  readonly before: string
  readonly after: readonly string[]
}

// In order of time: the clock of a bank only moves forward.
const CROSSINGS: readonly Crossing[] = [
  {
    title: 'New York skips the hour of its cutover',
    timeZone: 'America/New_York',
    cutoverTime: '02:30',
    date: '20260308',
    before: '2026-03-08T06:59:00Z',
    after: ['2026-03-08T07:00:00Z', '2026-03-08T07:31:00Z'],
  },
  {
    title: 'Berlin skips the hour of its cutover',
    timeZone: 'Europe/Berlin',
    cutoverTime: '02:30',
    date: '20260329',
    before: '2026-03-29T00:59:00Z',
    after: ['2026-03-29T01:00:00Z', '2026-03-29T01:31:00Z'],
  },
  {
    title: 'Lord Howe has the half hour of its cutover twice',
    timeZone: 'Australia/Lord_Howe',
    cutoverTime: '01:45',
    date: '20260405',
    before: '2026-04-04T14:44:00Z',
    after: ['2026-04-04T14:45:00Z', '2026-04-04T15:00:00Z', '2026-04-04T15:14:00Z', '2026-04-04T15:15:00Z'],
  },
  {
    title: 'Lord Howe skips the half hour of its cutover',
    timeZone: 'Australia/Lord_Howe',
    cutoverTime: '02:15',
    date: '20261004',
    before: '2026-10-03T15:29:00Z',
    after: ['2026-10-03T15:30:00Z', '2026-10-03T15:46:00Z'],
  },
  {
    title: 'Berlin has the hour of its cutover twice',
    timeZone: 'Europe/Berlin',
    cutoverTime: '02:30',
    date: '20261025',
    before: '2026-10-25T00:29:00Z',
    after: ['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', '2026-10-25T01:29:00Z', '2026-10-25T01:30:00Z'],
  },
  {
    title: 'New York has the hour of its cutover twice',
    timeZone: 'America/New_York',
    cutoverTime: '01:30',
    date: '20261101',
    before: '2026-11-01T05:29:00Z',
    after: ['2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z', '2026-11-01T06:29:00Z', '2026-11-01T06:30:00Z'],
  },
]

onDatabase('closed days', (_engine, open) => {
  let database: Database
  let bank: Bank
  let desk: ChannelClient
  let endOfDay: EndOfDay
  let desks = 0
  const rollups = () => new Rollups(database)

  before(async () => {
    database = (await open()).database
    await seedBank(database, 2, START)
    bank = await openBank(database, { clock: START })
    desk = deskOf(bank)
    endOfDay = endOfDayBy(bank.clock)
    await rollups().refresh()
  })
  after(() => bank.close())

  /** Each with RRNs of its own. */
  function deskOf({ channel }: Bank): ChannelClient {
    const partnerIds = [`PARTNER${++desks}`, 'PARTNER0'] as const
    return new ChannelClient({ ...SANDBOX, channel, partnerIds, newAccount: () => plainAccount(0) })
  }

  function endOfDayBy(clock: Clock): EndOfDay {
    return new EndOfDay({
      database,
      clock,
      steps: [...ledgerClosingSteps({ database, clock }), rollups().closingStep()],
    })
  }

  async function setInstitution(timeZone: string, cutoverTime: string, closedThrough: string): Promise<void> {
    await database.query(
      `UPDATE institutions SET time_zone = $1, cutover_time = $2, closed_through = $3 WHERE institution_id = 'FI001'`,
      [timeZone, cutoverTime, closedThrough],
    )
    await bank.directory.reload()
  }

  const moveTo = (instant: string) => bank.clock.moveTo(Date.parse(instant) - START.now())
  const deposit = async (at = desk) => (await at.approve(at.cashDeposit(plainAccount(0), 1_000n))).businessDate

  /** The totals and the file of a date. */
  async function shown(date: string): Promise<string> {
    await rollups().catchUp()
    let text = ''
    for await (const piece of reconciliationLines(database, 'FI001', date)) text += piece
    const totals = (await readTotals(database, 'FI001', [date])).get(date) ?? []
    return `${text}${JSON.stringify(totals, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`
  }

  for (const { title, timeZone, cutoverTime, date, before: early, after: late } of CROSSINGS) {
    test(title, async () => {
      await setInstitution(timeZone, cutoverTime, addDays(date, -1))
      moveTo(early)
      assert.equal(await deposit(), date)
      let closed: string | undefined
      for (const instant of late) {
        moveTo(instant)
        assert.equal(await deposit(), addDays(date, 1), instant)
        await endOfDay.closePassedDays()
        closed ??= await shown(date)
        assert.equal(await shown(date), closed, instant)
      }
      assert.match(closed ?? '', /CASHDEPOSIT/)
      assert.deepEqual(await verifyBooks(database), [])
    })
  }

  test('an order goes to the next day when a node whose clock is behind asks for one that is closed', async () => {
    moveTo('2026-12-05T05:00:10Z')
    const behind = await openBank(database, { clock: { now: () => bank.clock.now() - 20_000 } })
    try {
      await setInstitution('America/New_York', '00:00', '20261203')
      await behind.directory.reload()
      const at = deskOf(behind)
      assert.equal(await deposit(at), '20261204')
      await endOfDay.closePassedDays()
      const closed = await shown('20261204')
      // As long as the node has not heard of it.
      assert.equal(await deposit(at), '20261205')
      await behind.directory.reload()
      assert.equal(await deposit(at), '20261205')
      assert.equal(await shown('20261204'), closed)
      assert.deepEqual(await verifyBooks(database), [])
    } finally {
      await behind.close()
    }
  })

  test('after a node two days ahead has closed days for all, orders go to the day after them', async () => {
    await setInstitution('America/New_York', '00:00', '20261209')
    moveTo('2026-12-10T17:00:00Z')
    assert.equal(await deposit(), '20261210')
    await endOfDayBy({ now: () => bank.clock.now() + 2 * DAY_MS }).closePassedDays()
    const closed = await Promise.all(['20261210', '20261211'].map(shown))
    await bank.directory.reload()
    for (const instant of ['2026-12-10T17:00:00Z', '2026-12-11T17:00:00Z', '2026-12-12T17:00:00Z']) {
      moveTo(instant)
      assert.equal(await deposit(), '20261212', instant)
      await endOfDay.closePassedDays()
    }
    moveTo('2026-12-13T17:00:00Z')
    assert.equal(await deposit(), '20261213')
    assert.deepEqual(await Promise.all(['20261210', '20261211'].map(shown)), closed)
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('orders that keep coming while days are closed never reach a closed one', async () => {
    await setInstitution('America/New_York', '00:00', '20270101')
    const stale = await openBank(database, { clock: { now: () => bank.clock.now() - DAY_MS } })
    let isOver = false
    const trade = async (at: ChannelClient) => {
      // Orders are refused while a day is being closed.
      while (!isOver) await deposit(at).catch(() => {})
    }
    moveTo('2027-01-02T17:00:00Z')
    const trading = [deskOf(stale), desk, desk].map(trade)
    const closed = new Map<string, string>()
    try {
      for (let day = 2; day <= 3; day++) {
        moveTo(`2027-01-0${day + 1}T05:00:00Z`)
        await endOfDay.closePassedDays()
        closed.set(`2027010${day}`, await shown(`2027010${day}`))
      }
    } finally {
      isOver = true
      await Promise.all(trading)
      await stale.close()
    }
    for (const [date, text] of closed) assert.equal(await shown(date), text, date)
    assert.deepEqual(await verifyBooks(database), [])
  })
})
