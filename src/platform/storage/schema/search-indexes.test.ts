// The indexes of migration 0010 serve every search of transactions, and never a statement of the posting path
// (docs/decisions/0021). Plans of the posting path itself are tested in ledger/batch/posting-plans.test.ts.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database, Sql } from '../database.ts'

const ROWS = 20_000
const COLUMNS = { transactions: 'transaction_id', inquiries: 'inquiry_id' } as const
const ID = '019cd50b-1800-75a8-8a23-6006bac56ccb'

// Conditions that every search has, then one row per filter.
const WITHIN = `institution_id COLLATE "POSIX" = 'FI001'`
const DATES = `business_date COLLATE "C" BETWEEN '20260105' AND '20260107'`
const FILTERS: [title: string, condition: string, isOrdered?: boolean][] = [
  ['an institution', 'true', true],
  ['business dates', DATES, true],
  ['a cursor', `(business_date COLLATE "C", $id) < ('20260105', '${ID}')`, true],
  ['a cursor in a range', `business_date COLLATE "C" >= '20260102' AND ($columns) < ('20260105', '${ID}')`, true],
  ['instants', `${DATES} AND recorded_at >= '2026-01-06 10:00Z' AND recorded_at < '2026-01-06 11:00Z'`],
  ['terminals', `${DATES} AND terminal_id = ANY ('{ATM1,ATM2}')`],
  ['types and response codes', `${DATES} AND type = ANY ('{TRANSFER}') AND response_code = ANY ('{110}')`],
  ['an authorization id', `${DATES} AND auth_id = 'ABCDEF'`],
  ['the last four digits of a card', `${DATES} AND right(masked_pan, 4) = '1234'`],
]

onDatabase('the search indexes', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
  })

  test('cannot serve a condition in the column’s own collation, even when a table is empty', async () => {
    for (const table of ['transactions', 'inquiries'] as const) {
      const plan = await planOf(`SELECT * FROM ${table} WHERE institution_id = 'FI001'`)
      assert.doesNotMatch(plan, /_by_date|_by_correlation/)
    }
  })

  for (const table of ['transactions', 'inquiries'] as const) {
    const id = COLUMNS[table]
    const order = (direction: string) => `ORDER BY business_date COLLATE "C" ${direction}, ${id} ${direction}`
    test(`serve every filter of ${table} in the order of the list, newest first and oldest first`, async () => {
      await fill(table)
      for (const [title, condition, isOrdered] of FILTERS) {
        const where = condition.replace('$columns', `business_date COLLATE "C", ${id}`).replace('$id', id)
        for (const direction of ['DESC', 'ASC']) {
          const plan = await planOf(`SELECT * FROM ${table} WHERE ${WITHIN} AND ${where} ${order(direction)} LIMIT 26`)
          // With few hits the planner of a small table sorts them; the index finds them all the same.
          assert.match(plan, new RegExp(`Index Scan (Backward )?(using|on) ${table}_by_date`), `${title}: ${plan}`)
          if (isOrdered) assert.doesNotMatch(plan, /Sort/, `${title}: ${plan}`)
        }
      }
    })

    test(`find a correlation id of ${table} without a date`, async () => {
      // A table of this size is read as quickly as its index; ten million rows are not.
      const plan = await database.transaction(async (sql) => {
        await sql.query('SET LOCAL enable_seqscan = off')
        return planOf(`SELECT * FROM ${table} WHERE correlation_id = '${ID}'`, sql)
      })
      assert.match(plan, new RegExp(`Bitmap Index Scan on ${table}_by_correlation`))
    })
  }

  test('serve all institutions at once, a page from each', async () => {
    const plan = await planOf(`
      SELECT t.* FROM institutions
       CROSS JOIN LATERAL (SELECT * FROM transactions
                            WHERE institution_id COLLATE "POSIX" = institutions.institution_id AND ${DATES}
                            ORDER BY business_date COLLATE "C" DESC, transaction_id DESC LIMIT 26) AS t
       ORDER BY t.business_date COLLATE "C" DESC, t.transaction_id DESC LIMIT 26`)
    assert.match(plan, /Index Scan Backward using transactions_by_date/)
  })

  test('find reversals of unknown outcome by their original, and serve no posting', async () => {
    await database.query(
      `UPDATE transactions SET original_id = gen_random_uuid(), response_code = CASE rrn::int % 2 WHEN 0 THEN '911' ELSE '000' END
        WHERE institution_id = 'FI001' AND rrn::int % 7 = 0`,
    )
    await database.query('VACUUM ANALYZE transactions')
    const reserved = `SELECT sum(amount_minor) FROM transactions WHERE institution_id = 'FI001' AND original_id = '${ID}'`
    assert.match(await planOf(`${reserved} AND response_code = '911'`), /using transactions_unknown_reversals/)
    for (const posting of [
      reserved,
      `SELECT * FROM transactions WHERE institution_id = 'FI001' AND partner_id = 'P1' AND rrn = '1' AND response_code = '911'`,
    ]) {
      assert.doesNotMatch(await planOf(posting), /unknown_reversals/)
    }
  })

  async function fill(table: keyof typeof COLUMNS): Promise<void> {
    const own = { transactions: ', amount_minor, currency, fingerprint, response', inquiries: '' }[table]
    const values = { transactions: `, 100, 'USD', repeat('f', 43), repeat('r', 400)`, inquiries: '' }[table]
    await database.query(
      `INSERT INTO ${table} (institution_id, partner_id, rrn, ${COLUMNS[table]}, type, account_id, terminal_id, masked_pan,
                             response_code, auth_id, business_date, recorded_at, latency_ms, correlation_id ${own})
       SELECT 'FI00' || i % 3, 'P' || i % 2, i::text, gen_random_uuid(), 'CASHWITHDRAWAL', (i % 500)::text, 'ATM' || i % 50,
              '400000******0010', '000', substr(md5(i::text), 1, 6), to_char(at, 'YYYYMMDD'), at, 5, gen_random_uuid() ${values}
         FROM (SELECT i, timestamptz '2026-01-01 00:00Z' + i * interval '1 minute' AS at
                 FROM generate_series(1, ${ROWS}) AS i) AS made`,
    )
    await database.query(`VACUUM ANALYZE ${table}`)
  }

  async function planOf(statement: string, sql: Sql = database): Promise<string> {
    const { rows } = await sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
})
