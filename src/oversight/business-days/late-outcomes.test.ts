// An order at another core whose outcome is learned after its day was closed keeps its date, and counts in the totals and the file
// of the day on which it is learned.

import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { type Bank, openBank, plainAccount, SANDBOX, secretBox, seedBank } from '../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { openRemoteChannel } from '../../app/wire/rooms/bank.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { ChannelClient } from '../../channels/channel/conformance/channel-client.ts'
import { FakeCore } from '../../channels/channel/remote/fake-core.fixture.ts'
import { settleUnknownSweep } from '../../channels/channel/remote/settle-unknown.ts'
import { DAY_MS, HOUR_MS } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Exceptions } from '../exceptions/exceptions.ts'
import { ResolutionRecords } from '../exceptions/resolution-records.ts'
import { Rollups } from '../transactions/rollups/rollups.ts'
import { EndOfDay } from './end-of-day.ts'
import { reconciliationLines } from './reconciliation-file.ts'
import { readTotals } from './terminal-totals.ts'

const START = { now: () => Date.parse('2026-03-10T14:00:00Z') }
const [FIRST, SECOND, THIRD] = ['20260310', '20260311', '20260312']
const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example', scope: {} } }

onDatabase('outcomes that are learned late', (_engine, open) => {
  let database: Database
  let bank: Bank
  let core: FakeCore
  let desk: ChannelClient
  let endOfDay: EndOfDay
  let rollups: Rollups
  const records = new ResolutionRecords()

  before(async () => {
    database = (await open()).database
    await seedBank(database, 2, START)
  })
  afterEach(() => bank.close())

  beforeEach(async () => {
    await database.query('DELETE FROM exception_resolutions')
    await database.query('DELETE FROM transactions')
    await database.query('DELETE FROM closed_days')
    await database.query(`UPDATE institutions SET closed_through = '20260309' WHERE institution_id = 'FI001'`)
    await database.query('UPDATE book_days SET ended_through = closed_through')
    bank = await openBank(database, { clock: START, owners: [records] })
    core = new FakeCore()
    const channel = openRemoteChannel(core, { ...bank, secretBox })
    desk = new ChannelClient({
      ...SANDBOX,
      channel,
      partnerIds: ['PARTNER01', 'PARTNER02'],
      newAccount: () => plainAccount(0),
    })
    rollups = new Rollups(database)
    await rollups.catchUp()
    endOfDay = new EndOfDay({ database, clock: bank.clock, steps: [rollups.closingStep()] })
  })

  async function lost(minor: bigint) {
    core.otherwise = 'unanswered'
    const order = desk.withdrawal(plainAccount(0), minor)
    await assert.rejects(desk.send(order), { kind: 'timeout' })
    core.otherwise = 'answered'
    return order
  }

  async function nextDay(days = 1): Promise<void> {
    bank.clock.moveTo(days * DAY_MS)
    await endOfDay.closePassedDays()
    await bank.directory.reload()
  }

  async function settle(): Promise<void> {
    const { clock, pipeline, remoteRecords } = bank
    await settleUnknownSweep({ database, clock, pipeline, records: remoteRecords, coreOf: () => core }).run()
  }

  async function linesOf(date: string): Promise<string[]> {
    let text = ''
    for await (const piece of reconciliationLines(database, 'FI001', date)) text += piece
    const lines: Record<string, string>[] = parse(text, { columns: true })
    return lines.map(({ rrn, businessDate, status, reversedAmount }) =>
      [rrn, businessDate, status, reversedAmount].join(' '),
    )
  }

  async function totalsOf(date: string): Promise<string[]> {
    await rollups.catchUp()
    const totals = (await readTotals(database, 'FI001', [date])).get(date) ?? []
    return totals.map(
      ({ withdrawals, reversals }) => `${withdrawals.count} ${withdrawals.amountMinor} ${reversals.count}`,
    )
  }

  const rowOf = async ({ rrn }: { rrn: string }) =>
    (await database.query('SELECT business_date, counted_on, response_code FROM transactions WHERE rrn = $1', [rrn]))
      .rows

  test('count on the day on which the core tells them', async () => {
    const early = desk.withdrawal(plainAccount(0), 2_000n)
    await desk.approve(early)
    const late = await lost(3_000n)
    await nextDay()
    const closed = [await linesOf(FIRST), await totalsOf(FIRST)]
    assert.deepEqual(closed, [[`${early.rrn} 2026-03-10 APPROVED 0.00`], ['1 2000 0']])
    await settle()
    assert.deepEqual(await rowOf(late), [{ business_date: FIRST, counted_on: SECOND, response_code: '000' }])
    await nextDay(2)
    assert.deepEqual([await linesOf(FIRST), await totalsOf(FIRST)], closed)
    assert.deepEqual(await linesOf(SECOND), [`${late.rrn} 2026-03-10 APPROVED 0.00`])
    assert.deepEqual(await totalsOf(SECOND), ['1 3000 0'])
    for (const date of [FIRST, SECOND]) await rollups.rebuildDay({ institutionId: 'FI001', date })
    assert.deepEqual([await totalsOf(FIRST), await totalsOf(SECOND)], [['1 2000 0'], ['1 3000 0']])
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('count on their own day while it has not ended, also after midnight', async () => {
    const late = await lost(3_000n)
    bank.clock.moveTo(DAY_MS)
    await settle()
    assert.deepEqual(await rowOf(late), [{ business_date: FIRST, counted_on: null, response_code: '000' }])
    await endOfDay.closePassedDays()
    assert.deepEqual(
      [await linesOf(FIRST), await totalsOf(FIRST)],
      [[`${late.rrn} 2026-03-10 APPROVED 0.00`], ['1 3000 0']],
    )
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('count on the next day when their own ends while the core is asked, whatever the node has heard', async () => {
    const late = await lost(3_000n)
    bank.clock.moveTo(DAY_MS)
    await database.query(`UPDATE book_days SET ended_through = $1 WHERE institution_id = 'FI001'`, [FIRST])
    await settle()
    assert.deepEqual(await rowOf(late), [{ business_date: FIRST, counted_on: SECOND, response_code: '000' }])
  })

  test('count on the day on which the caller who repeats an order learns them', async () => {
    const approved = await lost(3_000n)
    await nextDay()
    await desk.send(approved)
    assert.deepEqual(await rowOf(approved), [{ business_date: FIRST, counted_on: SECOND, response_code: '000' }])
    await nextDay(2)
    assert.deepEqual(await linesOf(SECOND), [`${approved.rrn} 2026-03-10 APPROVED 0.00`])
  })

  test('an operator who settles an exception decides it on the day of the decision', async () => {
    const late = await lost(3_000n)
    await nextDay()
    const { clock, directory, pipeline } = bank
    const exceptions = new Exceptions({ database, clock, directory, pipeline, records })
    const { rows } = await database.query<{ transaction_id: string }>('SELECT transaction_id FROM transactions')
    bank.clock.moveTo(DAY_MS + HOUR_MS)
    await exceptions.resolve(CALLER, rows[0]?.transaction_id ?? '', {
      action: 'MATCH',
      reason: 'seen in the core',
      outcome: 'APPROVED',
    })
    assert.deepEqual(await rowOf(late), [{ business_date: FIRST, counted_on: SECOND, response_code: '000' }])
  })

  test('a reversal of unknown outcome does not change the line of its original', async () => {
    const order = desk.withdrawal(plainAccount(0), 5_000n)
    const { authId } = await desk.approve(order)
    core.otherwise = 'unanswered'
    const reversal = desk.reversal(order, { authId })
    await assert.rejects(desk.send(reversal), { kind: 'timeout' })
    core.otherwise = 'answered'
    await nextDay()
    const closed = await linesOf(FIRST)
    assert.deepEqual(closed, [`${order.rrn} 2026-03-10 APPROVED 0.00`])
    await settle()
    await nextDay(2)
    assert.deepEqual(await linesOf(FIRST), closed)
    assert.deepEqual(await linesOf(SECOND), [`${reversal.rrn} 2026-03-10 APPROVED 0.00`])
    assert.deepEqual(await totalsOf(SECOND), ['0 0 1'])
    assert.deepEqual(await linesOf(THIRD), [])
  })
})
