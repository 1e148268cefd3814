// The mark of closed days is checked in the transaction of every posting, whatever date the node has in mind.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { debit, observedPipeline, openAccounts, postAll, TODAY } from '../../test/support/bank/postings.ts'
import { onDatabase } from '../../test/support/machine/database.ts'
import { emptyTables } from '../../test/support/machine/empty-tables.ts'
import type { Database } from '../platform/storage/database.ts'
import { checkDay, checkDaySteps, EndedDays } from './book-days.ts'

const TOMORROW = '20260311'
let account = 0

onDatabase('postings and closed days', (_engine, open) => {
  let database: Database
  let events: string[]
  let A: string

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    events = []
    A = `A${++account}`
    await emptyTables(database, 'book_days')
    await openAccounts(database, [A], TODAY)
  })

  const end = (date: string, closedThrough = '20260301') =>
    database.query(
      `INSERT INTO book_days VALUES ('FI001', $1, $2)
       ON CONFLICT (institution_id) DO UPDATE SET ended_through = excluded.ended_through`,
      [date, closedThrough],
    )

  async function datesOf(): Promise<string[]> {
    const { rows } = await database.query<{ dates: string }>(
      `SELECT DISTINCT t.business_date || ' ' || j.effective_date AS dates
         FROM transactions t JOIN journals j ON j.institution_id = t.institution_id AND j.journal_id = t.transaction_id
        WHERE t.account_id = $1`,
      [A],
    )
    return rows.map(({ dates }) => dates)
  }

  test('a day that has not ended takes orders', async () => {
    await end('20260309')
    await observedPipeline(database, events).post(debit(A, 700n))
    assert.deepEqual(await datesOf(), [`${TODAY} ${TODAY}`])
    assert.deepEqual(events, ['committed 1', 'answered CASHWITHDRAWAL 000'])
  })

  test('orders of a day that has ended are decided again on the next, once for the whole batch', async () => {
    await end(TODAY)
    const answers = await postAll(observedPipeline(database, events), [debit(A, 1n), debit(A, 2n), debit(A, 3n)])
    assert.ok(answers.every(({ status }) => status === 'fulfilled'))
    assert.deepEqual(await datesOf(), [`${TOMORROW} ${TOMORROW}`])
    assert.equal(events.filter((event) => event.startsWith('retried')).length, 1)
  })

  test('the node remembers the date: the next order is not decided twice', async () => {
    await end('20260320')
    const pipeline = observedPipeline(database, events)
    await pipeline.post(debit(A, 1n))
    events.length = 0
    await pipeline.post(debit(A, 1n))
    assert.deepEqual(await datesOf(), ['20260321 20260321'])
    assert.deepEqual(events, ['committed 1', 'answered CASHWITHDRAWAL 000'])
  })

  test('what was learned is forgotten when the closed days that the node knows of change', () => {
    const days = new EndedDays()
    assert.equal(days.of('FI001', '20260309'), '20260309')
    days.learn('FI001', '20260310', '20260309')
    assert.deepEqual([days.of('FI001', '20260309'), days.of('FI002', '20260309')], ['20260310', '20260309'])
    assert.equal(days.of('FI001', '20260311'), '20260311')
    days.learn('FI001', '20260312', '20260311')
    // The sandbox was reset.
    assert.equal(days.of('FI001', '20260301'), '20260301')
    assert.equal(days.of('FI001', '20260311'), '20260311')
  })

  test('what the end of a day posts on that day is refused once it is closed, not while it is being closed', async () => {
    await end(TODAY, '20260309')
    const check = (closingDate: string) =>
      database.transaction(async (sql) => {
        await sql.roundTrip(checkDaySteps([{ institutionId: 'FI001', businessDate: TOMORROW, closingDate }], false))
      })
    await check(TODAY)
    await assert.rejects(check('20260309'), /the business day is closed: FI001 20260310/)
  })

  test('postings in two institutions are checked in both', async () => {
    await end(TODAY)
    const both = ['FI001', 'FI002'].map((institutionId) => ({ institutionId, businessDate: TODAY }))
    const check = (posted: typeof both) => database.transaction((sql) => sql.roundTrip(checkDaySteps(posted, false)))
    await assert.rejects(check(both), /the business day is closed: FI001 20260310/)
    await check(both.map((one) => ({ ...one, businessDate: TOMORROW })))
  })

  test('a writer outside the pipeline is refused in its transaction', async () => {
    await end(TODAY)
    await checkDay(database, 'FI001', TOMORROW)
    await checkDay(database, 'FI002', TODAY)
    await assert.rejects(checkDay(database, 'FI001', TODAY), /the business day is closed: FI001 20260310/)
  })
})
