import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../database.ts'
import { migrate } from '../schema/migrate.ts'
import { readMigrations } from '../schema/migration-file.ts'

const PRODUCTS: [code: string, shortest: string, longest: string, terms: string, isDaily: boolean][] = [
  ['MONTHS', 'Months', 'Months', '{}', false],
  ['WEEKS', 'Weeks', 'Years', '{"repaymentUnit": "Weeks"}', false],
  ['FROM-DAYS', 'Days', 'Years', '{}', true],
  ['UP-TO-DAYS', 'Weeks', 'Days', '{}', true],
  ['REPAID-BY-DAYS', 'Weeks', 'Weeks', '{"repaymentUnit": "Days"}', true],
]

onDatabase('the bounds of loan products after the upgrade', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await migrate(database, { migrations: readMigrations().filter(({ number }) => number < 41) })
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC')`,
    )
    for (const product of PRODUCTS) await insertProduct(database, product)
    await migrate(database)
  })

  for (const [code, shortest, longest, , isDaily] of PRODUCTS) {
    test(`${code}, from ${shortest} to ${longest}, has ${isDaily ? '' : 'no '}daily rows and up to 480`, async () => {
      const { rows } = await database.query(
        'SELECT max_instalments, daily_rows FROM loan_products WHERE product_code = $1',
        [code],
      )
      assert.deepEqual(rows, [{ max_instalments: 480, daily_rows: isDaily }])
    })
  }
})

function insertProduct(
  database: Database,
  [code, shortest, longest, terms]: (typeof PRODUCTS)[number],
): Promise<unknown> {
  return database.query(
    `INSERT INTO loan_products (id, institution_id, product_code, name, currencies, min_amount, max_amount, min_term_count,
                                min_term_unit, max_term_count, max_term_unit, min_rate, max_rate, default_rate, terms,
                                charge_off_days, buckets, fee_cap_percent, overpayment_allowed, risk_signals_required,
                                apr_method, accounting, created_at, updated_at)
     VALUES (gen_random_uuid(), 'FI001', $1, $1, '{USD}', 1, 2, 1, $2, 20, $3, 0, 1, 1, $4, 180, '[]', 25, true, false,
             'REG_Z_ACTUARIAL', 'CASH', now(), now())`,
    [code, shortest, longest, terms],
  )
}
