import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Cut, Exported } from '../../platform/history/history-group.ts'
import type { Database } from '../../platform/storage/database.ts'
import { closeMonth } from './book-history.ts'

const MARCH: Cut = {
  institutionId: 'FI001',
  month: '202503',
  lastDay: '20250331',
  end: new Date('2025-04-01T00:00:00Z'),
}
const exported = (journals: number): Exported => ({
  recordedAt: new Date(0),
  rows: new Map([['journals', journals]]),
  ends: () => undefined,
  sign: () => '',
})

onDatabase('the balances at the end of an archived month', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO account_month_balances (institution_id, book, account, currency, month, balance_minor)
       VALUES ('FI001', 'C', 'moved', 'USD', '202501', 100), ('FI001', 'C', 'moved', 'USD', '202502', 250),
              ('FI001', 'C', 'moved', 'EUR', '202502', 7), ('FI002', 'C', 'moved', 'USD', '202502', 9)`,
    )
    await database.query(`INSERT INTO archive_cuts (institution_id, through) VALUES ('FI001', '20250228')`)
    await database.query(
      `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
       VALUES ('FI001', gen_random_uuid(), 'TEST', '20250310', now(), 'CG', '{moved,fees}', '{USD,USD}', '{50,-50}')`,
    )
  })

  test('are not written when journals were posted meanwhile', async () => {
    await assert.rejects(
      database.transaction((sql) => closeMonth(sql, MARCH, exported(0))),
      /have been posted to 202503/,
    )
  })

  test('go on from those of the month before, or from nothing', async () => {
    await database.transaction((sql) => closeMonth(sql, MARCH, exported(1)))
    const { rows } = await database.query<{ account: string; currency: string; balance_minor: bigint }>(
      `SELECT account, currency, balance_minor FROM account_month_balances WHERE month = '202503' ORDER BY account`,
    )
    assert.deepEqual(
      rows.map((row) => [row.account, row.currency, row.balance_minor]),
      [
        ['fees', 'USD', -50n],
        ['moved', 'USD', 300n],
      ],
    )
    const cuts = await database.query<{ through: string }>('SELECT through FROM archive_cuts')
    assert.deepEqual(
      cuts.rows.map(({ through }) => through),
      ['20250331'],
    )
  })
})
